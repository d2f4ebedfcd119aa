"""The parts world, ours and not the paper's: an order of which each part is captured by itself.

A part is a task of the paper's kind, with a key, a price and an outcome of its own. Processor and
authority are asked by key; ledger, ERP and bank are keyed by the order and show all parts at once.
All parts share one clock. Two plain rules of delivery:

* `split`: each part's goods leave by themselves, or not;
* `whole`: the goods leave together, or not at all. An act on one part is an act on all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import cache
from itertools import groupby
from random import Random
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import asdict

from desk.settlement.corpus import MASTER_SEED, Corpus, corpus
from desk.settlement.faults import System
from desk.settlement.ours.clock import Clock, Member, SharedDesk
from desk.settlement.schedule import Schedule
from desk.settlement.task import Task, Ticket
from desk.settlement.views import UNKNOWN, Ledger
from desk.settlement.world import CaseClosedError, Episode

T = TypeVar("T")

PARTS = 3
"""Captures of an order."""


class Rule(StrEnum):
    """How the goods of an order may leave."""

    SPLIT = "split"
    WHOLE = "whole"


class Part(Member, frozen=True, kw_only=True):
    """One part of an order; `unit` is the order's number."""

    rule: Rule


@cache
def orders(seed: int = MASTER_SEED) -> Corpus:
    """Make orders of three parts: the units of a regenerated corpus, shuffled; every other whole.

    Of a pair, one twin is taken, by the dice: parts of one order share no throw.
    """
    dice = Random(f"{seed}:parts")
    drawn = corpus(seed, decoded=False, name="parts").tasks
    single = [dice.choice(list(unit)) for _, unit in groupby(drawn, lambda task: task.unit)]
    dice.shuffle(single)
    rules = list(Rule)
    return Corpus(
        "parts",
        seed,
        tuple(
            _part(task, at // PARTS + 1, at % PARTS + 1, rules[at // PARTS % len(rules)])
            for at, task in enumerate(single)
        ),
    )


def _part(task: Task, order: int, number: int, rule: Rule) -> Part:
    of = {"id": f"o{order:03d}.{number}", "unit": order, "twin": "", "rule": rule}
    return Part(**asdict(task) | of)


class OrderTicket(NamedTuple):
    """What an agent is told when it is asked about an order."""

    whole: bool
    parts: tuple[Ticket, ...]
    ship_by: int


class _PartDesk(SharedDesk):
    """A part's desk, which the order's asks for what no part shows by itself."""

    __slots__ = ()

    def told(self, tool: str, answer: T) -> T:
        return self._told(tool, "", answer)

    def look(self, system: System) -> Any:
        return self._look(system)

    def show(self, system: System) -> Any:
        return self._show(system)


class OrderDesk:
    """One order's world; without a `ref`, an act is on every part that is still open."""

    def __init__(self, made: Sequence[Schedule], whole: bool) -> None:
        clock = Clock()
        self._clock = clock
        self._parts = {one.ticket.ref: _PartDesk(one, clock) for one in made}
        self._whole = whole

    @property
    def now(self) -> int:
        """The tick it is."""
        return self._clock.now

    def wait(self, ticks: int) -> None:
        """Let time pass."""
        self._lead.wait(ticks)

    def probe_processor(self, ref: str) -> str:
        """Ask the authority about a part."""
        return self._parts[ref].probe_processor(ref)

    def read_processor(self, ref: str) -> str:
        """Return the processor's status of a part's capture."""
        return self._parts[ref].read_processor(ref)

    def read_ledger(self) -> Ledger:
        """Return the postings of all parts; out of balance if those of one part are."""
        made: list[Ledger] = self._all(System.LEDGER)
        pending, settled, reversed_, balanced = zip(*made, strict=True)
        answer = Ledger(sum(pending), sum(settled), sum(reversed_), all(balanced))
        return self._lead.told("read_ledger", answer)

    def read_erp(self) -> str:
        """Return the status that all parts have in the ERP, `unknown` if they differ."""
        made = set(self._all(System.ERP))
        return self._lead.told("read_erp", made.pop() if len(made) == 1 else UNKNOWN)

    def read_bank(self) -> int:
        """Return how many settlement lines the bank feed has for all parts."""
        lines: list[int] = self._all(System.BANK)
        return self._lead.told("read_bank", sum(lines))

    def retry_capture(self, ref: str) -> bool:
        """Submit a part's capture again under its key."""
        return self._parts[ref].retry_capture(ref)

    def refund(self, ref: str) -> bool:
        """Pay a part's value back."""
        return self._parts[ref].refund()

    def ship(self, ref: str = "") -> bool:
        """Send the goods; False after the last tick to ship."""
        return all(one.ship() for one in self._acted(ref))

    def close(self, ref: str = "") -> bool:
        """Cancel as unpaid."""
        return all(one.close() for one in self._acted(ref))

    def escalate(self, ref: str = "") -> bool:
        """Hand over to people: a call for each part."""
        return all(one.escalate() for one in self._acted(ref))

    def episodes(self) -> list[Episode]:
        """Return each part's episode; what was done to the order stands with its first open one."""
        made = self._parts.values()
        return [Episode(one.ended(), one.log, frozenset(one.read)) for one in made]

    @property
    def _open(self) -> list[_PartDesk]:
        return [one for one in self._parts.values() if not one.ended().act]

    @property
    def _lead(self) -> _PartDesk:
        for one in self._open:
            return one
        raise CaseClosedError("every part of the order has ended")

    def _acted(self, ref: str) -> list[_PartDesk]:
        if ref and not self._whole:
            return [self._parts[ref]]
        return self._open or [self._lead]

    def _all(self, system: System) -> list[Any]:
        """Look at a system once, and return what it shows of each part."""
        self._lead.look(system)
        return [one.show(system) for one in self._parts.values()]


OrderAct = Callable[[OrderDesk, OrderTicket], None]
"""An agent of this world."""


def play_orders(act: OrderAct, made: Sequence[Schedule]) -> Iterator[Episode]:
    """Let an agent act on every order; yields an episode for each part."""
    for _, unit in groupby(made, lambda one: one.task.unit):
        parts = list(unit)
        first = parts[0].task
        whole = isinstance(first, Part) and first.rule is Rule.WHOLE
        tickets = tuple(one.ticket for one in parts)
        desk = OrderDesk(parts, whole)
        with suppress(CaseClosedError):
            act(desk, OrderTicket(whole, tickets, tickets[0].ship_by))
        yield from desk.episodes()
