"""The settlement paper's findings beside ours, as a table for people."""

from __future__ import annotations

from audits.report.settlement_audits_text import corpus_text
from audits.report.settlement_text import grid
from audits.reproduce.settlement import SettlementReport

_LEGEND = """\
exact            derived from published figures: equal digit by digit
within interval  the published figure lies in our 95% interval, and ours in the published one if any
qualitative      sign and order are the published ones; the size is shown, and judged by nobody"""


def reproduce_settlement_text(report: SettlementReport) -> str:
    """Write the whole report."""
    rows = [
        (one.name, one.label, one.published, one.measured, "yes" if one.holds else "NO")
        for one in report.figures
    ]
    left_out = "\n".join(
        f"  {one.name}: {one.published} ({one.why})" for one in report.not_recomputable
    )
    table = grid(rows, ("finding", "label", "published", "measured", "holds"), texts=2)
    return (
        f"{corpus_text(report.corpus)}\n\n{table}\n\n{_LEGEND}\n\n"
        f"Published, and not to be recomputed:\n{left_out}\n\n{report.verdict}: {report.why}."
    )
