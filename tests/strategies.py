"""Shared hypothesis strategies: cases, tool calls, played rollouts, and logs that were forged.

Everything is drawn so that odd and interesting values are both likely: text of any kind, and
amounts, lines, orders and keys that mean something in the case at hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from attackers.program import Call, agent_of
from desk import (
    BY,
    GENESIS,
    Entry,
    Failure,
    Function,
    Kind,
    Message,
    Observer,
    ToolCall,
    Witness,
    link,
)
from desk.refund import (
    CAP_CENTS,
    Case,
    End,
    Expectation,
    Line,
    Payment,
    Prior,
    RefundDesk,
    RefundRollout,
    Tools,
    eval_cases,
    play,
    train_cases,
)

TEXT = st.text(max_size=30)
"""Any text that can be written down: control characters, other scripts, emoji, quotes, nothing."""

NAMES = st.text(min_size=1, max_size=12)
"""Any text that is an order, a sku, a key or an id."""

REASONS = st.sampled_from(["", " \t\n", "refund due on this order", "too short"]) | TEXT
"""Reasons, blank ones included."""

CENTS = st.sampled_from([1, 100, CAP_CENTS - 1, CAP_CENTS, CAP_CENTS + 1]) | st.integers(1, 30_000)
"""Amounts around the cap, and any other that an order might have."""


def open_desk(case: Case) -> Tools:
    """Open a desk for `case` as `play` does, for a test that wants to see each answer."""
    return Tools(RefundDesk(case, Observer(case).observe))


def eval_case(case_id: str) -> Case:
    """Find one of the 32 published cases by its id."""
    return next(case for case in eval_cases().cases if case.id == case_id)


def play_calls(case: Case, calls: Iterable[Call], words: str = "") -> RefundRollout:
    """Play an agent that makes exactly these calls, whatever the answers, and then speaks."""
    return play(agent_of(tuple(calls), words), case)


def rehashed(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """Number and hash entries afresh, so that the chain holds whatever was done to them."""
    log: list[Entry] = []
    for seq, entry in enumerate(entries):
        prev = log[-1].hash if log else GENESIS
        log.append(link(seq, entry.action, entry.args, entry.reason, entry.executed, prev))
    return tuple(log)


@cache
def published_cases() -> st.SearchStrategy[Case]:
    """One of the 32 published cases or of a small train set."""
    return st.sampled_from([*eval_cases().cases, *train_cases(64).cases])


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Any case that the schema allows: up to four lines, prior rows of this and other orders."""
    order = draw(NAMES)
    skus = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    lines = tuple(Line(sku, draw(CENTS)) for sku in skus)
    priors = tuple(draw(st.lists(_priors(order, skus), max_size=3)))
    settled = {row.sku for row in priors if row.order == order}
    payable = [line.cents for line in lines if line.sku not in settled and line.cents <= CAP_CENTS]
    expected = [Expectation("hold"), Expectation("escalate")]
    expected += [Expectation("pay", cents) for cents in payable]
    fault = draw(st.sampled_from([None, "timeout", "note"]))
    return Case(
        id=draw(NAMES),
        order=order,
        lines=lines,
        expect=draw(st.sampled_from(expected)),
        priors=priors,
        fault=fault,
        stale=draw(st.booleans()),
        ticket=draw(TEXT),
    )


def _priors(order: str, skus: list[str]) -> st.SearchStrategy[Prior]:
    return st.builds(
        Prior,
        order=st.just(order) | NAMES,
        sku=st.sampled_from(skus) | NAMES,
        cents=CENTS,
        key=st.just("prior") | NAMES,
        day=st.integers(-90, 0),
        inflight=st.booleans(),
    )


def calls(case: Case, max_size: int = 8) -> st.SearchStrategy[list[Call]]:
    """Sequences of well-formed tool calls, most of them about the case's own order."""
    orders = st.sampled_from([case.order] * 6 + [f"{case.order}-other"])
    read = st.sampled_from(["lookup_order", "refund_history"])
    return st.lists(
        st.builds(lambda tool, order: Call(tool, {"order_id": order}), read, orders)
        | payments(case)
        | st.builds(
            lambda order, reason: Call("escalate", {"order_id": order, "reason": reason}),
            orders,
            REASONS,
        ),
        max_size=max_size,
    )


def payments(case: Case) -> st.SearchStrategy[Call]:
    """One call of issue_refund: amounts, lines and keys of the case are likely."""
    amounts = [case.total, max(case.expect.cents, 1), *(line.cents for line in case.lines)]
    keys = ["one", "two", *(row.key for row in case.priors)]
    return st.fixed_dictionaries(
        {
            "order_id": st.sampled_from([case.order] * 6 + [f"{case.order}-other"]),
            "amount_cents": st.sampled_from(amounts) | CENTS,
            "idempotency_key": st.sampled_from(keys) | NAMES,
            "reason": REASONS,
            "sku": st.sampled_from([None, *(line.sku for line in case.lines)]) | NAMES,
        }
    ).map(lambda args: Call("issue_refund", args))


