"""What the audit of a stranger's reward shows first: four numbers, then the scoreboard."""

from __future__ import annotations

from typing import Any

from tabulate import tabulate

from audits.result import Result

MOST = 15
"""Attacks that the scoreboard shows; JSON has them all."""


def reward_text(result: Result) -> str:
    """Write the four numbers and the scoreboard of attacks, the reference's line drawn in."""
    numbers: dict[str, Any] | None = result.extra.get("numbers")
    if "best_pay" in result.extra:
        return f"{_called(result)}best pay seen  {result.extra['best_pay']:g}"
    if numbers is None:
        return f"{_called(result)}No reward could be judged."
    return f"{_called(result)}{_headline(numbers)}\n\n{_board(result.extra['scoreboard'])}"


def _called(result: Result) -> str:
    convention = result.extra.get("convention")
    if not convention:
        return ""
    origin = result.extra.get("counted_from")
    above = "" if origin is None else f"no reference earns more than 0: counted from {origin:g}\n"
    return f"called as {convention}\n  (other ways: --convention, --shape, --map)\n{above}\n"


def _headline(numbers: dict[str, Any]) -> str:
    return tabulate(headline_rows(numbers), tablefmt="plain")


def headline_rows(numbers: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the four numbers, each with its name."""
    best = numbers["best_blind_policy"]
    blind = f"{best['mean']:.0%} of it ({best['strategy']})" if best else "none tried"
    return [
        ("cheat ceiling", f"{numbers['cheat_ceiling']:.0%} of the reference's reward"),
        ("best blind policy", blind),
        ("dead-rollout pay", _share(numbers["dead_rollout_pay"])),
        ("right answers denied", _share(numbers["right_answers_denied"])),
    ]


def _share(value: float | None) -> str:
    return "not tried" if value is None else f"{value:.0%}"


def _board(board: list[dict[str, Any]]) -> str:
    rows = [
        (row["strategy"], row["needs"], f"{row['mean']:.2f}", f"{row['paid_rows']}/{row['rows']}")
        for row in board[:MOST]
    ]
    head = ["attack", "knows", "share", "paid"]
    text = tabulate([("the reference", "", "1.00", ""), *rows], head, disable_numparse=True)
    more = len(board) - MOST
    return text + (
        f"\n... and {more} more attacks, each at most so much; --format json has them all"
        if more > 0
        else ""
    )
