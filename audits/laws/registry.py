"""Every law by its name. A group of laws is a module that ends in its table."""

from __future__ import annotations

from typing import Any

from audits.errors import CannotAuditError, unknown
from audits.laws.groups import (
    desk,
    evidence,
    harm,
    names,
    payments,
    record,
    scores,
    wording,
    work,
    wrong,
)
from audits.laws.law import Law
from audits.laws.settlement import groups as settlement

LAWS: dict[str, Law] = {
    law.name: law
    for group in (desk, scores, record, work, wrong, evidence, harm, payments, wording, names)
    for law in group.LAWS
}
"""Every law of the refund desk by its name, those of the desk itself first."""

LAWS_OF: dict[str, dict[str, Law]] = {
    "refund": LAWS,
    "settlement": {law.name: law for group in settlement.GROUPS for law in group.LAWS},
}
"""The laws by the name of the desk."""


def describe(law: Law) -> dict[str, Any]:
    """Say what a law is, as a document: name, statement, why, whose it is, its canaries."""
    return {
        "name": law.name,
        "statement": law.statement,
        "why": law.why,
        "applies_to": str(law.applies_to),
        "canaries": list(law.canaries),
    }


def select(only: str | None, desk: str = "refund") -> tuple[Law, ...]:
    """Return the laws of a desk that are named in `only`, comma separated; all of them for None.

    Raises `CannotAuditError` for a name that no law has, and for a list that names none.
    """
    known = LAWS_OF[desk]
    if only is None:
        return tuple(known.values())
    names = [name.strip() for name in only.split(",") if name.strip()]
    for name in names:
        if name not in known:
            raise unknown("--only", name, known)
    if not names:
        raise CannotAuditError(f"--only: expected names of laws, comma separated; got {only!r}")
    return tuple(law for law in known.values() if law.name in names)
