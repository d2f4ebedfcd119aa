"""The settlement benchmark as charts with 95% intervals, each beside the table of its figures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from matplotlib.axes import Axes

from audits.report.html.blocks import Cell, Chart, Rule, Section, Table, Words, numbers
from audits.report.html.charts import ACCENT, BAD, FAINT, INK, MARKERS, chart, label
from audits.report.settlement_audits_text import corpus_text
from audits.report.settlement_text import head, measures, money, percent
from audits.settlement.ablate import Ablation
from audits.settlement.bootstrap import Interval
from audits.settlement.tables import PolicyRow, Tables

Estimate: TypeAlias = tuple[float, Interval]
"""A value and its interval."""

COLOURS = (ACCENT, BAD, INK)


def tables(made: Tables, name: str) -> Iterator[Section]:
    """Show every policy: accuracy against paired loss, and loss by archetype."""
    rows = made.policies
    paired = [row for row in rows if row.paired is not None]
    scatter = [_against(paired, name)] if paired else []
    yield Section("What was run", [Words(head(made.manifest))])
    yield Section("Accuracy against paired loss", [*scatter, _policies(made)])
    losses = {
        row.policy: {
            kind: (loss, made.archetype_intervals[row.policy][kind])
            for kind, loss in made.archetypes[row.policy].items()
        }
        for row in rows
    }
    title = "Mean excess loss by archetype"
    yield Section("Loss by archetype", _losses(f"{name}-kinds", title, "archetype", losses))


def arms(made: Ablation, name: str) -> Iterator[Section]:
    """Show what each arm of fault families costs each policy."""
    names = list(next(iter(made.arms.values())))
    losses = {
        policy: {
            arm: (row[policy].loss, row[policy].loss_interval) for arm, row in made.arms.items()
        }
        for policy in names
    }
    title = "Mean excess loss under each arm of fault families"
    yield Section("What was run", [Words(corpus_text(made.corpus))])
    yield Section("Fault arms", _losses(f"{name}-arms", title, "arm", losses))


def _against(rows: Sequence[PolicyRow], name: str) -> Chart:
    def draw(axes: Axes) -> None:
        for at, row in enumerate(rows):
            assert row.paired is not None
            assert row.paired_interval is not None
            x, y = 100 * row.exact, row.paired / 100
            across = _reach(x, [100 * bound for bound in row.exact_interval])
            up = _reach(y, [bound / 100 for bound in row.paired_interval])
            axes.errorbar(x, y, xerr=across, yerr=up, marker=MARKERS[at % len(MARKERS)],
                          color=COLOURS[at % 3], capsize=2, elinewidth=0.8)  # fmt: skip
            axes.annotate(label(row.policy), (x, y), xytext=(6, 5), textcoords="offset points")
        axes.set_xlabel("exact episodes, %")
        axes.set_ylabel("mean loss on twin pairs, $ an episode")

    told = "Exact rate and mean loss on twin pairs: " + "; ".join(
        f"{row.policy} {percent(row.exact)}, {money(row.paired or 0.0)}" for row in rows
    )
    return chart(f"{name}-exact", "Accuracy against paired loss", told, (7.5, 4.8), draw)


def _reach(value: float, interval: Sequence[float]) -> list[list[float]]:
    """How far an interval reaches below and above a value, as matplotlib wants it."""
    return [[max(0.0, value - interval[0])], [max(0.0, interval[1] - value)]]


def _policies(made: Tables) -> Table:
    rows: list[list[Cell] | Rule] = []
    for row in made.policies:
        paired = ("-", "-")
        if row.paired is not None and row.paired_interval is not None:
            paired = (money(row.paired), _dollars(row.paired_interval))
        low, high = map(percent, row.exact_interval)
        cells = (percent(row.exact), f"{low} to {high}", percent(row.pass_k), money(row.loss),
                 _dollars(row.loss_interval), *paired, percent(row.premature),
                 row.ranks.exact, row.ranks.paired)  # fmt: skip
        rows.append([Cell(row.policy), *numbers(cells)])
    names = ("policy", "exact", "95%", f"pass^{made.k}", "loss", "95%", "paired", "95%",
             "premature", "place by exact", "place by paired")  # fmt: skip
    note = "; ".join(f"{word}: {says}" for word, says in measures(made).items()) + "."
    return Table("Every policy, best by exact rate first", names, rows, note)


def _dollars(interval: Interval) -> str:
    return f"{money(interval[0])} to {money(interval[1])}"


def _losses(
    name: str, title: str, rows_are: str, losses: Mapping[str, Mapping[str, Estimate]]
) -> list[Chart | Table]:
    """Draw losses in cents, policy by group, and write them as a table beside."""
    groups = list(next(iter(losses.values())))
    size = (7.5, 1.6 + 0.13 * len(groups) * max(4, len(losses)))
    told = f"{title}. The table after the chart holds every figure."
    drawn = chart(name, title, told, size, lambda axes: _dots(axes, groups, losses))
    rows = [
        [Cell(group), *(_cell(by[group]) for by in losses.values())] for group in groups
    ]  # fmt: skip
    return [drawn, Table(f"{title}, and its 95% interval", (rows_are, *losses), rows)]


def _cell(estimate: Estimate) -> Cell:
    return Cell(f"{money(estimate[0])} ({_dollars(estimate[1])})", number=True)


def _dots(axes: Axes, groups: Sequence[str], losses: Mapping[str, Mapping[str, Estimate]]) -> None:
    step = 0.8 / len(losses)
    for at, (policy, by) in enumerate(losses.items()):
        values = [by[group][0] / 100 for group in groups]
        reach = [_reach(by[g][0] / 100, [bound / 100 for bound in by[g][1]]) for g in groups]
        lows, highs = ([one[side][0] for one in reach] for side in (0, 1))
        places = [place - 0.4 + step * (at + 0.5) for place in range(len(groups))]
        axes.errorbar(values, places, xerr=[lows, highs], linestyle="none", label=label(policy),
                      marker=MARKERS[at % len(MARKERS)], color=COLOURS[at % 3], markersize=4,
                      elinewidth=0.8, capsize=1.5)  # fmt: skip
    axes.set_yticks(range(len(groups)), [label(group) for group in groups])
    axes.set_ylim(len(groups) - 0.5, -0.5)
    axes.grid(False, axis="y")
    for between in range(1, len(groups)):
        axes.axhline(between - 0.5, color=FAINT, linewidth=0.6)
    axes.set_xlabel("mean excess loss, $ an episode, with its 95% interval")
    axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1.0, 1.0), labelcolor=INK)
