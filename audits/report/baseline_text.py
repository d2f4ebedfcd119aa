"""What became of a baseline, as text: each finding by its id, with reason and last day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from audits.errors import one_line
from audits.gate.baseline import Entry
from audits.result import Result
from audits.settings import flat


def baseline_text(
    path: Path, new: Sequence[Entry], out: Mapping[str, str], before: Sequence[Entry],
    results: Sequence[Result],
) -> str:  # fmt: skip
    """Write the counts, then a line for each finding.

    `out` says why an entry is taken out, by fingerprint; `before` are all that stood there.
    `results` are those of this run, which know the titles.
    """
    titles = {
        found.fingerprint(one.target): found.title for one in results for found in one.findings
    }
    kept = [one for one in before if one.fingerprint not in out]
    gone = [one for one in before if one.fingerprint in out]
    head = f"{path}: {len(new)} accepted, {len(gone)} taken out, {len(kept)} kept"
    lines = [
        *_lines("accepted", new, titles, {}),
        *_lines("taken out", gone, titles, out),
        *_lines("kept", kept, titles, {}),
    ]
    return "\n".join([head, *lines])


def _lines(
    how: str, entries: Sequence[Entry], titles: Mapping[str, str], why: Mapping[str, str]
) -> Iterator[str]:
    for one in entries:
        title = titles.get(one.fingerprint, one.what)
        until = f", until {one.expires}" if one.expires else ""
        because = f"; {why[one.fingerprint]}" if one.fingerprint in why else ""
        named = one_line(f"{one.fingerprint} {one.rule} on {one.target}: {flat(title)}")
        yield f"  {how}: {named} ({flat(one.reason)}{until}{because})"
