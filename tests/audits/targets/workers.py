"""Loading targets for a test, and making sure that nothing of them is left."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from audits.rewards.outcome import Kind, Outcome
from audits.targets.client import Call, Worker

HOSTILE = Path(__file__).with_name("hostile.py")
Load = Callable[..., Worker]


def running(mark: str) -> list[str]:
    """Name the processes that were started with a mark in their environment."""
    found = []
    for place in Path("/proc").iterdir():
        if place.name.isdigit() and place.name != str(os.getpid()):
            try:
                if mark.encode() in (place / "environ").read_bytes():
                    found.append(place.name)
            except OSError:
                continue
    return found


def asks(*completions: str) -> list[Call]:
    """Ask for the completions' scores, where 4 is right."""
    return [Call(kwargs={"completion": word, "answer": "4"}) for word in completions]


def scored(outcomes: list[list[Outcome]]) -> list[float | Kind]:
    """Write each call's one outcome in short."""
    return [one.kind if one.value is None else one.value for (one,) in outcomes]
