"""What a project has accepted: a baseline of single findings, and rules that it suppresses.

Both need a reason and may expire. What covers nothing any more is named.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from audits.errors import CannotAuditError
from audits.findings import Finding
from audits.provenance import identity
from audits.result import Result
from audits.settings import Settings, Suppression, check_reason, converted, toml
from audits.verdict import Verdict

HEAD = "# Findings that clawback gate accepts, with a reason each and perhaps a last day.\n"


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One accepted finding."""

    fingerprint: str
    rule: str
    target: str
    what: str
    reason: str
    expires: datetime.date | None = None


class Baseline(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A baseline's file."""

    accepted: list[Entry] = []


@dataclass(slots=True)
class Acceptance:
    """What was accepted of some results, and what covers nothing."""

    stale: list[Entry] = field(default_factory=list)
    """Entries whose finding is gone."""
    expired: list[str] = field(default_factory=list)
    """Entries and suppressions that hold no more, for people."""
    unused: list[Suppression] = field(default_factory=list)
    """Suppressions that nothing was held back by."""


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
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CannotAuditError(f"{path}: cannot write there: {error.strerror}") from None


def _toml(entry: Entry) -> str:
    named = ("fingerprint", "rule", "target", "what", "reason")
    lines = [f"{name} = {_quoted(getattr(entry, name))}" for name in named]
    lines += [f"expires = {entry.expires.isoformat()}"] if entry.expires else []
    return "\n[[accepted]]\n" + "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Write a TOML string: JSON's escapes are TOML's, but for DEL and pairs of surrogates."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def entry_of(found: Finding, target: str, reason: str, expires: datetime.date | None) -> Entry:
    """Accept a finding."""
    return Entry(
        fingerprint=found.fingerprint(target),
        rule=found.rule,
        target=identity(target),
        what=found.shape,
        reason=reason,
        expires=expires,
    )


def sort_out(
    results: Iterable[Result],
    entries: Sequence[Entry],
    settings: Settings,
    today: datetime.date,
    whole: bool = True,
) -> Acceptance:
    """Mark in each result what is accepted, and return what covers nothing.

    An entry is stale only if its target was audited to the end and the finding is gone; a
    suppression is unused only if all that is declared was audited so (`whole`: nothing was left
    out).
    """
    made, sums = list(results), Acceptance()
    valid = {one.fingerprint: one for one in entries if holds(one.expires, today)}
    holding = [one for one in settings.suppress if holds(one.expires, today)]
    used: set[int] = set()
    for result in made:
        for found in result.findings:
            name = found.fingerprint(result.target)
            by = [n for n, one in enumerate(holding) if _suppresses(one, found, result.target)]
            used.update(by)
            reasons = [valid[name].reason] if name in valid else [holding[n].reason for n in by]
            if reasons:
                result.accepted = result.accepted | {name: reasons[0]}
    if whole and all(map(_ended, made)):
        sums.unused = [one for n, one in enumerate(holding) if n not in used]
    sums.expired = [f"{e.rule} on {e.target} ({e.what}), on {e.expires}" for e in entries
                    if not holds(e.expires, today)]  # fmt: skip
    sums.expired += [f"suppress {one.rule}, on {one.expires}" for one in settings.suppress
                     if not holds(one.expires, today)]  # fmt: skip
    sums.stale = [one for one in valid.values() if _is_gone(one, made)]
    return sums


def _is_gone(entry: Entry, results: Sequence[Result]) -> bool:
    looked = [one for one in results if identity(one.target) == entry.target]
    names = {found.fingerprint(one.target) for one in looked for found in one.findings}
    return bool(looked) and all(map(_ended, looked)) and entry.fingerprint not in names


def _ended(result: Result) -> bool:
    return not result.unsound and result.verdict in (Verdict.CLEAN, Verdict.FINDINGS)


def holds(expires: datetime.date | None, today: datetime.date) -> bool:
    """Tell whether the last day has not passed."""
    return expires is None or today <= expires


def _suppresses(one: Suppression, found: Finding, target: str) -> bool:
    same = one.target is None or identity(one.target) == identity(target)
    return same and found.rule.startswith(one.rule.upper())
