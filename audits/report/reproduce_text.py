"""Published and measured figures as a table for people."""

from __future__ import annotations

from tabulate import tabulate

from audits.reproduce import ReproduceReport


def reproduce_text(report: ReproduceReport) -> str:
    """Write the whole report."""
    table = tabulate(
        [(f.name, f.published, f.measured, "yes" if f.equal else "NO") for f in report.figures],
        ["figure", "published", "measured", "equal"],
        disable_numparse=True,
        colalign=("left", "right", "right", "left"),
    )
    left_out = "\n".join(
        f"  {one.name}: {one.published} ({one.why})" for one in report.not_recomputable
    )
    return (
        f"{table}\n\nPublished, and not to be recomputed:\n{left_out}\n\n"
        f"{report.verdict}: {report.why}."
    )
