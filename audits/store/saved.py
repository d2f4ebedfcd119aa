"""What stands in the store, as values."""

from __future__ import annotations

from typing import Any

import msgspec

from audits.findings import Finding


class Saved(msgspec.Struct, frozen=True, kw_only=True):
    """One finding as it was last seen."""

    id: str
    """Its fingerprint."""
    audit: str
    target: str
    finding: Finding
    folder: str
    """Where the command was run, from the store's own folder on."""
    words: list[str]
    """The command line's words that found it, the program's name left out."""
    seed: int
    strategies: list[str] = []
    """The strategies that were tried then, if the audit tells."""


REFERENCE = "the reference"
"""What an answer is called that is the row's own."""


class Answer(msgspec.Struct, frozen=True):
    """A right answer that was paid: the row as the data set has it, and what it earned."""

    index: int
    columns: dict[str, Any]
    answer: Any
    earned: float
    told: str
    """Which right answer it is: the reference, or a way of putting it."""


class Reached(msgspec.Struct, frozen=True, kw_only=True):
    """How a target was reached when its right answers were scored, and those that were paid."""

    ask: dict[str, Any]
    folder: str = ""
    words: list[str] = []
    answers: list[Answer] = []
