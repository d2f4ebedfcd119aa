"""The laws of an audit as a table for people: how often each was tried, and what became of it."""

from __future__ import annotations

from tabulate import tabulate

from audits.result import Result

HEAD = ("law", "tried", "not for it", "broken", "canaries", "statement")


def laws_text(result: Result) -> str:
    """Write one line a law."""
    rows = [law_cells(row) for row in result.extra.get("laws", ())]
    if not rows:
        return "No law was tried."
    return tabulate(rows, HEAD, disable_numparse=True, colalign=("left", *["right"] * 4, "left"))


def list_text(laws: list[dict[str, str]]) -> str:
    """Write what each law says, and why."""
    return "\n\n".join(
        f"{law['name']} ({law['applies_to']})\n  {law['statement']}\n  {law['why']}" for law in laws
    )


def law_cells(row: dict[str, object]) -> tuple[str, ...]:
    """Write one law as `HEAD` names its columns."""
    caught = f"{row['canaries_caught']} of {row['canaries']}" if row["canaries"] else "-"
    return (
        str(row["name"]),
        str(row["tried"]),
        str(row["not_applicable"]),
        str(row["broken"]),
        caught,
        str(row["statement"]),
    )
