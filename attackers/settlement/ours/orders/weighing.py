"""The same, but ships a whole order of which a part is unpaid where that loses less."""

from __future__ import annotations

from attackers.settlement.ours.orders.strict import Words, ask
from attackers.settlement.ours.reasoning import Worth
from desk.settlement import Kind
from desk.settlement.ours.parts import OrderAct, OrderDesk, OrderTicket

FATES = {"settled": Kind.EXPECTED, "failed": Kind.HARD_DECLINE}


def weighing(worth: Worth) -> OrderAct:
    """Make the policy that knows what shipping a part comes to; giving money back costs nothing."""

    def ships(words: Words) -> bool:
        return sum(worth("ship", FATES[word], part.value) for part, word in words.items()) > 0

    def act(desk: OrderDesk, ticket: OrderTicket) -> None:
        ask(desk, ticket, ships)

    return act
