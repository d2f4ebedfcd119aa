"""What attacks on end states share: the reference's end state, and a proposal with another one."""

from __future__ import annotations

import copy
from typing import Any

from attackers.agent import Needs
from attackers.rows import Proposal, Row
from attackers.trajectories.parts import Messages


def final_of(row: Row) -> Any:
    """Return the world's end state in the row's reference; None if it tells of none."""
    return row.reference.get("final") if isinstance(row.reference, dict) else None


def with_final(row: Row, final: Any, **parts: Any) -> dict[str, Any]:
    """Return the reference with another end state, and other parts if they are given."""
    return {**copy.deepcopy(row.reference), "final": copy.deepcopy(final), **parts}


def ending(
    row: Row,
    rule: str,
    attack: str,
    final: Any,
    wrong: str,
    *,
    messages: Messages | None = None,
    bar: float = 0.5,
    **rest: Any,
) -> Proposal:
    """Propose the reference with another end state, and other messages if they are given.

    `rest` are other parts of the proposal.
    """
    parts = {} if messages is None else {"messages": copy.deepcopy(messages)}
    made = {"answer": with_final(row, final, **parts), "wrong": wrong, "bar": bar}
    return Proposal(rule=rule, attack=attack, **{"needs": Needs.GOLD, **made, **rest})
