"""Saved rollouts scored again, as text for people: harm and counts beside every mean."""

from __future__ import annotations

from tabulate import tabulate

from audits.rescore.summary import Report, Row, Table

MOST_REASONS = 5


def rescore_text(report: Report) -> str:
    """Write for each scorer a headline, then its table; then the verdict."""
    parts = [f"{report.file} ({report.format}, {report.digest[:12]})"]
    if report.answers_that_differ:
        parts.append(
            f"{report.answers_that_differ} answers of its tools are not those of our desk: it may "
            "be a transcript of another world."
        )
    for table in report.tables:
        parts += [_headline(table), _table(table), *_reasons(table)]
    return "\n\n".join([*parts, f"{report.verdict}: {report.why}."])


def _headline(table: Table) -> str:
    row = table.rows[0]
    if row.duplicates is None:
        return f"{table.scorer}: {_mean(row)}"
    return (
        f"{table.scorer}: {_mean(row)}; {row.duplicates} duplicates, "
        f"${_dollars(row.over_cap_cents)} over the cap, ${_dollars(row.unowed_cents)} not owed"
    )


def _mean(row: Row) -> str:
    if row.mean is None:
        return "no mean, since nothing is scored"
    return f"mean {row.mean:.3f}{_bounds(row)} of {row.scored} scored rollouts"


def _bounds(row: Row) -> str:
    return "" if row.low is None or row.high is None else f" [{row.low:.3f}, {row.high:.3f}]"


def _table(table: Table) -> str:
    ks = list(table.rows[0].pass_k)
    head = (
        *("family", "planned", "scored", "spoilt", "missing", "dead", "mean", "95 %"),
        *(f"pass^{k}" for k in ks),
        *("dupl.", "over cap $", "unowed $"),
    )
    rows = [_cells(row, ks) for row in table.rows]
    align = ("left", *("right" for _ in head[1:]))
    return tabulate(rows, head, disable_numparse=True, colalign=align)


def _cells(row: Row, ks: list[str]) -> tuple[str, ...]:
    return (
        row.family,
        *(str(count) for count in (row.planned, row.scored, row.spoilt, row.missing, row.dead)),
        _number(row.mean),
        _bounds(row).strip() or "-",
        *(_number(row.pass_k.get(k)) for k in ks),
        "-" if row.duplicates is None else str(row.duplicates),
        _dollars(row.over_cap_cents),
        _dollars(row.unowed_cents),
    )


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _dollars(cents: int | None) -> str:
    return "-" if cents is None else f"{cents / 100:,.2f}"


def _reasons(table: Table) -> list[str]:
    if not table.why:
        return []
    lines = [f"  {why}" for why in table.why[:MOST_REASONS]]
    if (more := len(table.why) - MOST_REASONS) > 0:
        lines.append(f"  ... and {more} more reasons; --format json has them all")
    return ["Given no value:\n" + "\n".join(lines)]
