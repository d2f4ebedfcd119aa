"""Cold start: whole processes, beside a bare interpreter's in the same minutes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.figure import Figure, medians

BARE = "a bare interpreter"

BUDGETS = {("--version",): 0.15, ("attack",): 0.5}
"""Seconds that a command may take from a shell's point of view, on an idle desktop machine."""

COMMAND = Path(sys.executable).with_name("clawback")


def measure(rounds: int) -> Iterator[Figure]:
    """Start each command `rounds` times after once for the compiled files."""
    commands = {BARE: [sys.executable, "-c", "pass"]}
    commands |= {" ".join(["clawback", *args]): [str(COMMAND), *args] for args in BUDGETS}
    acts = {name: partial(_run, command) for name, command in commands.items()}
    medians(1, acts)
    taken = medians(rounds, acts)
    yield Figure(BARE, f"{taken[BARE]:.3f} s", "1.0 x")
    for args, budget in BUDGETS.items():
        name = " ".join(["clawback", *args])
        held = f"{taken[name] / taken[BARE]:.1f} x, budget {budget:g} s"
        yield Figure(name, f"{taken[name]:.3f} s", held + (" EXCEEDED" * (taken[name] > budget)))


def _run(command: list[str]) -> None:
    """Run a command to its end; a process that failed is not a time."""
    env = {"PATH": os.environ.get("PATH", ""), "LANG": "C.UTF-8"}
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, capture_output=True, env=env)
