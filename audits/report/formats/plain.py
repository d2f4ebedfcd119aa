"""A report for people."""

from __future__ import annotations

from audits.report.report import Report


def write(report: Report) -> str:
    """Write the text that the verb has for people."""
    return report.text()
