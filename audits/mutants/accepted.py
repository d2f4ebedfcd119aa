"""Survivors that somebody accepted, each with a reason: a committed list that must stay true.

TOML, one table an entry:

    [[accepted]]
    target = "refund:hardened"
    id = "8bf7e60d87"
    where = "scorer.owed:owed_cents_paid"
    reason = "why no guard can or need notice it"
    expires = 2030-01-31  # may be left out
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Annotated

import msgspec

from audits.errors import CannotAuditError
from audits.mutants.trial import Fate, Trial

OURS = Path(__file__).with_name("accepted.toml")
"""The list for our own scorers."""

Text = Annotated[str, msgspec.Meta(min_length=1)]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One accepted survivor."""

    target: Text
    id: Text
    where: Text
    """The place, as `module:function`."""
    reason: Text
    expires: date | None = None
    """The last day on which it is accepted."""

    @property
    def module(self) -> str:
        """The module that it is a change of."""
        return self.where.partition(":")[0]


class _List(msgspec.Struct, forbid_unknown_fields=True):
    accepted: list[Entry] = []


def read_accepted(path: Path) -> list[Entry]:
    """Read a list. Raises `CannotAuditError` with the field that is wrong."""
    try:
        entries = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _List).accepted
    except (OSError, ValueError) as error:
        raise CannotAuditError(
            f"--accepted {path}: {error}; "
            "expected [[accepted]] tables with target, id, where and reason"
        ) from None
    keys = [(entry.target, entry.id) for entry in entries]
    for key in keys:
        if keys.count(key) > 1:
            raise CannotAuditError(f"--accepted {path}: {key[1]} for {key[0]} stands there twice")
    return entries


def accept(trials: Sequence[Trial], entries: Sequence[Entry], today: date) -> None:
    """Mark the survivors that an entry accepts and whose day has not passed."""
    valid = {entry.id for entry in entries if not _is_over(entry, today)}
    for trial in trials:
        trial.accepted = trial.mutant.id in valid


def stale(
    trials: Sequence[Trial], entries: Sequence[Entry], today: date
) -> Iterator[tuple[Entry, str]]:
    """Give the entries that no longer speak of a survivor, and why."""
    made = {trial.mutant.id: trial for trial in trials}
    for entry in entries:
        trial = made.get(entry.id)
        if trial is None:
            yield entry, "no such change can be made any more"
        elif trial.fate not in (Fate.ACCEPTED, Fate.SURVIVED):
            yield entry, _no_survivor(trial)
        elif _is_over(entry, today):
            yield entry, f"it was accepted until {entry.expires}"


def _no_survivor(trial: Trial) -> str:
    if trial.noticed:
        return f"{next(iter(trial.noticed))} notices it now"
    return trial.lost or "it makes no observed difference"


def _is_over(entry: Entry, today: date) -> bool:
    return entry.expires is not None and entry.expires < today
