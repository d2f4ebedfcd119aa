"""Which installed packages add something to clawback; nothing of theirs is loaded here."""

from __future__ import annotations

import os
from importlib.metadata import EntryPoint, entry_points

GROUPS = ("clawback.attackers", "clawback.adapters", "clawback.faults")

OFF = "CLAWBACK_NO_PLUGINS"
"""The environment variable that leaves all of them out."""


def points(group: str) -> list[EntryPoint]:
    """Return a group's entry points in an order that does not change; none if plugins are off."""
    if os.environ.get(OFF, "") not in ("", "0"):
        return []
    return sorted(entry_points(group=group), key=lambda point: (point.name, source(point)))


def source(point: EntryPoint) -> str:
    """Name the distribution that an entry point belongs to, and its version."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value


def versions() -> tuple[str, ...]:
    """Name the distributions that add something, with their versions."""
    return tuple(sorted({source(point) for group in GROUPS for point in points(group)}))
