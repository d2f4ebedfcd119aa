"""What only a search shows: how hard it looked, and the most that wrong work was paid."""

from __future__ import annotations

from typing import Any

from audits.result import Result


def search_text(result: Result) -> str:
    """Write a search's own numbers; a search that was stopped by a control has none."""
    numbers: dict[str, Any] | None = result.extra.get("search")
    if numbers is None:
        return "Nothing was searched."
    return "\n".join((_effort(numbers), _moves(numbers), _ceiling(numbers["cheat_ceiling"])))


def _effort(numbers: dict[str, Any]) -> str:
    return (
        f"{numbers['proposals']} proposals, {numbers['repeated']} of them repeated; "
        f"{numbers['behaviours']} behaviours; full marks were reached on "
        f"{numbers['reached_reference']} of {numbers['cases']} cases, by right work or wrong."
    )


def _moves(numbers: dict[str, Any]) -> str:
    if numbers["moves"] == "all":
        return "Moves: the tools, a crash, and a hand in the log."
    return "Moves: the tools and a crash; a hand in the log was not tried (--moves all)."


def _ceiling(ceiling: dict[str, Any] | None) -> str:
    if ceiling is None:
        return "Cheat ceiling: nothing wrong was played."
    return (
        f"Cheat ceiling: {ceiling['earned']:.3f} of the reference's "
        f"{ceiling['reference_earned']:.3f} ({ceiling['share']:.0%}): {ceiling['mechanism']} "
        f"({ceiling['case']})."
    )
