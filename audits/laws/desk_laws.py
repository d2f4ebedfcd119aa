"""Laws of the desk itself, each judged on one call: what was there before it, and after."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from audits.laws import broken_desks as broken
from audits.laws import canaries
from audits.laws.law import AppliesTo, Broken, Law, NotApplicableError, Subject, Twist
from audits.laws.money import made_payments, owed_paid_cents, total_cents, unowed_cents
from audits.laws.relations import same
from audits.laws.strategies import programs, tool_calls
from audits.laws.trial import Run, Trial
from audits.laws.walk import Step, stepwise
from desk.refund import Case, RefundRollout
from desk.refund.case import MAX_CENTS
from desk.refund.world import MIN_ESCALATION_REASON


def conservation(subject: Subject, step: Step) -> Broken | None:
    """Every cent of the books is in the log, and owed = paid + unpaid."""
    after = step.after
    logged = [
        tuple(entry.args.get(name) for name in _PAYMENT)
        for entry in after.log
        if entry.action == "issue_refund" and entry.executed
    ]
    if logged != [_told(paid) for paid in made_payments(after)]:
        return Broken("the books and the log hold different payments")
    owed = after.case.expect.cents
    unpaid = owed - owed_paid_cents(after)
    if not 0 <= unpaid <= owed - owed_paid_cents(step.before):
        return Broken("what was owed is not what was paid of it and what is unpaid")
    metric = subject.scorer.metrics.get("unowed_cents")
    if metric and subject.scorer.measure(after)["unowed_cents"] != unowed_cents(after):
        return Broken("the scorer counts other cents as unowed than the books and the case show")
    return None


def payments_move_once(_subject: Subject, step: Step) -> Broken | None:
    """A payment under a fresh key moves exactly its cents, once, whatever the tool then says."""
    if not _pays(step):
        raise NotApplicableError
    told = tuple(step.call.args.get(name) for name in _PAYMENT)
    new = [_told(paid) for paid in made_payments(step.after)[len(made_payments(step.before)) :]]
    if new != [told] or total_cents(step.after) - total_cents(step.before) != told[1]:
        return Broken("a payment does not move exactly its cents once")
    if ("error" in step.answer) != (step.before.case.fault is not None):
        return Broken("a payment's answer is not the one of the case's fault")
    return None


def log_only_grows(_subject: Subject, step: Step) -> Broken | None:
    """The log grows by the call that was taken, and by nothing else."""
    before, after = step.before.log, step.after.log
    if after[: len(before)] != before:
        return Broken("the log changed in an entry that was already written")
    taken = not step.closed and _sound(step) and _first_cents(step) is None
    new = [(entry.action, entry.args["order_id"]) for entry in after[len(before) :]]
    if new != ([(step.call.tool, step.call.args["order_id"])] if taken else []):
        return Broken("the log does not grow by exactly the call that was taken")
    return Broken("the log does not verify") if step.after.log_fault() else None


def idempotence(subject: Subject, step: Step) -> Broken | None:
    """A used key changes nothing, and is answered with what was first paid."""
    first = _first_cents(step)
    if step.closed or not _sound(step) or first is None:
        raise NotApplicableError
    if step.answer != {"status": "already_done", "amount_cents": first}:
        return Broken("a used key is not answered with what was first paid under it")
    return _unchanged(subject, step, "a used key")


def refused_calls(subject: Subject, step: Step) -> Broken | None:
    """A call that is refused changes nothing."""
    if step.closed or _sound(step):
        raise NotApplicableError
    if "error" not in step.answer:
        return Broken("a call that cannot be taken is not answered with an error")
    return _unchanged(subject, step, "a refused call")


def after_the_end(subject: Subject, step: Step) -> Broken | None:
    """Once the desk is closed, no call changes anything."""
    if not step.closed:
        raise NotApplicableError
    if "error" not in step.answer:
        return Broken("a closed desk answers as if it were open")
    return _unchanged(subject, step, "a call after the end")


def true_answers(_subject: Subject, step: Step) -> Broken | None:
    """A read answers what is so; after an own payment the stale read hides it, once."""
    if step.closed or not _sound(step) or step.call.tool not in ("lookup_order", "refund_history"):
        raise NotApplicableError
    if step.call.tool == "lookup_order":
        case, order = step.before.case, step.call.args["order_id"]
        lines = [(line.sku, line.cents) for line in case.lines] if order == case.order else None
        told = step.answer.get("lines")
        if (told and [(row["sku"], row["amount_cents"]) for row in told]) != lines:
            return Broken("an order is not shown as it is")
        return None
    shown = [tuple(row.get(name) for name in _PAYMENT) for row in step.answer["refunds"]]
    return None if shown == _history(step) else Broken("a history is not shown as it is")


_PAYMENT = ("order_id", "amount_cents", "idempotency_key", "sku")


def _told(paid: Any) -> tuple[Any, ...]:
    return tuple(getattr(paid, name) for name in _PAYMENT)


def _history(step: Step) -> list[tuple[Any, ...]]:
    made, order = step.before, step.call.args["order_id"]
    prior = [(r.order, r.cents, r.key, r.sku) for r in made.case.priors if r.order == order]
    own = [_told(paid) for paid in made_payments(made) if paid.order_id == order]
    hidden = made.case.stale and own and not _stale_read_used(made)
    return prior if hidden else prior + own


def _stale_read_used(made: RefundRollout) -> bool:
    paid: set[object] = set()
    for entry in made.log:
        order = entry.args["order_id"]
        if entry.action == "issue_refund":
            paid.add(order)
        if entry.action == "refund_history" and order in paid:
            return True
    return False


def _unchanged(subject: Subject, step: Step, what: str) -> Broken | None:
    before, after = step.before, step.after
    if (before.log, before.end) != (after.log, after.end):
        return Broken(f"{what} changes the log or the books")
    return same(subject.scorer.score(before), subject.scorer.score(after), what)


def _sound(step: Step) -> bool:
    """Whether the desk ought to take the call, an open desk granted."""
    args = step.call.args
    cents = args.get("amount_cents", 1)
    texts = [v for name, v in args.items() if name not in ("amount_cents", "sku")]
    if not isinstance(args.get("sku"), str | None) or not all(isinstance(v, str) for v in texts):
        return False
    if type(cents) is not int or not 0 < cents <= MAX_CENTS:
        return False
    return step.call.tool != "escalate" or len(args["reason"].strip()) >= MIN_ESCALATION_REASON


def _first_cents(step: Step) -> int | None:
    """Return what was first paid under the call's key, before or in this episode; else None."""
    key = step.call.args.get("idempotency_key")
    prior = [(row.key, row.cents) for row in step.before.case.priors]
    own = [(paid.idempotency_key, paid.amount_cents) for paid in made_payments(step.before)]
    return next((cents for used, cents in (*prior, *own) if used == key), None)


