"""The four numbers a report opens with, and the scoreboard of attacks under them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from attackers import Needs
from attackers.rows import Proof
from audits.findings import Finding
from audits.rewards.judge import Attempt
from audits.rules import Severity

NO_CHEAT = ("D202", "R402")
"""Rules whose findings name what was earned, and not by a wrong answer against a right one."""


def headline(
    attempts: Sequence[Attempt], denied: Sequence[Attempt], findings: Sequence[Finding]
) -> dict[str, Any]:
    """Return cheat ceiling, best blind policy, dead-rollout pay, and right answers denied.

    The first three are shares of what the same row's reference earns, the last is a share of the
    right answers that every sound reward must take: references, which are paid, and those of their
    other forms that are owed. None where nothing of the kind was tried. A death that earns what the
    same run earns alive has bought nothing.
    """
    proven = [
        found.earned / found.reference_earned
        for found in findings
        if found.severity is Severity.ERROR
        and found.earned is not None
        and found.reference_earned
        and found.rule not in NO_CHEAT
    ]
    dead = [one.share if one.bought else 0.0 for one in attempts if one.proposal.rule == "D201"]
    owed = [one for one in denied if one.proposal.owed]
    lost = [one for one in owed if one.share < one.proposal.bar]
    right = len(owed) + len({one.row.index for one in denied})
    return {
        "cheat_ceiling": round(max(proven, default=0.0), 4),
        "best_blind_policy": _best_blind(attempts),
        "dead_rollout_pay": round(max(dead), 4) if dead else None,
        "right_answers_denied": round(len(lost) / right, 4) if denied else None,
    }


def _best_blind(attempts: Sequence[Attempt]) -> dict[str, Any] | None:
    board = [row for row in scoreboard(attempts) if row["needs"] != Needs.GOLD]
    return max(board, key=lambda row: row["mean"]) if board else None


def scoreboard(attempts: Sequence[Attempt]) -> list[dict[str, Any]]:
    """Return each attack's best try per row: mean share, worst row, rows paid; the best first."""
    tried: dict[tuple[str, str], dict[int, list[Attempt]]] = defaultdict(lambda: defaultdict(list))
    for one in attempts:
        if one.proposal.proof is not Proof.EXCESS:
            tried[one.proposal.attack, one.proposal.needs][one.row.index].append(one)
    board = []
    for (attack, needs), rows in tried.items():
        best = [max(one.share for one in made) for made in rows.values()]
        paid = sum(any(one.paid for one in made) for made in rows.values())
        board.append(
            {
                "attack": attack,
                "strategy": attack,  # its name before, which programs read
                "needs": str(needs),
                "mean": round(fmean(best), 4),
                "most": round(max(best), 4),
                "paid_rows": paid,
                "rows": len(rows),
            }
        )
    order = [str(needs) for needs in Needs]
    return sorted(board, key=lambda row: (-row["mean"], order.index(row["needs"]), row["strategy"]))
