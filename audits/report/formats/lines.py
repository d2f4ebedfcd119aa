"""A report as JSON lines, for logs and streams: an `audit` line, its `finding` lines, a `verdict`.

Each line carries `schema_version`; a finding's names its audit and target.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from audits.attacks.rows import SCHEMA_VERSION, Tool
from audits.report.report import Report


def write(report: Report) -> str:
    """Write a line for each audit and finding, and the verdict last."""
    return "\n".join(
        msgspec.json.encode({"type": kind, "schema_version": SCHEMA_VERSION} | line).decode()
        for kind, line in _lines(report)
    )


def _lines(report: Report) -> Iterator[tuple[str, dict[str, Any]]]:
    for result in report.results:
        document = result.document()
        findings = document.pop("findings")
        yield "audit", document
        for found in findings:
            yield "finding", {"audit": result.audit, "target": result.target} | found
    last = {"tool": Tool(), "verdict": report.verdict, "why": report.why}
    yield "verdict", last
