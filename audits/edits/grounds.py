"""What the edits audit needs to know of a desk: its edits, its yardstick, and how it rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

import attackers.edits
import attackers.edits.settlement
from attackers.edits import Edit
from audits.edits import ruling, settlement
from audits.edits.ruling import Ruling
from desk import refund
from desk import settlement as settlement_desk


class Ground(NamedTuple):
    """One desk."""

    edits: Callable[[], dict[str, Edit]]
    behaviour_of: Callable[[Any], Any]
    """Records what the agent of a rollout did."""
    wrongs: Callable[[Any], Sequence[StrEnum]]
    rule_on: Callable[[Edit, Any], Ruling]


GROUNDS: dict[str, Ground] = {
    "refund": Ground(
        attackers.edits.edits,
        attackers.edits.behaviour_of,
        refund.wrongs,
        ruling.rule_on,
    ),
    "settlement": Ground(
        attackers.edits.settlement.edits,
        attackers.edits.settlement.behaviour_of,
        settlement_desk.wrongs,
        settlement.rule_on,
    ),
}
