"""Which fault family costs whom how much: every arm on the same dice.

An episode is played again under another arm only if something that it read has changed; where
nothing has, it is the same episode (`Episode.same_under`). So a family that does not reach a policy
costs no time, and the gate, which reads none of the four systems, is played once for all arms.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from itertools import product
from statistics import fmean
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from attackers.settlement import policies
from audits.attacks.rows import SCHEMA_VERSION, Tool
from audits.events import Event, Extra, Started, Step
from audits.settlement.bootstrap import Interval, Resamples, Sums
from audits.settlement.part import Part, stopped_at
from audits.settlement.plan import CorpusRow, corpus_row
from audits.stopping import until_stopped
from desk.settlement import (
    FULL,
    NONE,
    Act,
    Arm,
    Corpus,
    End,
    Episode,
    Family,
    Schedule,
    arm_name,
    play,
    schedules,
)
from scorer.settlement import Grader

JOINT: Arm = frozenset({Family.LOSS, Family.DELAY})

ARMS: tuple[Arm, ...] = (
    NONE,
    *(frozenset({family}) for family in Family),
    *(FULL - {family} for family in Family),
    JOINT,
    FULL,
)


class Cell(msgspec.Struct, frozen=True):
    """One policy under one arm."""

    loss: float
    """Mean excess loss in cents."""
    loss_interval: Interval
    """95%, bootstrap over units as in `settle table`."""
    exact: float
    changed: int
    """Episodes that went otherwise than with no fault (arms with `only`) or with all of them."""


class Interaction(msgspec.Struct, frozen=True):
    """What loss and delay cost a policy alone and together, in cents an episode."""

    policy: str
    loss: float
    delay: float
    joint: float
    interaction: float
    """Joint less the two alone: below 0, together they cost less than one by one."""


class Ablation(Part, frozen=True):
    """Mean losses of every policy under every arm."""

    schema_version: int
    tool: Tool
    corpus: CorpusRow
    seeds: int
    episodes: int
    """Of each arm."""
    played: int
    """Episodes that had to be played, of all arms."""
    arms: dict[str, dict[str, Cell]]
    """Arm by policy."""
    interactions: list[Interaction]

    def effect(self, policy: str, families: Arm) -> float:
        """What an arm costs a policy over no fault at all, in cents an episode."""
        return self.arms[arm_name(families)][policy].loss - self.arms["none"][policy].loss


class Outcome(NamedTuple):
    """What is compared between arms: the end, the steps to it, and its grade."""

    end: End
    steps: int
    loss: int
    exact: bool


def ablate(corpus: Corpus, names: Sequence[str], seeds: int) -> Generator[Event, None, None]:
    """Play every arm and yield one step for each seed, then the `ablation`.

    On Ctrl-C it is made of the seeds that were finished, if there are any.
    """
    yield Started(seeds)
    outcomes: Outcomes = {arm: {name: [] for name in names} for arm in ARMS}
    acts = {name: policies()[name].act for name in names}
    graders = [Grader(task) for task in corpus.tasks]
    done = played = 0
    with until_stopped() as stop:
        for seed in range(seeds):
            made, new = _under(seed, acts, graders)
            for arm, name in product(ARMS, names):
                outcomes[arm][name] += made[arm][name]
            done, played = done + 1, played + new
            yield Step(f"seed {seed}")
    if done:
        part = stopped_at(done, seeds, "seeds") if done < seeds else {}
        yield Extra("ablation", replace(_ablation(corpus, done, played, outcomes), **part))
    stop.pass_on()


def _under(seed: int, acts: Mapping[str, Act], graders: Sequence[Grader]) -> tuple[Outcomes, int]:
    """Play every arm under one seed; also, how many episodes had to be played."""
    outcomes: Outcomes = {arm: {name: [] for name in acts} for arm in ARMS}
    played = 0
    for grader in graders:
        made = list(map(schedules(grader.task, seed), ARMS))
        for name, act in acts.items():
            known: list[Played] = []
            for schedule in made:
                outcomes[schedule.arm][name].append(_outcome(act, schedule, grader, known))
            played += len(known)
    return outcomes, played


Outcomes = dict[Arm, dict[str, list[Outcome]]]


class Played(NamedTuple):
    """An episode that other arms may share."""

    episode: Episode
    schedule: Schedule
    outcome: Outcome


def _outcome(act: Act, schedule: Schedule, grader: Grader, known: list[Played]) -> Outcome:
    """Find the episode that this arm shares with one before it, or play it."""
    for one in known:
        if one.episode.same_under(one.schedule, schedule):
            return one.outcome
    episode = play(act, schedule)
    grade = grader.grade(episode.end)
    outcome = Outcome(episode.end, len(episode.log), grade.loss, grade.exact)
    known.append(Played(episode, schedule, outcome))
    return outcome


def _ablation(corpus: Corpus, seeds: int, played: int, outcomes: Outcomes) -> Ablation:
    names = list(outcomes[NONE])
    units = [task.unit for task in corpus.tasks] * seeds  # outcomes stand seed by seed
    drawn = Resamples(len(set(units)))
    arms = {}
    for arm in ARMS:
        sums = [_by_unit(units, [one.loss for one in outcomes[arm][name]]) for name in names]
        intervals = drawn.intervals(Sums(_by_unit(units, [1] * len(units)), sums)).means
        arms[arm_name(arm)] = {
            name: _cell(outcomes[arm][name], outcomes[_beside(arm)][name], interval)
            for name, interval in zip(names, intervals, strict=True)
        }
    return Ablation(
        schema_version=SCHEMA_VERSION,
        tool=Tool(),
        corpus=corpus_row(corpus),
        seeds=seeds,
        episodes=len(corpus.tasks) * len(names) * seeds,
        played=played,
        arms=arms,
        interactions=[_interaction(name, arms) for name in names],
    )


def _beside(arm: Arm) -> Arm:
    return NONE if len(arm) <= len(JOINT) else FULL


def _by_unit(units: Sequence[int], worths: Sequence[int]) -> list[int]:
    """Add up worths over each unit, in the order of the units."""
    sums = dict.fromkeys(sorted(set(units)), 0)
    for unit, worth in zip(units, worths, strict=True):
        sums[unit] += worth
    return list(sums.values())


def _cell(outcomes: list[Outcome], beside: list[Outcome], interval: Interval) -> Cell:
    return Cell(
        fmean(one.loss for one in outcomes),
        interval,
        fmean(one.exact for one in outcomes),
        sum(one[:2] != other[:2] for one, other in zip(outcomes, beside, strict=True)),
    )


def _interaction(name: str, arms: dict[str, dict[str, Cell]]) -> Interaction:
    base = arms["none"][name].loss
    loss, delay, joint = (
        arms[arm_name(arm)][name].loss - base
        for arm in (frozenset({Family.LOSS}), frozenset({Family.DELAY}), JOINT)
    )
    return Interaction(name, loss, delay, joint, joint - loss - delay)
