"""Plays and grades every episode of a plan, and records it piece by piece.

Dice are thrown once for each task and seed; the schedules made of them are shared by all policies.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

import msgspec

from audits.events import Event, Extra, Started, Step
from audits.settlement.folder import SCHEDULES, TASKS, Folder
from audits.settlement.plan import RunPlan
from audits.settlement.reading import Results
from audits.settlement.records import (
    EpisodeRecord,
    Row,
    lines,
    row,
    schedule_record,
    task_records,
)
from desk.settlement import Episode, Schedule
from scorer.settlement import Grader


class Ran(msgspec.Struct, frozen=True):
    """What a run has come to."""

    folder: str
    episodes: int
    kept: int
    """Files that an earlier run had finished."""
    files: int
    fingerprint: str
    """SHA-256 over the fingerprints of all files but the manifest."""


def run(plan: RunPlan, folder: Folder) -> Generator[Event, None, None]:
    """Write what is missing in a folder, one step for each file, and seal it."""
    missing = set(folder.missing)
    yield Started(len(missing))
    graders = plan.world.graders(plan.corpus)
    if TASKS in missing:
        folder.write(TASKS, lines(task_records(graders)))
        yield Step("tasks")
    by_seed = (
        [plan.world.schedules(task, seed)(plan.arm) for task in plan.corpus.tasks]
        for seed in range(plan.seeds)
    )
    yield from _write(plan, folder, missing, graders, by_seed)
    done = len(folder.names)
    yield Extra(
        "ran",
        Ran(str(folder.path), plan.manifest.episodes, done - len(missing), done, folder.seal()),
    )


def _write(
    plan: RunPlan,
    folder: Folder,
    missing: set[str],
    graders: list[Grader],
    by_seed: Iterator[list[Schedule]],
) -> Iterator[Event]:
    drawn = bytearray()
    for seed, made in enumerate(by_seed):
        if SCHEDULES in missing:
            drawn += lines([schedule_record(schedule) for schedule in made])
        for policy in plan.policies:
            name = folder.chunk(policy, seed)
            if name in missing:
                played = plan.world.play(policy, made)
                folder.write(name, lines(list(episodes(policy, seed, played, graders))))
                yield Step(name)
    if SCHEDULES in missing:
        folder.write(SCHEDULES, bytes(drawn))
        yield Step("schedules")


def episodes(
    policy: str, seed: int, played: list[Episode], graders: list[Grader]
) -> Iterator[EpisodeRecord]:
    """Grade one policy on every task under one seed."""
    for episode, grader in zip(played, graders, strict=True):
        grade = grader.grade(episode.end)
        yield EpisodeRecord(
            grader.task.id,
            policy,
            seed,
            grade.loss,
            grade.exact,
            grade.premature,
            grade.tally,
            grader.deductions(grade.tally),
            episode.end,
            episode.log,
        )


def results(plan: RunPlan) -> Results:
    """Play and grade every episode of a plan in memory, with the rows that a folder would give."""
    world = plan.world
    graders = world.graders(plan.corpus)
    rows: dict[tuple[str, int], list[Row]] = {}
    for seed in range(plan.seeds):
        made = [world.schedules(task, seed)(plan.arm) for task in plan.corpus.tasks]
        for name in plan.policies:
            rows[name, seed] = [
                row(name, seed, grader, grader.grade(episode.end))
                for episode, grader in zip(world.play(name, made), graders, strict=True)
            ]
    return Results(plan.manifest, task_records(graders), rows)
