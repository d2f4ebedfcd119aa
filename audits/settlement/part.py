"""What a document says of itself that was made of a run which was stopped: how much of it it is."""

from __future__ import annotations

from typing import TypedDict

import msgspec

from audits.verdict import Verdict


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A document that judges nothing; of a whole run it has no verdict."""

    verdict: Verdict | None = None
    """INTERRUPTED where the run was stopped."""
    why: str = ""
    """How much was finished by then."""


class Stopped(TypedDict, total=False):
    """The fields of `Part`."""

    verdict: Verdict
    why: str


def stopped_at(done: int, planned: int, what: str) -> Stopped:
    """Say that a run was stopped, and that the document is of what was finished."""
    why = f"{done} of {planned:,} {what} were finished, and this is of them; nothing else is kept"
    return Stopped(verdict=Verdict.INTERRUPTED, why=why)
