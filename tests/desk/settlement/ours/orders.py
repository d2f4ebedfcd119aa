"""Orders for tests: by hand, and those of the corpus."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from desk.settlement import Arm, Schedule, schedules
from desk.settlement.ours.parts import PARTS, OrderDesk, OrderTicket, Part, Rule, orders
from tests.desk.settlement.tasks import PLAIN

GOOD: dict[str, Any] = {}
SOFT: dict[str, Any] = {"settles": False, "retry_works": True}
HARD: dict[str, Any] = {"settles": False}


def order(rule: Rule, *parts: dict[str, Any]) -> tuple[Part, ...]:
    made = enumerate(parts, 1)
    return tuple(
        Part(**PLAIN | {"id": f"o001.{at}", "schedule_seed": at, "rule": rule} | one)
        for at, one in made
    )


def scheduled(parts: tuple[Part, ...], on: Arm = frozenset(), seed: int = 0) -> list[Schedule]:
    return [schedules(part, seed)(on) for part in parts]


def opened(made: list[Schedule]) -> tuple[OrderDesk, OrderTicket]:
    whole = made[0].task.rule is Rule.WHOLE
    return OrderDesk(made, whole), OrderTicket(whole, tuple(one.ticket for one in made), 600)


PARTS_OF = [tuple(orders().tasks[at : at + PARTS]) for at in range(0, len(orders().tasks), PARTS)]
some_orders = st.sampled_from(PARTS_OF)
