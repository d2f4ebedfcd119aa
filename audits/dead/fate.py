"""What becomes of a rollout that a fault struck."""

from __future__ import annotations

from enum import StrEnum


class Fate(StrEnum):
    """What becomes of a rollout that a fault struck."""

    DEAD = "dead"
    """It died, and its failure is on record."""
    UNOPENED = "unopened"
    """No world was ever opened for it, and no failure says why."""
    SILENT = "silent"
    """What is left of it shows no work that can be verified, and no failure says why."""
    UNSCORED = "unscored"
    """It is alive, and a part of the scorer fails on it."""
    ALIVE = "alive"
    """It lives through the fault and ends in right work."""
