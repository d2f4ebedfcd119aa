"""Which of the laws for dead rollouts a score breaks. Knows no desk, and not how a run died."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any, NamedTuple, Protocol, TypeAlias

from audits.dead.fate import Fate
from audits.dust import FLOAT_DUST
from audits.rules import Severity
from desk import By
from desk.failure import told
from scorer import Score, Term

Scores: TypeAlias = Callable[[Any], Score]
"""What scores a rollout: `Scorer.score`, or a stand-in for it."""


class Weighed(Protocol):
    """What scores a rollout by weighted terms: a `Scorer`, or a stand-in for one."""

    @property
    def terms(self) -> tuple[Term[Any], ...]:
        """Its terms, of which only the weights are looked at."""
        ...

    def score(self, rollout: Any, /) -> Score:
        """Score one rollout."""
        ...


Kin: TypeAlias = tuple[Fate, By | None]
"""What strikes have in common that the same rules speak of."""


@dataclass(frozen=True, slots=True)
class Struck:
    """One rollout that one fault struck at one place, whoever scores it."""

    fault: str
    group: str
    what: str
    """What the fault does, in one sentence without its full stop."""
    fate: Fate
    by: By | None
    case: str
    run: str
    """Which run was struck: of the reference, or of an agent that did nothing."""
    where: str
    rollout: Any

    @property
    def kin(self) -> Kin:
        """Its fate, and by whom."""
        return self.fate, self.by


@dataclass(frozen=True, slots=True)
class Bar:
    """What a scorer's scores on one case are held against."""

    low: float
    high: float
    floor: float | None = None
    """The worst score of an honest failure; None if none is scored."""
    due: float | None = None
    """What the undisturbed run of the reference earns; None if it is not scored."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a scorer made of a rollout: its score, or what it raised."""

    score: Score | None
    raised: str = ""

    @property
    def value(self) -> float | None:
        """What was paid; None if it was not scored, or no score came out."""
        return self.score.value if self.score else None

    @property
    def labelled(self) -> bool:
        """Whether anybody downstream can tell that it is no ordinary score."""
        return self.score is not None and (self.score.value is None or self.score.dead)


def outcome(scores: Scores, rollout: Any) -> Outcome:
    """Score a rollout, and keep what is raised."""
    try:
        return Outcome(scores(rollout))
    except Exception as error:  # noqa: BLE001 - a scorer that raises is one of the things looked for
        return Outcome(None, told(error))


def span(scorer: Weighed) -> Bar:
    """Return the range that the weights of a scorer allow, and nothing else to be held against."""
    weights = [term.weight for term in scorer.terms]
    return Bar(sum(w for w in weights if w < 0), sum(w for w in weights if w > 0))


def bar(scorer: Weighed, honest: Iterable[Any], reference: Any) -> Bar:
    """Measure a case by its honest failures and the reference's undisturbed run."""
    values = [outcome(scorer.score, made).value for made in honest]
    floor = min((value for value in values if value is not None), default=None)
    return replace(span(scorer), floor=floor, due=outcome(scorer.score, reference).value)


class Breach(NamedTuple):
    """One rule that a score breaks, and by which mechanism."""

    rule: str
    shape: str
    severity: Severity = Severity.ERROR


def broken(struck: Struck, made: Outcome, held: Bar) -> list[Breach]:
    """List the rules that a score breaks.

    A record that is spoilt without a failure proves nothing against a scorer that was not told:
    what it is paid is a lead.
    """
    found = [Breach("D205", shape) for shape in _unfit(made, held)]
    if struck.fate is Fate.ALIVE:
        return [*found, *_denied(made, held)]
    if struck.fate is Fate.SILENT:
        shape = f"nothing on record, {struck.group}"
        return [*found, *([Breach("D201", shape, Severity.WARNING)] if _paid(made) else [])]
    return [*found, *_dead(struck, made, held)]


def _unfit(made: Outcome, held: Bar) -> Iterator[str]:
    if made.score is None:
        yield "it raises"
    elif not all(map(isfinite, (made.value or 0.0, *made.score.terms.values()))):
        yield "it is not finite"
    elif not held.low - FLOAT_DUST <= (made.value or 0.0) <= held.high + FLOAT_DUST:
        yield "it is out of range"


def _denied(made: Outcome, held: Bar) -> Iterator[Breach]:
    if held.due is not None and (made.value is None or made.value < held.due - FLOAT_DUST):
        yield Breach("D207", "right work is denied")


def _paid(made: Outcome) -> bool:
    return made.value is not None and made.value > FLOAT_DUST


def _dead(struck: Struck, made: Outcome, held: Bar) -> Iterator[Breach]:
    if _paid(made):
        yield Breach("D201", "the dead are paid")
    if made.value is not None and held.floor is not None and made.value > held.floor + FLOAT_DUST:
        yield Breach("D202", "the dead outdo the honest")
    if made.score is not None and not made.labelled:
        yield Breach("D203", "the dead carry ordinary scores")
        if struck.by is By.INFRASTRUCTURE:
            yield Breach("D204", "an outage is scored like an answer")
    if made.score is not None and made.value is None and struck.by is By.AGENT:
        yield Breach("D204", "an agent's death is left out")
