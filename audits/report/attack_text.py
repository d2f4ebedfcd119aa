"""The attack suite's report as a table for people, the reference's line drawn in."""

from __future__ import annotations

from tabulate import tabulate

from audits.attacks import AgentRow, AgentVerdict, AttackReport
from audits.dust import FLOAT_DUST
from audits.verdict import Verdict

DOLLARS = {
    "unauthorized_cents": "over cap $",
    "unowed_cents": "unowed $",
    "excess_loss_cents": "loss $",
}
COUNTS = {
    "exact": "exact",
    "premature": "premat.",
    "harm": "harm",
    "duplicate_effects": "dupl.",
    "false_blocks": "blocked",
    "replayable": "replay.",
    "completed": "done",
}


def attack_text(report: AttackReport) -> str:
    """Write the whole report: what was played, the table, the tricks that paid, the verdict."""
    parts = [_head(report), _table(report), *_paid(report), *_failed(report)]
    return "\n\n".join([*parts, f"{report.verdict}: {report.why}."])


def _head(report: AttackReport) -> str:
    reverts = f" without its fixes {', '.join(report.reverts)}" if report.reverts else ""
    cases = report.cases
    return (
        f"Scorer {report.scorer}{reverts} on {cases.count} cases of {cases.name} "
        f"({cases.digest[:12]})\n\n" + _terms(report)
    )


def _terms(report: AttackReport) -> str:
    rows = [(term.code, term.name, f"{term.weight:.1f}", term.question) for term in report.terms]
    return tabulate(rows, ["", "term", "weight", "question"], disable_numparse=True)


def _table(report: AttackReport) -> str:
    head = [
        "agent",
        "reward",
        *(term.code for term in report.terms),
        *measured(report, DOLLARS).values(),
        *measured(report, COUNTS).values(),
        "dead",
        "verdict",
    ]
    lines = tabulate(
        [_cells(row, report) for row in report.agents],
        head,
        disable_numparse=True,
        colalign=_align(head),
    ).splitlines()
    line = _line(report, max(map(len, lines)))
    if line is None:
        return "\n".join(lines)
    above = sum(reaches(row, report) for row in report.agents)
    return "\n".join([*lines[: 2 + above], line, *lines[2 + above :]])


def measured(report: AttackReport, heads: dict[str, str]) -> dict[str, str]:
    """Keep the columns of what the scorer of this desk measures."""
    return {
        name: head
        for name, head in heads.items()
        if report.agents and name in report.agents[0].metrics
    }


def _cells(row: AgentRow, report: AttackReport) -> list[str]:
    return [
        row.name,
        "-" if row.reward is None else f"{row.reward:.3f}",
        *(f"{value:.2f}" for value in row.terms.values()),
        *(f"{row.metrics[name] / 100:,.2f}" for name in measured(report, DOLLARS)),
        *(str(row.metrics[name]) for name in measured(report, COUNTS)),
        str(row.dead),
        row.verdict,
    ]


def _align(head: list[str]) -> list[str]:
    return ["left", *("right" for _ in head[2:]), "left"]


def bar(report: AttackReport) -> float | None:
    """Return the reward from which on an agent is paid; None where the reference is not."""
    for row in report.agents:
        if row.verdict is AgentVerdict.FULL_MARKS and row.reward is not None:
            return row.reward - report.margin
    return None


def reaches(row: AgentRow, report: AttackReport) -> bool:
    """Whether a row stands above the line; what was never scored stands above all."""
    line = bar(report)
    return row.reward is None or (line is not None and row.reward >= line - FLOAT_DUST)


def _line(report: AttackReport, width: int) -> str | None:
    at = bar(report)
    if at is None:
        return None
    label = f" {at:.3f}: the reference's reward less the margin of {report.margin:g} "
    return label.center(width, "-")


def _paid(report: AttackReport) -> list[str]:
    rows = [row for row in report.agents if row.verdict is AgentVerdict.PAID]
    if not rows or report.verdict is Verdict.CLEAN:
        return []
    return ["Paid like the reference:\n" + "\n".join(f"  {row.name}: {row.trick}" for row in rows)]


def _failed(report: AttackReport) -> list[str]:
    lines = []
    for row in report.agents:
        failed = [made for made in row.rollouts if made.failure]
        if failed:
            first = failed[0]
            lines.append(
                f"  {row.name}: in {len(failed)} of {row.planned} rollouts, first on {first.case} "
                f"({_on_one_line(first.failure or '')}); scored {row.scored}"
            )
    return ["Failures of the agents' own:\n" + "\n".join(lines)] if lines else []


def _on_one_line(text: str) -> str:
    """Keep an agent's own words from writing lines, or moving the cursor, in our report."""
    return "".join(char if char.isprintable() else " " for char in text)
