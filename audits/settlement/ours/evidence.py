"""The evidence world, ours: does weighing hints beat waiting for the authority, and by what?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from attackers.settlement import policies
from attackers.settlement.ours import believer
from attackers.settlement.ours.reasoning import Known, at_the_end, reasoning
from audits.settlement.bootstrap import Interval
from audits.settlement.ours import SOURCES
from audits.settlement.plan import RunPlan
from audits.settlement.reading import Results
from audits.settlement.run import results
from audits.settlement.tables import Tables, tables
from audits.settlement.twins import TwinsReport, twins
from audits.settlement.world import World, graders
from desk.settlement import SHIP_BY, Arm, Episode, Schedule, System, Task, corpus, play_on, snapshot
from desk.settlement.ours.evidence import (
    SILENT,
    VOICES,
    EvidenceAct,
    EvidenceDesk,
    Voices,
    evidence_schedules,
)
from scorer.settlement_ours import prospect

MAIN = ("gate", "reasoning", "prior-only", "late-believer", "believer")
"""The gate is the paper's; `prior-only` reasons like `reasoning` and hears nobody."""

WITHOUT = {f"without-{system}": system for system in System}
"""`reasoning`, with one system left unheard."""


def acts(voices: Voices = VOICES) -> dict[str, EvidenceAct]:
    """Return the policies of this world, told how good these hints are."""
    known = Known(voices, prospect)
    made: dict[str, EvidenceAct] = {
        "gate": policies()["gate"].act,
        "reasoning": reasoning(known),
        "prior-only": reasoning(known, (), on_prior=True),
        "late-believer": at_the_end(believer.at_last),
        "believer": believer.act,
    }
    for name, left_out in WITHOUT.items():
        made[name] = reasoning(known, [one for one in System if one is not left_out])
    return made


def world(voices: Voices = VOICES) -> World:
    """Return the world with these hints."""
    made = acts(voices)

    def played(policy: str, drawn: Sequence[Schedule]) -> list[Episode]:
        return [play_on(EvidenceDesk(one), made[policy], one.ticket) for one in drawn]

    return World(
        name="evidence",
        schedules=partial(evidence_schedules, voices=voices),
        graders=graders,
        play=played,
        sources=SOURCES,
    )


WORLD = world()


class VoiceRow(msgspec.Struct, frozen=True):
    """What one system's hint is, and what it is worth to who weighs all."""

    system: str
    hint: str
    after: int
    """Ticks from the capture's submission."""
    accuracy: float
    without: float
    """Mean loss in cents of `reasoning` that does not hear it."""
    worth: float
    """Cents an episode that it loses by that."""
    worth_interval: Interval


class EvidenceReport(msgspec.Struct, frozen=True):
    """Everything made of a run in this world; none of it is the paper's."""

    world: str
    tables: Tables
    voices: list[VoiceRow]
    twins: TwinsReport
    """At the decision."""
    apart: int
    """Pairs under a seed that the four views tell apart before outcome and last tick to ship."""
    at_chance: dict[str, float]
    """Mean losses in cents under seed 0 where no hint is better than chance."""
    alike_at_chance: int
    """Pairs that cannot be told apart under seed 0 there."""


def plan(seeds: int, arm: Arm) -> RunPlan:
    """Plan a run in this world: the paper's tasks."""
    names = (*MAIN, *WITHOUT)
    return RunPlan(corpus=corpus(), policies=names, seeds=seeds, arm=arm, world=WORLD)


def report(planned: RunPlan, made: Results) -> EvidenceReport:
    """Make every table, and the two controls: twins, and hints that say nothing."""
    shown = tables(made)
    chance = msgspec.structs.replace(
        planned, policies=("gate", "reasoning"), seeds=1, world=world(SILENT)
    )
    return EvidenceReport(
        world=WORLD.name,
        tables=shown,
        voices=[_voice(shown, name, system) for name, system in WITHOUT.items()],
        twins=twins(planned.corpus, planned.seeds, planned.arm, WORLD),
        apart=sum(
            _apart(planned, pair, seed)
            for pair in planned.corpus.pairs
            for seed in range(planned.seeds)
        ),
        at_chance={row.policy: row.loss for row in tables(results(chance)).policies},
        alike_at_chance=twins(planned.corpus, 1, planned.arm, chance.world).equal,
    )


def _apart(planned: RunPlan, pair: tuple[Task, Task], seed: int) -> bool:
    tick = min(SHIP_BY, pair[0].resolves_at - 1)
    one, other = (snapshot(WORLD.schedules(task, seed)(planned.arm), tick) for task in pair)
    return one.views != other.views


def _voice(shown: Tables, name: str, system: System) -> VoiceRow:
    lost = next(row.loss for row in shown.policies if row.policy == name)
    gap = next(one for one in shown.differences if (one.policy, one.less) == ("reasoning", name))
    low, high = gap.loss_interval
    voice = VOICES[system]
    return VoiceRow(
        system=system.value,
        hint=voice.what,
        after=voice.after,
        accuracy=float(voice.accuracy),
        without=lost,
        worth=-gap.loss,
        worth_interval=(-high, -low),
    )