def _pays(step: Step) -> bool:
    fresh = step.call.tool == "issue_refund" and _first_cents(step) is None
    return fresh and not step.closed and _sound(step)


@st.composite
def desk_run(draw: DrawFn, cases: SearchStrategy[Case]) -> Trial:
    """Draw a program on any case, and calls after its end."""
    case = draw(cases)
    late = draw(st.lists(tool_calls(case), max_size=2))
    return Trial(case, Run(draw(programs(case)), late=tuple(late)))


def _law(
    judge: Callable[[Subject, Step], Broken | None],
    name: str,
    statement: str,
    why: str,
    canary: Mapping[str, Twist],
) -> Law:
    return Law(name, statement, why, AppliesTo.DESK, desk_run, stepwise(judge), canary, judge)


_PAYS_FOR_TALK: Mapping[str, Twist] = {
    "pays by the letter": canaries.paying(canaries.per_letter_said)
}

LAWS = (
    _law(
        conservation,
        "conservation",
        "Every cent of the books is in the log, and what was owed is what was paid of it and "
        "what is unpaid.",
        "Money that can appear or vanish between two records cannot be judged by either.",
        {"books a cent more": broken.on(broken.Skimming), "miscounts": broken.miscounting},
    ),
    _law(
        payments_move_once,
        "payments",
        "A payment under a fresh key moves exactly its cents, once, whatever the tool then says.",
        "A fault in the answer is the test; a fault in the books would be the end of it.",
        {"pays twice": broken.on(broken.Stuttering)},
    ),
    _law(
        log_only_grows,
        "log",
        "The log grows by exactly the call that was taken, and verifies after each.",
        "Every scorer reads the log as what happened.",
        {"forgets reads": broken.on(broken.Forgetful)},
    ),
    _law(
        idempotence,
        "idempotence",
        "A call under a used key changes neither books nor score, and is told what was first paid.",
        "A key that is not honoured turns each retry into a second payment.",
        {"pays again": broken.on(broken.Keyless), **_PAYS_FOR_TALK},
    ),
    _law(
        refused_calls,
        "refused-calls",
        "A call that cannot be taken is answered with an error and changes nothing.",
        "What did not happen must neither be seen nor paid.",
        {"logs what it refused": broken.on(broken.Noting), **_PAYS_FOR_TALK},
    ),
    _law(
        true_answers,
        "answers",
        "A read answers what is so; only the stale read hides an own payment, once.",
        "An honest agent can be right only on true answers.",
        {"hides earlier refunds": broken.on(broken.Whitewashing)},
    ),
    _law(
        after_the_end,
        "after-the-end",
        "Once the desk is closed no call changes books, log or score.",
        "A reward that can be moved after the end is never final.",
        {"works on when closed": broken.on(broken.Ajar), **_PAYS_FOR_TALK},
    ),
)
