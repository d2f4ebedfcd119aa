"""The evidence world, ours and not the paper's: the systems hear hints before the outcome exists.

Each system gets one hint of its own on each task: what the capture is expected to come to. Hints
are events of the hidden log, delivered like all others, under the same faults. A half-made posting
of one is illegible; ledger and bank list a copy beside the original. `VOICES` is the one place that
says how often a hint is right: the world draws from `likelihood`, and a policy that weighs hints
weighs them with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from desk.settlement.corpus import LATE_SHARE, REQUESTED, SHARES
from desk.settlement.faults import Arm, System, draw
from desk.settlement.schedule import Luck, Schedule, Thrown, ThrownBySystem, throw
from desk.settlement.task import Archetype, Event, Kind, Task, Ticket
from desk.settlement.views import FOLDS, UNKNOWN, Folds, Mark
from desk.settlement.world import SettlementDesk

FATES = (Kind.EXPECTED, Kind.SOFT_DECLINE, Kind.HARD_DECLINE)
"""What a capture can come to, as hints say it."""

CHANCE = Fraction(1, len(FATES))
"""The accuracy of a hint that says nothing."""

HINT_SEQ = 1_000
"""Above every number that an agent's own captures can reach."""


class Voice(NamedTuple):
    """What a system hears beforehand."""

    what: str
    after: int
    """Ticks from the capture's submission to the hint."""
    accuracy: Fraction
    """The chance that it names the fate; else it names one of the others, each as likely."""


Voices = Mapping[System, Voice]

VOICES: Voices = {
    System.PROCESSOR: Voice("network advice", 20, Fraction(70, 100)),
    System.LEDGER: Voice("reservation", 30, Fraction(60, 100)),
    System.ERP: Voice("remittance advice", 40, Fraction(50, 100)),
    System.BANK: Voice("pre-notice", 60, Fraction(80, 100)),
}

SILENT: Voices = {system: voice._replace(accuracy=CHANCE) for system, voice in VOICES.items()}
"""The same hints, no better than chance."""

PRIORS: dict[str, dict[Kind, Fraction]] = {
    UNKNOWN: {Kind.EXPECTED: Fraction(1, 2), Kind.HARD_DECLINE: Fraction(1, 2)},
    Kind.FAILED.value: {
        fate: Fraction(round(SHARES[kind] * REQUESTED * LATE_SHARE[kind]))
        for fate, kind in (
            (Kind.SOFT_DECLINE, Archetype.PENDING_FAIL),
            (Kind.HARD_DECLINE, Archetype.PENDING_FAIL_HARD),
        )
    },
}
"""By the authority's last word, what the corpus makes of fates as weights: unresolvable tasks are
twins, of which one settles and one fails for good; late failures are dealt by their shares."""


def fate(task: Task) -> Kind:
    """Return what a task's capture comes to."""
    if task.settles:
        return Kind.EXPECTED
    return Kind.SOFT_DECLINE if task.retry_works else Kind.HARD_DECLINE


def likelihood(accuracy: Fraction, hint: Kind, given: Kind) -> Fraction:
    """The chance of a hint given the fate."""
    return accuracy if hint is given else (1 - accuracy) / (len(FATES) - 1)


def hint(task: Task, system: System, voice: Voice) -> Event:
    """Draw a system's hint. Twins share the throw, and hear the same where a hint says nothing."""
    thrown = Random(f"{task.schedule_seed}:hint {system}").random()
    said, upto = FATES[-1], Fraction(0)
    for word in FATES:
        upto += likelihood(voice.accuracy, word, fate(task))
        if thrown < upto:
            said = word
            break
    return Event(HINT_SEQ, said, task.captured_at + voice.after, task.ref)


def evidence_thrown(task: Task, seed: int, voices: Voices = VOICES) -> ThrownBySystem:
    """Throw the dice of every delivery of a task, its hints among them."""
    thrown = throw(task, seed)
    for system, voice in voices.items():
        dice = draw(task.schedule_seed, seed, system, HINT_SEQ)
        thrown[system].append(Thrown(hint(task, system, voice), dice))
    return thrown


def evidence_schedules(task: Task, seed: int, voices: Voices = VOICES) -> Callable[[Arm], Schedule]:
    """Return what makes a task's schedules, as `schedules` does for the paper's world."""
    drawn = Luck(task, seed, evidence_thrown(task, seed, voices), FOLDS_WITH_HINTS)
    return lambda arm: Schedule(drawn, arm)


class Seen(NamedTuple):
    """What a system shows here: what it shows in the paper's world, and the hints it holds."""

    status: Any
    hints: tuple[str, ...]


class EvidenceDesk(SettlementDesk):
    """The desk with a twelfth tool."""

    __slots__ = ()

    def read_hint(self, system: str) -> tuple[str, ...]:
        """Return the hints that a system holds, a copy beside its original; a read like others."""
        return self._told("read_hint", system, super()._look(System(system)).hints)

    def _look(self, system: System) -> Any:
        return super()._look(system).status


EvidenceAct = Callable[[EvidenceDesk, Ticket], None]
"""An agent of this world; any of the paper's is one."""


def _folds() -> Iterator[tuple[System, Callable[[list[Mark]], Seen]]]:
    for system, fold in FOLDS.items():
        counts = system in (System.LEDGER, System.BANK)

        def seen(
            marks: list[Mark], fold: Callable[[list[Mark]], Any] = fold, counts: bool = counts
        ) -> Seen:
            told = [one for one in marks if one.event.kind in FATES]
            words = tuple(one.event.kind.value for one in told if not one.half)
            return Seen(
                fold([one for one in marks if one not in told]), words if counts else words[:1]
            )

        yield system, seen


FOLDS_WITH_HINTS: Folds = dict(_folds())
