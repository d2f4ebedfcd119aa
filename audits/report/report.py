"""What every format is given: the verdict, the whole document, and the results with findings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from audits.attacks.rows import SCHEMA_VERSION, Tool
from audits.findings import Finding
from audits.provenance import Place
from audits.result import COUNTED_AS, Result
from audits.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Report:
    """A finished run. `text` writes it for people, when it is asked for."""

    verdict: Verdict
    why: str
    """The verdict's reason, in one sentence without its full stop."""
    document: Any
    """The documented JSON."""
    text: Callable[[], str]
    results: Sequence[Result] = ()
    """The audits that were made, each with its findings."""
    notes: Sequence[str] = ()
    """What else is to be known of the run, a sentence each without its full stop."""

    @property
    def failing(self) -> int:
        """How many findings count against the target."""
        return sum(len(result.failing) for result in self.results)


def report_of(result: Result, text: Callable[[], str]) -> Report:
    """Make the report of one audit."""
    return Report(result.verdict, result.why, result.document(), text, (result,))


def header() -> dict[str, Any]:
    """Return the keys that every document begins with."""
    return {"schema_version": SCHEMA_VERSION, "tool": msgspec.to_builtins(Tool())}


def no_report(why: str, verdict: Verdict = Verdict.INCONCLUSIVE) -> Report:
    """Make the report of a run that could not be made."""
    document = header() | {"verdict": verdict, "why": why}
    return Report(verdict, why, document, lambda: f"{verdict}: {why}")


def placed(result: Result, found: Finding) -> Place | None:
    """Return where the paying code stands: its line, the term's that paid most, or the target's."""
    known = result.extra.get("places", {})
    if (name := found.fingerprint(result.target)) in known:
        return msgspec.convert(
            msgspec.to_builtins(known[name]), Place
        )  # kept ones are read as JSON
    by_pay = sorted(found.terms, key=lambda name: -found.terms[name])
    places = [result.source.terms[name] for name in by_pay if name in result.source.terms]
    return places[0] if places else result.source.place


def counted_as(found: Finding) -> str:
    """Say by which finding a hole is counted that two audits see; empty if by this one."""
    other = found.counterexample.get(COUNTED_AS, "")
    return f"the same hole as {other}, and counted there" if other else ""


def earnings(found: Finding) -> str:
    """Say what a finding earned against what the reference earns; empty if it was not scored."""
    if found.earned is None:
        return ""
    if found.reference_earned is None:
        return f"earned {found.earned:.3f}"
    return f"earned {found.earned:.3f}, the reference earns {found.reference_earned:.3f}"