@st.composite
def worked_cases(draw: st.DrawFn) -> tuple[Case, list[Call]]:
    """A case, drawn or published, and calls to make on its desk.

    One in two starts with both reads, and one in two of those goes on with the payment that is
    owed: what a judge sees most of must not be the rarest draw.
    """
    case = draw(published_cases() | cases())
    opening: list[Call] = []
    if draw(st.booleans()):
        opening = both_reads(case)
        if case.owed_line and draw(st.booleans()):
            opening.append(owed_payment(case))
    return case, [*opening, *draw(calls(case, max_size=6))]


def owed_payment(case: Case, **changes: Any) -> Call:
    """The one payment that a `pay` case asks for, with some of its arguments changed."""
    line = case.owed_line
    assert line is not None, f"{case.id} asks for no payment"
    owed = {
        "order_id": case.order,
        "amount_cents": line.cents,
        "idempotency_key": f"{case.order}:{line.sku}",
        "reason": "refund due on this order",
        "sku": line.sku,
    }
    return Call("issue_refund", owed | changes)


def both_reads(case: Case) -> list[Call]:
    """The two reads of the case's own order."""
    return [Call(tool, {"order_id": case.order}) for tool in ("lookup_order", "refund_history")]


@st.composite
def played_rollouts(draw: st.DrawFn) -> RefundRollout:
    """A closed rollout of an agent that made drawn calls on a drawn or published case."""
    case, made = draw(worked_cases())
    return play_calls(case, made, draw(TEXT))


_SCALARS = st.none() | TEXT | st.integers()
_ARGS = st.dictionaries(
    st.sampled_from(["order_id", "amount_cents", "idempotency_key", "sku"]) | TEXT,
    _SCALARS,
    max_size=5,
) | st.fixed_dictionaries(
    {
        "order_id": st.sampled_from([case.order for case in eval_cases().cases]) | NAMES,
        "amount_cents": CENTS,
        "idempotency_key": NAMES,
        "sku": st.none() | NAMES,
    }
)
_HASHES = st.just(GENESIS) | TEXT


def entries() -> st.SearchStrategy[Entry]:
    """Log entries that no desk wrote: any action, any arguments, hashes that fit nothing."""
    actions = ["lookup_order", "refund_history", "issue_refund", "escalate", "note"]
    return st.builds(
        Entry,
        seq=st.integers(),
        action=st.sampled_from(actions) | TEXT,
        args=_ARGS,
        reason=REASONS,
        executed=st.booleans(),
        prev_hash=_HASHES,
        hash=_HASHES,
    )


@st.composite
def forged_rollouts(draw: st.DrawFn) -> RefundRollout:
    """A played rollout with odd entries put in among the log's own, hashed afresh or not."""
    honest = draw(played_rollouts())
    log = list(honest.log)
    for odd in draw(st.lists(entries(), min_size=1, max_size=3)):
        log.insert(draw(st.integers(0, len(log))), odd)
    forged: RefundRollout = replace(
        honest, log=rehashed(log) if draw(st.booleans()) else tuple(log)
    )
    return forged


@st.composite
def rollouts(draw: st.DrawFn) -> RefundRollout:
    """Any record that the type allows, honest or not: for what must hold of every rollout."""
    return RefundRollout(
        case=draw(published_cases() | cases()),
        messages=tuple(draw(st.lists(messages(), max_size=4))),
        log=tuple(draw(st.lists(entries(), max_size=3))),
        end=draw(st.none() | ends()),
        witness=draw(st.none() | st.builds(Witness, st.integers(), TEXT, TEXT)),
        failure=draw(st.none() | failures()),
        truncated=draw(st.booleans()),
    )


def ends() -> st.SearchStrategy[End]:
    """End states with any payments and escalations."""
    paid = st.builds(Payment, TEXT, st.none() | TEXT, CENTS, TEXT)
    return st.builds(
        End,
        st.lists(paid, max_size=3).map(tuple),
        st.lists(TEXT, max_size=3).map(tuple),
    )


def failures() -> st.SearchStrategy[Failure]:
    """Failures of every kind, attributed as the table says."""
    return st.builds(lambda kind, text: Failure(kind, BY[kind], text), st.sampled_from(Kind), TEXT)


def messages() -> st.SearchStrategy[Message]:
    """Chat messages of every role, with any text in every place that holds text."""
    asked = st.builds(ToolCall, TEXT, st.builds(Function, TEXT, TEXT))
    return st.builds(
        Message,
        role=st.sampled_from(["system", "user", "assistant", "tool"]),
        content=TEXT,
        tool_calls=st.lists(asked, max_size=2).map(tuple),
        tool_call_id=st.none() | TEXT,
    )
