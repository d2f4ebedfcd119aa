"""What the reference does where a finding was made, for reports that show the two side by side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from audits.calls import calls
from audits.findings import Finding
from audits.result import Result
from audits.target import Target
from desk.refund import Case


def beside(target: object, result: Result) -> None:
    """Put the reference's calls into a result, by the finding's fingerprint, as `calls` has them.

    Findings without calls, and those on a case that is not known here, have none; nor has a target
    that is not on a desk of ours.
    """
    if not isinstance(target, Target):
        return
    cases = {case.id: case for case in target.cases.cases}
    made = {
        found.fingerprint(target.name): calls(target.play(target.reference.act, case))
        for found in result.findings
        if "calls" in found.counterexample
        for case in _case(target, found, cases)
    }
    if made:
        result.extra["references"] = made


def _case(target: Target, found: Finding, cases: dict[str, Any]) -> Iterator[Any]:
    """Find the case: it stands in the example where it was generated."""
    if isinstance(stated := found.counterexample.get("case"), dict):
        if target.desk == "refund":
            yield msgspec.convert(stated, Case)
    elif found.case in cases:
        yield cases[found.case]
