"""Who was paid what: agents and attacks by the reference's line; single beside paired."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from matplotlib.axes import Axes

from audits.attacks import AgentRow, AgentVerdict, AttackReport
from audits.report.attack_text import COUNTS, DOLLARS, bar, measured, reaches
from audits.report.html.blocks import (
    Cell,
    Facts,
    Rule,
    Section,
    Table,
    heats,
    numbers,
    term_codes,
    terms_named,
    words,
)
from audits.report.html.charts import ACCENT, BAD, INK, bars, chart, label, line_at
from audits.report.reward_text import headline_rows
from audits.result import Result
from audits.twins import AgentRow as TwinRow
from audits.twins import measures

MOST = 40
"""Attacks in a chart; the table has them all."""


def agents(report: AttackReport, name: str) -> Iterator[Section]:
    """Show the agents of the attack suite: a chart, the table, and what each term gave to whom."""
    blocks = [_chart(report, f"{name}-agents")] if report.agents else []
    yield Section("Scoreboard of agents", [*blocks, _table(report)])
    yield Section("Term x agent", [_terms(report)])
    if paid := [row for row in report.agents if row.verdict is AgentVerdict.PAID]:
        yield Section("Paid like the reference", [Facts([(row.name, row.trick) for row in paid])])


def _chart(report: AttackReport, name: str) -> Any:
    rows, line = report.agents, bar(report)
    paid = [row.verdict is AgentVerdict.PAID for row in rows]

    def draw(axes: Axes) -> None:
        bars(axes, [row.name for row in rows], [row.reward or 0.0 for row in rows], paid)
        axes.set_xlabel("mean reward; hatched: paid like the reference")
        if line is not None:
            line_at(axes, line, f"{line:.3f}: from here on paid")

    told = "Mean reward of each agent: " + ", ".join(
        f"{row.name} {_reward(row)}{' (paid)' if is_paid else ''}"
        for row, is_paid in zip(rows, paid, strict=True)
    )
    if line is not None:
        told += f". The reference's line is at {line:.3f}"
    return chart(name, "Reward by agent", told, (7.5, 1.0 + 0.22 * len(rows)), draw)


def _table(report: AttackReport) -> Table:
    line = bar(report)
    money, counts = measured(report, DOLLARS), measured(report, COUNTS)
    rows: list[list[Cell] | Rule] = [_row(row, money, counts) for row in report.agents]
    if line is not None:
        above = sum(reaches(row, report) for row in report.agents)
        words_on = f"{line:.3f}: the reference's reward less the margin of {report.margin:g}"
        rows.insert(above, Rule(words_on))
    head = ("agent", "reward", *money.values(), *counts.values(), "dead", "verdict")
    return Table("Every agent, best paid first", head, rows)


def _row(row: AgentRow, money: Iterable[str], counts: Iterable[str]) -> list[Cell]:
    mark = {AgentVerdict.PAID: "bad", AgentVerdict.FULL_MARKS: "good"}.get(row.verdict, "")
    dollars = (f"{row.metrics[name] / 100:,.2f}" for name in money)
    return [
        Cell(row.name),
        *numbers([_reward(row), *dollars, *(row.metrics[name] for name in counts), row.dead]),
        Cell(str(row.verdict), mark=mark),
    ]


def _reward(row: AgentRow) -> str:
    return "-" if row.reward is None else f"{row.reward:.3f}"


def _terms(report: AttackReport) -> Table:
    codes = term_codes(report.terms)
    rows = [[Cell(row.name), *heats(row.terms.values())] for row in report.agents]
    head = ("agent", *codes)
    return Table("Mean of each term, from 0 to 1", head, rows, terms_named(report.terms))


def strategies(result: Result, name: str) -> Iterator[Section]:
    """Show what the attacks on somebody's reward earned, as shares of the reference's reward."""
    board: list[dict[str, Any]] = result.extra.get("scoreboard", [])
    if (four := result.extra.get("numbers")) and "cheat_ceiling" in four:
        yield Section("In four numbers", [Facts(headline_rows(four))])
    if not board:
        return
    top = board[:MOST]

    def draw(axes: Axes) -> None:
        bars(axes, [r["strategy"] for r in top], [r["mean"] for r in top],
             [r["paid_rows"] > 0 for r in top])  # fmt: skip
        axes.set_xlabel("share of the reference's reward; hatched: paid on some row")
        line_at(axes, 1.0, "the reference")

    told = "Mean share of the reference's reward: " + ", ".join(
        f"{row['strategy']} {row['mean']:.2f}, paid on {row['paid_rows']} of {row['rows']} rows"
        for row in top
    )
    drawn = chart(f"{name}-board", "Share by attack", told, (7.5, 1.0 + 0.22 * len(top)), draw)
    rows = [
        [*words(row["strategy"], row["needs"]), *numbers(
            (f"{row['mean']:.2f}", f"{row['most']:.2f}", f"{row['paid_rows']} of {row['rows']}"))]
        for row in board
    ]  # fmt: skip
    head = ("attack", "knows", "share", "most on a row", "paid rows")
    yield Section("Scoreboard of attacks", [drawn, Table("Every attack", head, rows)])


def twins(result: Result, name: str) -> Iterator[Section]:
    """Show single beside paired reward."""
    if "pairs" not in result.extra or not (rows := result.extra.get("agents")):
        return
    drawn = chart(f"{name}-twins", "Single and paired reward", _told(rows),
                  (7.5, 1.0 + 0.22 * len(rows)), lambda axes: _fall(axes, rows))  # fmt: skip
    shown = measures(rows) | {"by single": "rank_single", "by paired": "rank_paired"}
    cells = [
        [
            *words(row.name, row.reading),
            *numbers(_value(getattr(row, name)) for name in shown.values()),
        ]
        for row in rows
    ]
    head = ("agent", "reading", *shown)
    note = "paired: mean over the pairs of the worse member's reward. by: the rank that it gives."
    yield Section("Single against paired", [drawn, Table("Every agent", head, cells, note)])


def _value(value: float | None) -> str:
    if value is None:
        return "-"
    return str(value) if isinstance(value, int) else f"{value:.3f}"


def _told(rows: list[TwinRow]) -> str:
    return "Mean reward singly and in pairs: " + ", ".join(
        f"{row.name} {_value(row.single)} and {_value(row.paired)}" for row in rows
    )


def _fall(axes: Axes, rows: list[TwinRow]) -> None:
    places = range(len(rows))
    singles, paireds = ([getattr(row, key) or 0.0 for row in rows] for key in ("single", "paired"))
    axes.hlines(list(places), paireds, singles, color=INK, linewidth=0.8)
    axes.plot(singles, list(places), "o", color=ACCENT, label="single", linestyle="none")
    axes.plot(paireds, list(places), "D", color=BAD, label="paired", linestyle="none")
    axes.set_yticks(list(places), [label(row.name) for row in rows])
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.set_xlabel("mean reward")
    axes.legend(frameon=False, loc="lower right", labelcolor=INK)
