"""The twins audit's part for the settlement desk: members differ in an outcome still to come."""

from __future__ import annotations

from typing import TypeAlias

from desk.settlement import ACTS, SettlementRollout, differences
from desk.settlement.twins import Contrast, Pair

KINDS = ("ship", "retry", "close", "hand over")

CONSTANT = {
    "prose-only": "does nothing",
    "ship-blind": "ships at once",
    "close-blind": "closes at once",
    "pessimist": "hands over at once",
    "ask-and-ship": "asks once and always ships",
    "ship-whatever": "asks until it is told and always ships",
    "keep-the-money": "asks until it is told and always closes",
    "ask-and-hand-over": "asks at the last moment and always hands over",
}
"""Policies that do one thing whatever the case, by the agent that follows them."""

LOOKS = ("read_processor", "read_ledger", "read_erp", "read_bank", "probe_processor")

Outcome: TypeAlias = tuple[tuple[str, object], ...]
"""What came of a rollout: each act that took effect, with its key if it has one, in their order."""


def outcome(rollout: SettlementRollout) -> Outcome:
    """Say what came of a rollout, whenever it was done."""
    log = rollout.log
    return tuple((one.action, one.args["of"]) for one in log if one.executed and one.action in ACTS)


def looked(rollout: SettlementRollout) -> bool:
    """Whether the authority or any of the four systems was asked about this payment."""
    about = ("", rollout.case.task.ref)
    return any(one.action in LOOKS and one.args.get("of") in about for one in rollout.log)


def opposed(pair: Pair) -> bool:
    """Whether nothing that is right on one member is right on the other."""
    one, other = pair.members
    return pair.contrast is Contrast.IN_TIME and one.expect != other.expect


def told_apart(pair: Pair) -> str:
    """Say by what the members can be told apart when the agent is asked; empty for sound twins."""
    one, other = (member.schedule for member in pair.members)
    return "; ".join(f"{what}: {a} and {b}" for what, a, b in differences(one, other))
