"""The attack suite: who earns what on a scorer, beside the reference."""

from audits.attacks.engine import DEFAULT_MARGIN, attack
from audits.attacks.rows import AgentRow, AgentVerdict, AttackReport, RolloutRow
from audits.attacks.seats import Seat, seats, select
from audits.attacks.summary import summarise

__all__ = [
    "DEFAULT_MARGIN",
    "AgentRow",
    "AgentVerdict",
    "AttackReport",
    "RolloutRow",
    "Seat",
    "attack",
    "seats",
    "select",
    "summarise",
]
