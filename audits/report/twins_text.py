"""Single against paired reward as a table for people: who falls once both twins must be right."""

from __future__ import annotations

from tabulate import tabulate

from audits.attacks.rows import CasesRow
from audits.result import Result
from audits.twins import AgentRow

HEAD = (
    "agent",
    "history",
    "single",
    "members",
    "paired",
    "both full",
    "both right",
    "by single",
    "by paired",
    "moved",
)


def twins_text(result: Result) -> str:
    """Write what was paired, what each agent earns, and how its rank moves."""
    if "agents" not in result.extra:
        return "Nothing was played."
    rows: list[AgentRow] = result.extra["agents"]
    table = tabulate(
        [_cells(row) for row in rows],
        HEAD,
        disable_numparse=True,
        colalign=("left", "left", *("right" for _ in HEAD[2:])),
    )
    return f"{_made(result)}\n\n{table}\n\n{_LEGEND}"


_LEGEND = """\
history     whether it uses what it reads: ignores = the same came of both members of every pair
single      mean reward on the case set itself; by single: the rank that it gives
members     mean reward over both members of all pairs
paired      mean over the pairs of the worse member's reward; by paired: the rank that it gives
both full   share of pairs with full marks on both members
both right  share of pairs with nothing wrong on either member, whatever the scorer says
moved       how many fewer (+) or more (-) agents stand above it in pairs"""


def _made(result: Result) -> str:
    cases: CasesRow = result.extra["cases"]
    pairs: CasesRow = result.extra["pairs"]
    expected = _counts(result.extra["expected"])
    contrasts = _counts(result.extra["contrasts"])
    return (
        f"{cases.count} cases of {cases.name} ({cases.digest[:12]}): {expected}\n"
        f"{pairs.count} pairs made of them ({pairs.digest[:12]}): {contrasts}"
    )


def _counts(counted: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counted.items())


def _cells(row: AgentRow) -> tuple[str, ...]:
    return (
        row.name,
        row.reading,
        *(_reward(value) for value in (row.single, row.members, row.paired, row.strict, row.right)),
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
