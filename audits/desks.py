"""The one place that chooses a desk: what is under audit on it, and which audits know it.

To give a desk an audit, add a line to its audits; a verb that a desk has none for says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from attackers.settlement.cheats import agents as settlement_agents
from audits import suite
from audits.errors import CannotAuditError, unknown
from audits.suite import Audit
from audits.target import Target, refund_target, settlement_case_set, without_term
from desk import settlement
from scorer.settlement_reward import settlement_reward
from scorer.settlement_rules import REVERTS

Build = Callable[[str | None, Iterable[str], Iterable[str], str], Target]


class Desk(NamedTuple):
    """A world of ours, as the audits choose it."""

    target: Build
    """Builds a target of scorer, reverts, terms left out, and cases, as a command line names them.
    Raises `CannotAuditError`."""
    audits: Callable[[], tuple[Audit, ...]]
    """Those that know it, beside the attack suite, which knows every desk."""


def _refund(
    scorer: str | None, reverts: Iterable[str], without: Iterable[str], cases: str
) -> Target:
    reverts = tuple(reverts)
    name = scorer or ("published" if reverts else "hardened")
    return refund_target(name, reverts, without, cases)


def _settlement(
    scorer: str | None, reverts: Iterable[str], without: Iterable[str], cases: str
) -> Target:
    if scorer not in (None, "hardened"):
        raise unknown("--scorer", scorer, ("hardened",))
    reverts = tuple(reverts)
    for revert in reverts:
        if revert not in REVERTS:
            raise unknown("--revert", revert, REVERTS)
    built = settlement_reward(reverts)
    for name in without:
        built = without_term(built, name)
    return Target(
        built,
        reverts,
        settlement_case_set(cases),
        settlement_agents(),
        "settlement",
        settlement.record,
        settlement.wrongs,
    )


KNOWN_TO_SETTLEMENT = frozenset({"faults", "laws", "mutate", "edits", "search", "twins"})

SETTLEMENT = tuple(audit for audit in suite.AUDITS if audit.name in KNOWN_TO_SETTLEMENT)
"""The audits that have been given a part for the settlement desk."""

DESKS: dict[str, Desk] = {
    "refund": Desk(_refund, lambda: suite.AUDITS),
    "settlement": Desk(_settlement, lambda: SETTLEMENT),
}


def desk_of(name: str) -> Desk:
    """Find a desk by its name. Raises `CannotAuditError` for one that there is not."""
    if name not in DESKS:
        raise unknown("--desk", name, DESKS)
    return DESKS[name]


def audit_of(desk: str, name: str) -> Audit:
    """Find a desk's audit. Raises `CannotAuditError` where that audit does not know the desk."""
    known = {audit.name: audit for audit in desk_of(desk).audits()}
    if name in known:
        return known[name]
    raise CannotAuditError(
        f"--desk {desk}: `clawback {name}` does not know this desk; on it there are "
        f"{', '.join(('attack', *known))}"
    )
