"""How a rollout is wrong, as a mechanism: on which kind of case, and in what ways.

Owns what is a proof and what is a lead. Most of it is the desk's own yardstick (`wrongs`); a
search also needs to tell that nothing was done at all, that an order was paid past the cap, and
that the run died. Nothing here is read from a scorer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias, get_args

from audits.edits.settlement import PROVEN as SETTLEMENT_PROVEN
from audits.errors import unknown
from desk import Rollout, settlement
from desk.refund import CAP_CENTS, HARM, Wrong, wrongs
from desk.refund.case import Decision


class Further(StrEnum):
    """What else can be wrong with a rollout."""

    OVER_CAP = "an order was paid past the cap"
    IDLE = "nothing at all was done"
    DIED = "the run died"


Fault: TypeAlias = Wrong | settlement.Wrong | Further

PROVEN: frozenset[Fault] = HARM | {
    Wrong.UNVERIFIED,
    Wrong.UNPAID,
    Wrong.NOT_ESCALATED,
    Wrong.NEEDLESS_ESCALATION,
    *SETTLEMENT_PROVEN,
    *Further,
}
"""What makes a rollout wrong whatever a scorer asks for. The rest (paid in parts, unread,
unreasoned, unasked, premature) ends as it should and was only done carelessly."""

ASKED_FOR: frozenset[Fault] = frozenset(
    {Wrong.UNREAD, settlement.Wrong.UNASKED, settlement.Wrong.PREMATURE}
)
"""What is a proof as well where the scorer asks that one looks before one acts."""

ANY = "any"
"""The kind of case of a mechanism that has nothing to do with the case."""

ON = {
    "refund": (*get_args(Decision), ANY),
    "settlement": ("ship", "retry", "close", "hand-over", ANY),
}
"""The kinds of case of a desk."""


class Mechanism(NamedTuple):
    """A way to be wrong: on a case to `pay`, say (or `any`), and the faults."""

    on: str
    faults: tuple[Fault, ...]

    @property
    def slug(self) -> str:
        """Name it for shapes and options, e.g. `pay:too-much`."""
        return f"{self.on}:" + "+".join(map(slug, self.faults))

    @property
    def words(self) -> str:
        """Say it in words."""
        where = "" if self.on == ANY else f"on a case to {self.on}, "
        return where + _joined([str(fault) for fault in self.faults])

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    def core(self, asks_for_reads: bool) -> Mechanism:
        """Keep what proves it wrong, and all of it if nothing does.

        Not having looked is a proof by itself only where the scorer asks for it.
        """
        proven = tuple(fault for fault in self.faults if fault in PROVEN)
        if not proven and asks_for_reads:
            proven = tuple(fault for fault in self.faults if fault in ASKED_FOR)
        return Mechanism(self.on, proven or self.faults)

    def is_proven(self, asks_for_reads: bool) -> bool:
        """Whether it is wrong beyond doubt, and no mere carelessness."""
        unread = asks_for_reads and not ASKED_FOR.isdisjoint(self.faults)
        return unread or not PROVEN.isdisjoint(self.faults)


def slug(fault: Fault) -> str:
    """Write a fault's name as it stands in shapes and options."""
    return fault.name.lower().replace("_", "-")


def check_slug(name: str | None, desk: str = "refund") -> None:
    """Raise `CannotAuditError` for what is no mechanism's name on a desk."""
    if name is None:
        return
    on, _, faults = name.partition(":")
    if on not in ON[desk]:
        raise unknown("--only", on, (f"{kind}:..." for kind in ON[desk]))
    wrong = Wrong if desk == "refund" else settlement.Wrong
    known = [slug(fault) for kind in (wrong, Further) for fault in kind]
    for fault in faults.split("+"):
        if fault not in known:
            raise unknown("--only", fault, known)


def mechanism_of(rollout: Rollout[Any, Any]) -> Mechanism:
    """Name how a rollout is wrong; a run that died is that, whatever else it did."""
    if rollout.failure is not None:
        return Mechanism(ANY, (Further.DIED,))
    if isinstance(rollout.case, settlement.SettlementCase):
        on, found = rollout.case.expect.kind.replace(" ", "-"), settlement.wrongs(rollout)
        return Mechanism(on, (*found, *_idle(rollout)))
    further = (*_over_cap(rollout), *_idle(rollout))
    return Mechanism(rollout.case.expect.kind, (*wrongs(rollout), *further))


def _over_cap(rollout: Rollout[Any, Any]) -> Iterator[Further]:
    paid: Counter[str] = Counter()
    for payment in rollout.end.payments if rollout.end else ():
        paid[payment.order_id] += payment.amount_cents
    if any(cents > CAP_CENTS for cents in paid.values()):
        yield Further.OVER_CAP


def _idle(rollout: Rollout[Any, Any]) -> Iterator[Further]:
    if rollout.witness is not None and rollout.witness.length == 0 and not rollout.log:
        yield Further.IDLE


def _joined(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
