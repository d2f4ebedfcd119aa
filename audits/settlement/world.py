"""In which world a plan is run: the paper's, or one of ours (`audits/settlement/ours`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import NamedTuple

import attackers.settlement
import desk.settlement
import scorer.settlement
from attackers.settlement import policies
from desk.settlement import Arm, Corpus, Episode, Schedule, Task, play, schedules
from scorer.settlement import Grader


class World(NamedTuple):
    """What a run asks of a world."""

    name: str
    """As a manifest has it; empty for the paper's."""
    schedules: Callable[[Task, int], Callable[[Arm], Schedule]]
    graders: Callable[[Corpus], list[Grader]]
    """One for each task, in their order."""
    play: Callable[[str, Sequence[Schedule]], list[Episode]]
    """Plays a policy, by name, on every task of a corpus under one seed."""
    sources: tuple[ModuleType, ...]
    """What decides an episode."""


def graders(corpus: Corpus) -> list[Grader]:
    """Hold each task against a reference of its own."""
    return [Grader(task) for task in corpus.tasks]


def _play(policy: str, made: Sequence[Schedule]) -> list[Episode]:
    act = policies()[policy].act
    return [play(act, schedule) for schedule in made]


PAPER = World(
    name="",
    schedules=schedules,
    graders=graders,
    play=_play,
    sources=(desk.settlement, attackers.settlement, scorer.settlement),
)
