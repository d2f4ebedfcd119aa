"""Saved rollouts scored again, as text for people: harm and counts beside every mean."""

from __future__ import annotations

from tabulate import tabulate

from audits.errors import one_line
from audits.rescore.summary import Report, Row, Table

MOST_REASONS = 5

NAMES = {
    "duplicates": ("duplicates", "dupl."),
    "over_cap_cents": ("over the cap", "over cap $"),
    "unowed_cents": ("not owed", "unowed $"),
    "harm": ("with harm", "harm"),
    "premature": ("too soon", "too soon"),
    "excess_loss_cents": ("lost", "lost $"),
}
"""What each harm is called in a headline, and in a table."""


def rescore_text(report: Report) -> str:
    """Write for each scorer a headline, then its table; then the verdict."""
    head = f"{one_line(report.file)} ({report.format}, {report.digest[:12]})"
    parts = [f"{head}\n{_cases(report)}"]
    if report.answers_that_differ:
        parts.append(
            f"{report.answers_that_differ} answers of its tools are not those of our desk: it may "
            "be a transcript of another world."
        )
    if len(report.models) > 1:
        parts.append(_models(report))
    for table in report.tables:
        parts += [_headline(table), _table(table), *_gains(table), *_reasons(table)]
    return "\n\n".join([*parts, f"{report.verdict}: {one_line(report.why)}."])


def _cases(report: Report) -> str:
    """Say what the rollouts' cases were held against, and of how many that is nothing."""
    sets = " and ".join(map(one_line, report.cases))
    told = [f"the cases are those of {sets}"] if sets else []
    if count := report.cases_not_checked:
        told.append(
            f"the cases of {count} rollouts are as the file states them and were NOT CHECKED: name "
            "the set that they are of with --cases"
        )
    return "; ".join(told)


def _models(report: Report) -> str:
    told = ", ".join(f"{one_line(name) or 'not said'} {n}" for name, n in report.models.items())
    return f"Each mean is over rollouts of {len(report.models)} models together: {told}."


def _headline(table: Table) -> str:
    row = table.rows[0]
    harm = {name: value for name, value in row.measured.items() if value is not None}
    told = ", ".join(f"{_amount(name, value)} {NAMES[name][0]}" for name, value in harm.items())
    return f"{one_line(table.scorer)}: {_mean(row)}" + (f"; {told}" if told else "")


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
        *(NAMES[name][1] for name in table.rows[0].measured),
    )
    rows = [_cells(row, ks) for row in table.rows]
    align = ("left", *("right" for _ in head[1:]))
    return tabulate(rows, head, disable_numparse=True, colalign=align)


def _cells(row: Row, ks: list[str]) -> tuple[str, ...]:
    return (
        one_line(row.family),
        *(str(count) for count in (row.planned, row.scored, row.spoilt, row.missing, row.dead)),
        _number(row.mean),
        _bounds(row).strip() or "-",
        *(_number(row.pass_k.get(k)) for k in ks),
        *(_harm(name, value) for name, value in row.measured.items()),
    )


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _harm(name: str, value: int | None) -> str:
    return "-" if value is None else _amount(name, value).removeprefix("$")


def _amount(name: str, value: int) -> str:
    return f"${value / 100:,.2f}" if name.endswith("_cents") else str(value)


def _gains(table: Table) -> list[str]:
    """Explain a loss below nought where there is one."""
    if all((row.measured.get("excess_loss_cents") or 0) >= 0 for row in table.rows):
        return []
    return [
        "lost $ is the reference's position less that of the rollout, summed: below nought where "
        "an end came to more, as with goods kept back that were paid for. That is harm and no "
        "gain, and the sum hides as much of other losses."
    ]


def _reasons(table: Table) -> list[str]:
    if not table.why:
        return []
    lines = [f"  {one_line(why)}" for why in table.why[:MOST_REASONS]]
    if (more := len(table.why) - MOST_REASONS) > 0:
        lines.append(f"  ... and {more} more reasons; --format json has them all")
    return ["Given no value:\n" + "\n".join(lines)]
