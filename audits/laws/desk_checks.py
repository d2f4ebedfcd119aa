"""How the laws of the desk are judged on one call: what was there before it, and after."""

from __future__ import annotations

from audits.laws.desk_model import PAYMENT, first_cents, history, is_sound, pays, told
from audits.laws.law import Broken, NotApplicableError, Subject
from audits.laws.money import made_payments, owed_paid_cents, total_cents, unowed_cents
from audits.laws.relations import same
from audits.laws.walk import Step


def conservation(subject: Subject, step: Step) -> Broken | None:
    """Every cent of the books is in the log, and owed = paid + unpaid."""
    after = step.after
    logged = [
        tuple(entry.args.get(name) for name in PAYMENT)
        for entry in after.log
        if entry.action == "issue_refund" and entry.executed
    ]
    if logged != [told(paid) for paid in made_payments(after)]:
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
    if not pays(step):
        raise NotApplicableError
    asked = tuple(step.call.args.get(name) for name in PAYMENT)
    new = [told(paid) for paid in made_payments(step.after)[len(made_payments(step.before)) :]]
    if new != [asked] or total_cents(step.after) - total_cents(step.before) != asked[1]:
        return Broken("a payment does not move exactly its cents once")
    if ("error" in step.answer) != (step.before.case.fault is not None):
        return Broken("a payment's answer is not the one of the case's fault")
    return None


def log_only_grows(_subject: Subject, step: Step) -> Broken | None:
    """The log grows by the call that was taken, and by nothing else."""
    before, after = step.before.log, step.after.log
    if after[: len(before)] != before:
        return Broken("the log changed in an entry that was already written")
    taken = not step.closed and is_sound(step) and first_cents(step) is None
    new = [(entry.action, entry.args["order_id"]) for entry in after[len(before) :]]
    if new != ([(step.call.tool, step.call.args["order_id"])] if taken else []):
        return Broken("the log does not grow by exactly the call that was taken")
    return Broken("the log does not verify") if step.after.log_fault() else None


def idempotence(subject: Subject, step: Step) -> Broken | None:
    """A used key changes nothing, and is answered with what was first paid."""
    first = first_cents(step)
    if step.closed or not is_sound(step) or first is None:
        raise NotApplicableError
    if step.answer != {"status": "already_done", "amount_cents": first}:
        return Broken("a used key is not answered with what was first paid under it")
    return _unchanged(subject, step, "a used key")


def refused_calls(subject: Subject, step: Step) -> Broken | None:
    """A call that is refused changes nothing."""
    if step.closed or is_sound(step):
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
    if (
        step.closed
        or not is_sound(step)
        or step.call.tool not in ("lookup_order", "refund_history")
    ):
        raise NotApplicableError
    if step.call.tool == "lookup_order":
        case, order = step.before.case, step.call.args["order_id"]
        lines = [(line.sku, line.cents) for line in case.lines] if order == case.order else None
        told = step.answer.get("lines")
        if (told and [(row["sku"], row["amount_cents"]) for row in told]) != lines:
            return Broken("an order is not shown as it is")
        return None
    shown = [tuple(row.get(name) for name in PAYMENT) for row in step.answer["refunds"]]
    return None if shown == history(step) else Broken("a history is not shown as it is")


def _unchanged(subject: Subject, step: Step, what: str) -> Broken | None:
    before, after = step.before, step.after
    if (before.log, before.end) != (after.log, after.end):
        return Broken(f"{what} changes the log or the books")
    return same(subject.scorer.score(before), subject.scorer.score(after), what)
