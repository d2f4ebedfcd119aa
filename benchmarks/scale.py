"""Scale: saved rollouts of the refund desk scored again, ten times as many each time."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from attackers import Role
from attackers.refund import agents
from benchmarks.figure import Figure
from desk import Source
from desk.refund import play, train_cases

COUNTS = (10_000, 100_000, 1_000_000)
"""Rollouts in each file; the largest has some 4 GB."""

CASES = 250
"""Cases that are played, each equally often: all counts are multiples."""

COMMAND = Path(sys.executable).with_name("clawback")


class Taken(NamedTuple):
    """What a process took."""

    seconds: float
    """Of CPU time, user's and system's."""
    most: int
    """The most memory that it held, in MiB."""


def measure(rounds: int) -> Iterator[Figure]:
    """Score each file once, however many rounds: the largest takes minutes."""
    del rounds
    with tempfile.TemporaryDirectory() as folder:
        taken = {count: _scored(Path(folder, "rollouts.jsonl"), count) for count in COUNTS}
    least = taken[COUNTS[0]]
    for count, one in taken.items():
        rate = f"{count / one.seconds:,.0f} rollouts/s, {one.most} MiB"
        beside = (
            f"{count // COUNTS[0]} x the rollouts: {one.seconds / least.seconds:.1f} x the time, "
            f"{one.most / least.most:.2f} x the memory"
        )
        yield Figure(f"{count:,} rollouts", rate, beside)


def _scored(path: Path, count: int) -> Taken:
    """Write a file, score it in a process of its own, and take it away."""
    _write(path, count)
    words = [str(COMMAND), "rescore", str(path), "--cases", "train"]
    env = {"PATH": os.environ.get("PATH", ""), "LANG": "C.UTF-8", "CLAWBACK_STORE": "off"}
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, env=env) as run:
        _, status, used = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
    path.unlink()
    if run.returncode:
        raise RuntimeError(f"{' '.join(words)}: exit code {run.returncode}")
    return Taken(used.ru_utime + used.ru_stime, used.ru_maxrss >> 10)


def _write(path: Path, count: int) -> None:
    """Have the reference play the train cases, as often as it takes."""
    act = next(agent.act for agent in agents().values() if agent.role is Role.REFERENCE)
    cases = train_cases().cases[:CASES]
    repeats = count // len(cases)
    with path.open("wb") as file:
        for repeat in range(repeats):
            source = Source(
                model="reference", harness="play", tasks="train", rollout=repeat, planned=repeats
            )
            for case in cases:
                file.write(replace(play(act, case), source=source).to_json() + b"\n")
