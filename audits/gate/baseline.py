"""A project's baseline: single findings that it has accepted, with a reason and perhaps a last day.

An entry stands for a cause and for what was folded under it (`also`): which of them names the
cause may change with the rows, and none of them is new then.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Sequence
from pathlib import Path

import msgspec

from audits.errors import one_line, unwritable
from audits.findings import Finding
from audits.provenance import identity
from audits.result import Result
from audits.settings import check_reason, converted, toml
from audits.whole import write_whole

HEAD = "# Findings that clawback gate accepts, with a reason each and perhaps a last day.\n"


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One accepted finding."""

    fingerprint: str
    rule: str
    target: str
    what: str
    reason: str
    expires: datetime.date | None = None
    also: list[str] = []
    """The fingerprints of what was folded under it."""

    @property
    def told(self) -> str:
        """The entry in a line for people."""
        return one_line(f"{self.fingerprint} {self.rule} on {self.target} ({self.what})")

    @property
    def names(self) -> set[str]:
        """Every fingerprint that it accepts."""
        return {self.fingerprint, *self.also}


class Baseline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A baseline's file."""

    accepted: list[Entry] = []


def read_baseline(path: Path) -> list[Entry]:
    """Read the accepted findings; none if there is no such file. Raises `CannotAuditError`."""
    if not path.exists():
        return []
    entries = converted(toml(path), Baseline, str(path)).accepted
    for one in entries:
        check_reason(one.reason, f"{path}, {one.fingerprint}")
    return entries


def write_baseline(path: Path, entries: Sequence[Entry]) -> None:
    """Write a baseline's file. Raises `CannotAuditError` if it cannot be written."""
    text = HEAD + "".join(map(_toml, entries))
    try:
        write_whole(path, text)
    except OSError as error:
        raise unwritable("", path, error) from None


def _toml(entry: Entry) -> str:
    named = ("fingerprint", "rule", "target", "what", "reason")
    lines = [f"{name} = {_quoted(getattr(entry, name))}" for name in named]
    lines += [f"expires = {entry.expires.isoformat()}"] if entry.expires else []
    lines += [f"also = [{', '.join(map(_quoted, entry.also))}]"] if entry.also else []
    return "\n[[accepted]]\n" + "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Write a TOML string: JSON's escapes are TOML's, but for DEL and pairs of surrogates."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def entry_of(found: Finding, result: Result, reason: str, expires: datetime.date | None) -> Entry:
    """Accept a finding, with what is folded under it."""
    return Entry(
        fingerprint=found.fingerprint(result.target),
        rule=found.rule,
        target=identity(result.target),
        what=found.shape,
        reason=reason,
        expires=expires,
        also=sorted(result.folded_under(found)),
    )
