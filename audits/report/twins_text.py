"""Single against paired reward as a table for people: who falls once both twins must be right."""

from __future__ import annotations

from collections.abc import Iterable

from tabulate import tabulate

from audits.attacks.rows import CasesRow
from audits.result import Result
from audits.twins import AgentRow, measures


def twins_text(result: Result) -> str:
    """Write what was paired, what each agent earns, and how its rank moves."""
    if "agents" not in result.extra:
        return "Nothing was played."
    rows: list[AgentRow] = result.extra["agents"]
    shown = measures(rows)
    head = ("agent", "reading", *shown, "by single", "by paired", "moved")
    table = tabulate(
        [_cells(row, shown.values()) for row in rows],
        head,
        disable_numparse=True,
        colalign=("left", "left", *("right" for _ in head[2:])),
    )
    told = _LEGEND if "opposed" in shown else _LEGEND.replace(_OPPOSED, "")
    return f"{_made(result)}\n\n{table}\n\n{told}"


_OPPOSED = """\
opposed     the same over the pairs whose right ends differ, by which it shows who read
"""

_LEGEND = f"""\
reading     whether it uses what it reads: ignores = the same came of both members of every pair
            whose right ends differ; unread = it did not look on all of them
single      mean reward on the case set itself; by single: the rank that it gives
members     mean reward over both members of all pairs
paired      mean over the pairs of the worse member's reward; by paired: the rank that it gives
{_OPPOSED}both full   share of pairs with full marks on both members
both right  share of pairs with nothing wrong on either member, whatever the scorer says
moved       how many fewer (+) or more (-) agents stand above it in pairs"""


def _made(result: Result) -> str:
    cases: CasesRow = result.extra["cases"]
    pairs: CasesRow = result.extra["pairs"]
    expected = _counts(result.extra["expected"])
    contrasts = _counts(result.extra["contrasts"])
    return (
        f"{cases.count} cases of {cases.name} ({cases.digest[:12]}): {expected}\n"
        f"{pairs.count} pairs {result.extra['pairs_are']} ({pairs.digest[:12]}): {contrasts}"
    )


def _counts(counted: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counted.items())


def _cells(row: AgentRow, names: Iterable[str]) -> tuple[str, ...]:
    return (
        row.name,
        row.reading,
        *(_reward(getattr(row, name)) for name in names),
        str(row.rank_single or "-"),
        str(row.rank_paired or "-"),
        _moved(row),
    )


def _reward(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _moved(row: AgentRow) -> str:
    if row.rank_single is None or row.rank_paired is None:
        return "-"
    places = row.rank_single - row.rank_paired
    return f"{places:+d}" if places else ""
