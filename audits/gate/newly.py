"""What is newly paid (G803) beside the finding that it is paid at all: one hole, counted once.

The audit of a target and its comparison with a revision look at the same answers. Where both see
a hole, the audit's finding stands for it; what the comparison alone sees stands for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from audits.findings import Finding
from audits.provenance import identity
from audits.result import COUNTED_AS, Result

RULE = "G803"

Some = Callable[[Result], Sequence[Finding]]


def accept_newly(result: Result, made: Sequence[Result]) -> None:
    """Accept that something is newly paid where the audit of its target accepts that it is paid."""
    known = _known(result, made, lambda one: one.passed)
    found = [one for one in result.findings if one.rule == RULE and one.shape in known]
    reasons = {
        one.fingerprint(result.target): known[one.shape][0].reason_for(known[one.shape][1]) or ""
        for one in found
    }
    result.accepted = reasons | result.accepted


def refer_newly(result: Result, made: Sequence[Result]) -> None:
    """Have what is newly paid name the finding by which the same hole is counted, if any."""
    known = _known(result, made, lambda one: [*one.new, *one.passed])
    result.findings = [_referring(found, known) for found in result.findings]


def _known(result: Result, made: Iterable[Result], some: Some) -> dict[str, tuple[Result, Finding]]:
    """Give those findings of a target's own audits, by shape, what is folded under them too."""
    audits = [one for one in made if identity(one.target) == identity(result.target)]
    shown = [(one, found) for one in audits for found in some(one) if found.rule != RULE]
    known: dict[str, tuple[Result, Finding]] = {}
    for one, found in shown:
        for shape in (found.shape, *found.counterexample.get("also paid", ())):
            known.setdefault(shape, (one, found))
    return known


def _referring(found: Finding, known: dict[str, tuple[Result, Finding]]) -> Finding:
    if found.rule != RULE or found.shape not in known:
        return found
    result, other = known[found.shape]
    named = {COUNTED_AS: f"{other.rule} {other.fingerprint(result.target)}"}
    return msgspec.structs.replace(found, counterexample=named | found.counterexample)
