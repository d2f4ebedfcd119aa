"""The corpus: 276 units, 321 tasks, from a master seed and a share for each archetype.

The shares are derived: they give the published count of every archetype at 320 requested tasks.
Prices and late outcomes that decide what the published gate loses were decoded from its published
losses, and are dealt as quotas (`decoded=True`); docs/settlement.md says how much that fits. With
`decoded=False` everything is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import msgspec

from desk.digest import digest_of
from desk.settlement.task import Archetype, Task

MASTER_SEED = 20260902
REQUESTED = 320

VALUES = (2499, 7900, 14950, 29900, 48000, 99900, 189900, 349900)
"""The eight order values, in cents."""

SHARES: dict[Archetype, float] = {
    Archetype.PENDING_SETTLE: 0.18,
    Archetype.PENDING_FAIL_HARD: 0.08,
    Archetype.UNRESOLVABLE: 0.12,
    Archetype.PENDING_FAIL: 0.14,
    Archetype.LOST_SETTLEMENT: 0.14,
    Archetype.DUPLICATE_SETTLEMENT: 0.12,
    Archetype.PARTIAL_LEDGER: 0.10,
    Archetype.LATE_CHARGEBACK: 0.04,
    Archetype.STALE_PROCESSOR: 0.08,
}

IN_TIME = (170, 500)
LATE = (545, 590)
"""Outcomes that come before the last tick to ship, but too late to see a retry through."""
AT_ONCE_AFTER = (605, 630)
"""After the last tick to ship, within the days of grace of an escalation."""
LONG_AFTER = (670, 1200)
CHARGEBACK = (700, 1500)

_UNRESOLVABLE_VALUES = (
    *(2499, 2499, 7900, 7900, 29900, 29900, 48000, 48000),
    *([99900] * 6),
    *([189900] * 3),
    *(349900, 349900),
)
_LATE_FAIL_VALUES = (2499, 7900, 14950, 14950, 29900, 29900, 48000)
LATE_SHARE = {
    Archetype.PENDING_FAIL: len(_LATE_FAIL_VALUES) / 45,
    Archetype.PENDING_FAIL_HARD: 2 / 26,
}
"""The share of an archetype whose outcome comes `LATE`."""


class Corpus(msgspec.Struct, frozen=True):
    """Tasks under a name, with the seed they were made from."""

    name: str
    seed: int
    tasks: tuple[Task, ...]

    @property
    def units(self) -> int:
        """How many units: pairs and singles."""
        return len({task.unit for task in self.tasks})

    @property
    def pairs(self) -> list[tuple[Task, Task]]:
        """Both twins of every pair."""
        twins = [task for task in self.tasks if task.twin]
        return list(zip(twins[::2], twins[1::2], strict=True))

    @property
    def digest(self) -> str:
        """SHA-256 of the tasks, as hex."""
        return digest_of(self.tasks)


@cache
def corpus(
    seed: int = MASTER_SEED, requested: int = REQUESTED, decoded: bool = True, name: str = "public"
) -> Corpus:
    """Make the corpus of a seed; the default is the published one. Raises `ValueError`."""
    if requested < 25:
        raise ValueError(f"requested: expected at least 25 tasks, got {requested}")
    counts = {kind: round(share * requested) for kind, share in SHARES.items()}
    return Corpus(name, seed, tuple(_tasks(_Dealer(seed, decoded), counts, requested)))


def _tasks(deal: _Dealer, counts: dict[Archetype, int], requested: int) -> Iterator[Task]:
    hard = counts.pop(Archetype.PENDING_FAIL_HARD)
    counts.pop(Archetype.UNRESOLVABLE)
    unresolvable = round(SHARES[Archetype.UNRESOLVABLE] * requested / 2)
    counts[Archetype.PENDING_SETTLE] = max(0, counts[Archetype.PENDING_SETTLE] - hard)
    yield from deal.pairs(Archetype.PENDING_SETTLE, Archetype.PENDING_FAIL_HARD, hard)
    yield from deal.pairs(Archetype.UNRESOLVABLE, Archetype.UNRESOLVABLE, unresolvable)
    for kind, count in counts.items():
        yield from deal.singles(kind, count)


class _Dealer:
    """Draws tasks, each unit from dice of its own, and deals quotas over the units of a kind."""

    def __init__(self, seed: int, decoded: bool) -> None:
        self.seed = seed
        self.decoded = decoded
        self.unit = 0

    def pairs(self, first: Archetype, second: Archetype, count: int) -> Iterator[Task]:
        late = self._late(second, count)
        soon = self._quota(f"soon {second}", count, 1)
        prices = self._dealt(_UNRESOLVABLE_VALUES, count, "unresolvable")
        for number in range(count):
            dice = self._next()
            value = self._value(dice)
            span = LATE if number in late else IN_TIME
            if second is Archetype.UNRESOLVABLE:
                value = prices[number] if self.decoded else value
                span = AT_ONCE_AFTER if number in soon and self.decoded else LONG_AFTER
            shared = self._drawn(dice, span, value)
            yield self._task(first, "a", shared, settles=True)
            yield self._task(second, "b", shared, settles=False)

    def singles(self, kind: Archetype, count: int) -> Iterator[Task]:
        late = self._late(kind, count)
        prices = dict(
            zip(sorted(late), self._dealt(_LATE_FAIL_VALUES, len(late), kind), strict=True)
        )
        fails = kind is Archetype.PENDING_FAIL
        for number in range(count):
            dice = self._next()
            value = self._value(dice)
            if fails and self.decoded:
                value = prices.get(number, value)
            shared = self._drawn(dice, LATE if number in late else IN_TIME, value)
            after = dice.randint(*CHARGEBACK)
            back = after if kind is Archetype.LATE_CHARGEBACK else None
            yield self._task(kind, "", shared, settles=not fails, retry=fails, back=back)

    def _next(self) -> Random:
        self.unit += 1
        return Random(f"{self.seed}:unit {self.unit}")

    @staticmethod
    def _value(dice: Random) -> int:
        return dice.choice(VALUES)

    @staticmethod
    def _drawn(dice: Random, span: tuple[int, int], value: int) -> tuple[int, int, int, int]:
        return value, dice.randint(40, 100), dice.randint(*span), dice.getrandbits(48)

    def _late(self, kind: Archetype, count: int) -> set[int]:
        return self._quota(f"late {kind}", count, round(count * LATE_SHARE.get(kind, 0.0)))

    def _quota(self, what: str, count: int, chosen: int) -> set[int]:
        return set(Random(f"{self.seed}:{what}").sample(range(count), min(chosen, count)))

    def _dealt(self, cards: tuple[int, ...], count: int, what: str) -> list[int]:
        """Deal `count` cards of a pack, shuffled; the pack is gone through again if it is short."""
        pack = [cards[number % len(cards)] for number in range(count)]
        Random(f"{self.seed}:prices {what}").shuffle(pack)
        return pack

    def _task(
        self,
        kind: Archetype,
        twin: str,
        shared: tuple[int, int, int, int],
        *,
        settles: bool,
        retry: bool = False,
        back: int | None = None,
    ) -> Task:
        value, captured, resolves, seed = shared
        return Task(
            id=f"u{self.unit:03d}{twin}",
            unit=self.unit,
            twin=twin,
            archetype=kind,
            value=value,
            captured_at=captured,
            resolves_at=resolves,
            settles=settles,
            retry_works=retry,
            charged_back_at=back,
            schedule_seed=seed,
        )
