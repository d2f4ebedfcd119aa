"""A report as one page that needs nothing beside it: no script, no font, no picture from elsewhere.

Needs the extra `html`; `audits.report.formats.require` says so before anything is run.
"""

from __future__ import annotations

from audits.report.html.page import page
from audits.report.report import Report


def write(report: Report) -> str:
    """Write the page."""
    return page(report)
