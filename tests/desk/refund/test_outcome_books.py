"""What is wrong with a rollout, where its books and its log tell different stories."""

from desk.refund import Wrong, eval_cases, play, wrongs


def pay_and_clear(tools, ticket):
    order = tools.lookup_order(ticket.order_id)
    tools.refund_history(ticket.order_id)
    tools.issue_refund(ticket.order_id, order["total_cents"], "key", "refund due")
    tools.world.payments.clear()


def test_emptied_books_do_not_undo_a_payment():
    held = next(case for case in eval_cases().cases if case.expect.kind == "hold")
    assert Wrong.UNVERIFIED in wrongs(play(pay_and_clear, held))
