"""A report as one JSON document."""

from __future__ import annotations

from audits.report.report import Report
from audits.report.written import as_json


def write(report: Report) -> str:
    """Write the whole document."""
    return as_json(report.document)
