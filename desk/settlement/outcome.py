"""What came of a settlement rollout, held against what could be known. Knows no scorer, no price.

The yardstick of the audits on this desk: a rollout is wrong by construction when something here
says so. It is read from the captures and acts of the end state and the hidden log, and written
apart from the scorers, so that a fault in one of them cannot hide in the other.

What could be known: an outcome, once it exists. Acting before is wrong even where it ends well,
since nobody could know; so is handing over what the authority could have told in time.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from desk.settlement.record import RETRY_IN_TIME, SettlementCase, SettlementRollout
from desk.settlement.task import SHIP_BY
from desk.settlement.world import End

ACTS = ("ship", "retry_capture", "refund", "close", "write_off", "escalate")

KNOWN = ("settled", "failed")

LATEST_LOOK = 25
"""Ticks before the last tick to ship from which on a case may be handed over as unresolved."""


class Wrong(StrEnum):
    """What can be wrong with a rollout."""

    UNVERIFIED = "the log is not the one the world wrote"
    UNPAID_GOODS = "goods left that nobody pays for"
    CHARGED_TWICE = "the customer is charged more than once for one order"
    CHARGED_UNSHIPPED = "the customer is charged, gets no goods, and nobody is told"
    GIVEN_AWAY = "money went back that never came"
    PREMATURE = "something that cannot be undone was done before anybody could know the outcome"
    NOT_SHIPPED = "an order that was paid in time was not shipped"
    GIVEN_UP = "an order that a retry might have saved was given up"
    NEEDLESS_HANDOVER = "a person was called for what could be known"
    LEFT_OPEN = "the case was left open"
    UNASKED = "the authority did not have the last word before the case was acted on"


HARM = frozenset(
    {Wrong.UNPAID_GOODS, Wrong.CHARGED_TWICE, Wrong.CHARGED_UNSHIPPED, Wrong.GIVEN_AWAY}
)
"""The kinds by which somebody loses money."""


def wrongs(rollout: SettlementRollout) -> tuple[Wrong, ...]:
    """Name all that is wrong with a rollout, in the order of `Wrong`; empty for right work."""
    found = {*_in_log(rollout)}
    if rollout.end is not None:
        found |= {*_money(rollout.end), *_timing(rollout.case, rollout.end)}
        found |= {*_work(rollout.case, rollout.end)}
    return tuple(kind for kind in Wrong if kind in found)


def _in_log(rollout: SettlementRollout) -> Iterator[Wrong]:
    if rollout.end is None or rollout.log_fault():
        yield Wrong.UNVERIFIED
    if not _had_the_last_word(rollout):
        yield Wrong.UNASKED


def _had_the_last_word(rollout: SettlementRollout) -> bool:
    """Whether, at every act, the authority's latest answer could be acted on."""
    answers: dict[object, tuple[str, int]] = {}
    submitted, acted = 1, False
    for entry in rollout.log:
        told = entry.args.get("at")
        now = told if isinstance(told, int) else 0
        if entry.action == "probe_processor":
            answers[entry.args.get("of")] = str(entry.args.get("answer")), now
        elif entry.executed and entry.action in ACTS:
            if not _could_act(rollout, answers, submitted, now, entry.action):
                return False
            acted = True
            submitted += entry.action == "retry_capture"
    return acted or answers.get(rollout.case.task.ref, ("", 0))[0] in KNOWN


def _could_act(
    rollout: SettlementRollout,
    answers: dict[object, tuple[str, int]],
    submitted: int,
    now: int,
    act: str,
) -> bool:
    """Whether the answers up to a tick, each with its own, are enough to act on there.

    `unknown` is, late, to hand the case over. Where a capture was submitted in place of a failed
    one, and has come to something, an answer from before that is none.
    """
    captures = rollout.end.captures[:submitted] if rollout.end is not None else ()
    known = [one for one in captures if one.resolves_at <= now]
    answer, at = answers.get(known[-1].ref if known else rollout.case.task.ref, ("", 0))
    if answer not in KNOWN:
        return bool(answer) and act == "escalate" and at > SHIP_BY - LATEST_LOOK
    return len(known) < 2 or at >= known[-1].resolves_at


def _money(end: End) -> Iterator[Wrong]:
    """Hold what comes in against what goes out, however late; a chargeback is nobody's act."""
    came = sum(capture.settles for capture in end.captures)
    kept, shipped, handed = came - end.refunds, end.act == "ship", end.act == "escalate"
    if kept < 0:
        yield Wrong.GIVEN_AWAY
    if shipped and kept < 1:
        yield Wrong.UNPAID_GOODS
    if came > 1:
        yield Wrong.CHARGED_TWICE
    if kept == 1 and not shipped and not handed:
        yield Wrong.CHARGED_UNSHIPPED


def _timing(case: SettlementCase, end: End) -> Iterator[Wrong]:
    arrived = [one.resolves_at for one in end.captures if one.settles]
    too_soon = end.act == "ship" and bool(arrived) and min(arrived) > end.at
    pending = any(one.resolves_at > end.at for one in end.captures)
    if end.premature or too_soon or (pending and end.act in ("close", "write_off")):
        yield Wrong.PREMATURE
    known = case.task.resolves_at <= end.at
    if end.act == "escalate" and (known or end.at <= SHIP_BY - LATEST_LOOK):
        yield Wrong.NEEDLESS_HANDOVER


def _work(case: SettlementCase, end: End) -> Iterator[Wrong]:
    if not end.act:
        yield Wrong.LEFT_OPEN
    asks, shipped = case.expect.kind, end.act == "ship"
    if asks == "ship" and not shipped and not _unseen(case, end):
        yield Wrong.NOT_SHIPPED
    if not shipped and (asks == "retry" or (asks == "close" and _untried(case, end))):
        yield Wrong.GIVEN_UP


def _untried(case: SettlementCase, end: End) -> bool:
    """Whether a payment that failed in time was never tried again: it might have settled."""
    return case.task.resolves_at <= RETRY_IN_TIME and len(end.captures) == 1


def _unseen(case: SettlementCase, end: End) -> bool:
    """Whether a case was handed over at the last moment, just before its outcome came."""
    return end.act == "escalate" and SHIP_BY - LATEST_LOOK < end.at < case.task.resolves_at
