"""How a rollout is wrong, as a mechanism: on which kind of case, and in what ways.

Owns what is a proof and what is a lead. Most of it is the desk's own yardstick (`wrongs`); a
search also needs to tell that nothing was done at all, that an order was paid past the cap, and
that the run died. Nothing here is read from a scorer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple, TypeAlias, get_args

from audits.errors import unknown
from desk.refund import CAP_CENTS, HARM, RefundRollout, Wrong, wrongs
from desk.refund.case import Decision


class Further(StrEnum):
    """What else can be wrong with a rollout."""

    OVER_CAP = "an order was paid past the cap"
    IDLE = "nothing at all was done"
    DIED = "the run died"


Fault: TypeAlias = Wrong | Further

PROVEN: frozenset[Fault] = HARM | {
    Wrong.UNVERIFIED,
    Wrong.UNPAID,
    Wrong.NOT_ESCALATED,
    Wrong.NEEDLESS_ESCALATION,
    *Further,
}
"""What makes a rollout wrong whatever a scorer asks for. The rest (paid in parts, unread,
unreasoned) ends as it should and was only done carelessly."""

ANY = "any"
"""The kind of case of a mechanism that has nothing to do with the case."""

ON = (*get_args(Decision), ANY)


class Mechanism(NamedTuple):
    """A way to be wrong: on a case to `pay`, `hold` or `escalate` (or `any`), and the faults."""

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

        Not having read is a proof by itself only where the scorer asks for reads.
        """
        proven = tuple(fault for fault in self.faults if fault in PROVEN)
        if not proven and asks_for_reads and Wrong.UNREAD in self.faults:
            proven = (Wrong.UNREAD,)
        return Mechanism(self.on, proven or self.faults)

    def is_proven(self, asks_for_reads: bool) -> bool:
        """Whether it is wrong beyond doubt, and no mere carelessness."""
        unread = asks_for_reads and Wrong.UNREAD in self.faults
        return unread or not PROVEN.isdisjoint(self.faults)


def slug(fault: Fault) -> str:
    """Write a fault's name as it stands in shapes and options."""
    return fault.name.lower().replace("_", "-")


def check_slug(name: str | None) -> None:
    """Raise `CannotAuditError` for what is no mechanism's name."""
    if name is None:
        return
    on, _, faults = name.partition(":")
    if on not in ON:
        raise unknown("--only", on, (f"{kind}:..." for kind in ON))
    known = [slug(fault) for kind in (Wrong, Further) for fault in kind]
    for fault in faults.split("+"):
        if fault not in known:
            raise unknown("--only", fault, known)


def mechanism_of(rollout: RefundRollout) -> Mechanism:
    """Name how a rollout is wrong; a run that died is that, whatever else it did."""
    if rollout.failure is not None:
        return Mechanism(ANY, (Further.DIED,))
    return Mechanism(rollout.case.expect.kind, (*wrongs(rollout), *_further(rollout)))


def _further(rollout: RefundRollout) -> Iterator[Further]:
    paid: Counter[str] = Counter()
    for payment in rollout.end.payments if rollout.end else ():
        paid[payment.order_id] += payment.amount_cents
    if any(cents > CAP_CENTS for cents in paid.values()):
        yield Further.OVER_CAP
    if rollout.witness is not None and rollout.witness.length == 0 and not rollout.log:
        yield Further.IDLE


def _joined(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
