"""What of some results a project has accepted, by its baseline or by rules that it suppresses.

Both need a reason and may expire. What covers nothing any more is named; what was not looked at in
a run is not called gone.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from audits.findings import Finding
from audits.gate.baseline import Entry
from audits.gate.newly import accept_newly, refer_newly
from audits.provenance import identity
from audits.result import Result
from audits.settings import Settings, Suppression, flat
from audits.verdict import Verdict


@dataclass(slots=True)
class Acceptance:
    """What was accepted of some results, and what covers nothing."""

    stale: list[Entry] = field(default_factory=list)
    """Entries whose finding is gone."""
    unseen: list[Entry] = field(default_factory=list)
    """Entries of which this run can say nothing: their like, or their target, was not tried."""
    expired: list[str] = field(default_factory=list)
    """Entries and suppressions that hold no more, for people."""
    unused: list[Suppression] = field(default_factory=list)
    """Suppressions that nothing was held back by."""


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
    valid = [one for one in entries if holds(one.expires, today)]
    by_name = {name: one for one in valid for name in (*one.also, one.fingerprint)}
    holding = [one for one in settings.suppress if holds(one.expires, today)]
    used: set[int] = set()
    for result in made:
        for found in result.findings:
            name = found.fingerprint(result.target)
            by = [n for n, one in enumerate(holding) if _suppresses(one, found, result.target)]
            used.update(by)
            reasons = [by_name[name].reason] if name in by_name else [holding[n].reason for n in by]
            if reasons:
                result.accepted = result.accepted | {name: flat(reasons[0])}
    for result in made:
        accept_newly(result, made)
    for result in made:
        refer_newly(result, made)
    if whole and all(map(_ended, made)):
        sums.unused = [one for n, one in enumerate(holding) if n not in used]
    both: list[Entry | Suppression] = [*entries, *settings.suppress]
    gone = [one for one in both if not holds(one.expires, today)]
    sums.expired = [f"{one.told}, on {one.expires}" for one in gone]
    for entry in valid:
        looked = [one for one in made if identity(one.target) == entry.target]
        if not all(map(_ended, looked)) or not (looked or whole):
            continue
        if not any(_looks_for(one, entry) for one in looked):
            sums.unseen.append(entry)  # other settings may share the file: perhaps it is theirs
        elif not any(one.names & entry.names for one in looked):
            sums.stale.append(entry)
    return sums


def _looks_for(result: Result, entry: Entry) -> bool:
    """Tell whether a result would show the entry's finding; an audit that does not tell would."""
    rules, tried = result.extra.get("rules"), result.kept.get("tried", set())
    if rules is not None and entry.rule not in {*rules, *BESIDE.get(result.audit, ())}:
        return False
    known = {rule for rule, _ in tried}
    return entry.rule not in known or (entry.rule, entry.what) in tried


BESIDE = {"audit": ("G801",)}
"""Rules that the gate looks at beside those of an audit."""


def _ended(result: Result) -> bool:
    return not result.unsound and result.verdict in (Verdict.CLEAN, Verdict.FINDINGS)


def holds(expires: datetime.date | None, today: datetime.date) -> bool:
    """Tell whether the last day has not passed."""
    return expires is None or today <= expires


def _suppresses(one: Suppression, found: Finding, target: str) -> bool:
    same = one.target is None or identity(one.target) == identity(target)
    return same and found.rule.startswith(one.rule.upper())
