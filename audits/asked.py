"""An audit that a test asked for: what the child interpreter of `clawback.audit` does."""

from __future__ import annotations

from typing import Any

import msgspec

from attackers.rows import Declared
from audits.api import audit
from audits.errors import CannotAuditError
from audits.report.audit_text import audit_text
from audits.report.reward_text import reward_text
from audits.rules import Severity


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """Make the audit; give the document, the text and the verdicts, or the error that it met."""
    try:
        options = dict(request["options"])
        if "declared" in options:
            options["declared"] = _declared(options["declared"])
        made = audit(request["target"], request["rows"], paths=request["paths"], **options)
    except CannotAuditError as error:
        return {"error": str(error)}
    except TypeError as error:
        if "unexpected keyword argument" not in str(error):
            raise
        return {"error": f"options: {error}"}
    by_severity = {one.value: msgspec.structs.replace(made, fail_on=one) for one in Severity}
    return {
        "document": made.document(),
        "texts": {word: audit_text(one, reward_text) for word, one in by_severity.items()},
        "verdicts": {word: one.verdict.value for word, one in by_severity.items()},
        "fail_on": made.fail_on.value,
    }


def _declared(given: Any) -> Declared:
    try:
        return msgspec.convert(given, Declared)
    except msgspec.ValidationError as error:
        raise CannotAuditError(f"declared: {error}") from None
