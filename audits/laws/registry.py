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

LAWS: dict[str, Law] = {
    law.name: law
    for group in (desk, scores, record, work, wrong, evidence, harm, payments, wording, names)
    for law in group.LAWS
}
"""Every law by its name, those of the desk first."""


def describe(law: Law) -> dict[str, Any]:
    """Say what a law is, as a document: name, statement, why, whose it is, its canaries."""
    return {
        "name": law.name,
        "statement": law.statement,
        "why": law.why,
        "applies_to": str(law.applies_to),
        "canaries": list(law.canaries),
    }


def select(only: str | None) -> tuple[Law, ...]:
    """Return the laws named in `only`, comma separated; all of them for None.

    Raises `CannotAuditError` for a name that no law has, and for a list that names none.
    """
    if only is None:
        return tuple(LAWS.values())
    names = [name.strip() for name in only.split(",") if name.strip()]
    for name in names:
        if name not in LAWS:
            raise unknown("--only", name, LAWS)
    if not names:
        raise CannotAuditError(f"--only: expected names of laws, comma separated; got {only!r}")
    return tuple(law for law in LAWS.values() if law.name in names)
