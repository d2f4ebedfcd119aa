"""What tuning on one split is worth on another: a tuned policy beside an untuned control.

The knobs of `attackers.settlement.voting` are tuned on the public split by trying every setting;
then tuned, control and all policies are measured on a split regenerated from another master seed,
with everything drawn: none of the quotas that were decoded from published losses.
"""

from __future__ import annotations

from collections.abc import Generator
from statistics import fmean

import msgspec
from msgspec.structs import replace

from attackers.settlement import policies
from attackers.settlement.voting import CONTROL, GRID, Knobs, voting
from audits.attacks.rows import SCHEMA_VERSION, Tool
from audits.events import Event, Extra, Started, Step
from audits.settlement.part import Part, stopped_at
from audits.settlement.plan import CorpusRow, corpus_row
from audits.stopping import until_stopped
from desk.settlement import FULL, Act, Corpus, Schedule, corpus, play, schedules
from scorer.settlement import Grader

SEED = 1
"""Master seed of the regenerated split."""


class OnSplit(msgspec.Struct, frozen=True):
    """What a policy comes to on one split."""

    loss: float
    exact: float
    """Share of episodes."""
    paired: float
    """Mean loss over the members of twin pairs."""


class SplitRow(msgspec.Struct, frozen=True):
    """One policy on both splits; losses are means in cents."""

    policy: str
    public: OnSplit
    regenerated: OnSplit


class SplitReport(Part, frozen=True):
    """Both splits."""

    schema_version: int
    tool: Tool
    public: CorpusRow
    regenerated: CorpusRow
    seeds: int
    settings: int
    """How many settings were tried."""
    tuned: dict[str, int | str]
    control: dict[str, int | str]
    rows: list[SplitRow]
    public_gain: float
    """Cents an episode that the tuned policy is ahead of the control where it was tuned."""
    regenerated_gain: float
    """The same where it was not."""


class _Split:
    """A corpus with its schedules and references, made once for all policies."""

    def __init__(self, made: Corpus, seeds: int) -> None:
        self.row = corpus_row(made)
        graders = [Grader(task) for task in made.tasks]
        self._cases: list[tuple[Grader, Schedule]] = [
            (grader, schedules(grader.task, seed)(FULL))
            for seed in range(seeds)
            for grader in graders
        ]

    def measure(self, act: Act) -> OnSplit:
        """Play a policy on every task under every seed."""
        graded = [
            (grader.task.twin, grader.grade(play(act, schedule).end))
            for grader, schedule in self._cases
        ]
        return OnSplit(
            loss=fmean(one.loss for _, one in graded),
            exact=fmean(one.exact for _, one in graded),
            paired=fmean(one.loss for twin, one in graded if twin),
        )


def split(seeds: int, master_seed: int = SEED) -> Generator[Event, None, None]:
    """Tune, and measure on both splits; yield one step for each policy tried, then the `split`.

    On Ctrl-C it has the policies until then, if tuned and control are among them.
    """
    acts = {name: agent.act for name, agent in policies().items()}
    yield Started(len(GRID) + len(acts) + 2)
    public = _Split(corpus(), seeds)
    tried: dict[Knobs, float] = {}
    for knobs in GRID:
        tried[knobs] = public.measure(voting(knobs)).loss
        yield Step("tuning")
    tuned = min(GRID, key=lambda knobs: tried[knobs])
    acts = {"tuned": voting(tuned), "control": voting(CONTROL), **acts}
    fresh = corpus(master_seed, decoded=False, name="regenerated")
    regenerated = _Split(fresh, seeds)
    of: dict[str, SplitRow] = {}
    with until_stopped() as stop:
        for name, act in acts.items():
            of[name] = SplitRow(name, public.measure(act), regenerated.measure(act))
            yield Step(name)
    if {"tuned", "control"} <= of.keys():
        part = stopped_at(len(of), len(acts), "policies") if len(of) < len(acts) else {}
        yield Extra("split", replace(_report(public, regenerated, seeds, tuned, of), **part))
    stop.pass_on()


def _report(
    public: _Split, regenerated: _Split, seeds: int, tuned: Knobs, of: dict[str, SplitRow]
) -> SplitReport:
    return SplitReport(
        schema_version=SCHEMA_VERSION,
        tool=Tool(),
        public=public.row,
        regenerated=regenerated.row,
        seeds=seeds,
        settings=len(GRID),
        tuned=tuned._asdict(),
        control=CONTROL._asdict(),
        rows=sorted(of.values(), key=lambda row: (row.public.loss, row.policy)),
        public_gain=of["control"].public.loss - of["tuned"].public.loss,
        regenerated_gain=of["control"].regenerated.loss - of["tuned"].regenerated.loss,
    )
