"""What refund scorers are tried on: rollouts that were played once, whatever the scorer says.

First every agent on every case, then what no agent of ours does: agents that wander, rollouts that
died, and logs that somebody spoilt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from random import Random

import msgspec
from msgspec.structs import replace

from attackers.program import Call, Program, agent_of, program_of
from audits.dead.bases import first_of_each
from audits.mutants.refund.filed import filed
from audits.target import Target
from desk import GENESIS, Entry, Kind, died, link
from desk.refund import (
    CAP_CENTS,
    Agent,
    Case,
    Payment,
    RefundDesk,
    RefundRollout,
    Ticket,
    Tools,
    play,
    train_cases,
)
from desk.refund.case import MAX_CENTS

_encode = msgspec.json.Encoder().encode

WANDERERS = 6
"""Wandering agents on each case."""

MOST_CALLS = 7
READS = ("lookup_order", "refund_history")
REASONS = ("", "  ", "refund due, both records were read", "please decide")
SPOILT = (None, True, -1, 0, 10**13, 1.5, "", "ORDER")
"""What a spoilt log may hold where an argument should be."""


@dataclass(frozen=True, slots=True)
class Input:
    """One rollout, and who made it."""

    by: str
    rollout: RefundRollout

    @property
    def size(self) -> int:
        """How much there is to read in it: the entries of its log."""
        return len(self.rollout.log)


@dataclass(slots=True)
class Inputs:
    """Rollouts without repetition, and which of them an agent's are."""

    all: list[Input] = field(default_factory=list)
    rows: dict[str, list[int]] = field(default_factory=dict)
    """For each agent the places of its rollouts, one a case."""
    _places: dict[bytes, int] = field(default_factory=dict)

    def add(self, by: str, made: RefundRollout) -> int:
        """Add a rollout unless one with the same evidence is there, and return its place."""
        key = _encode((made.case, made.log, made.end, made.witness, made.failure))
        if key not in self._places:
            self._places[key] = len(self.all)
            self.all.append(Input(by, filed(made)))
        return self._places[key]

    def filed(self, by: str, made: RefundRollout) -> RefundRollout:
        """Add a rollout, and return it as it is filed."""
        return self.all[self.add(by, made)].rollout


def inputs_of(target: Target, seed: int) -> Inputs:
    """Let every agent play every case, and make the further rollouts."""
    inputs = Inputs()
    for name, agent in target.agents.items():
        played = (play(agent.act, case) for case in target.cases.cases)
        inputs.rows[name] = [inputs.add(name, made) for made in played]
    for by, made in _further(target, Random(seed)):
        inputs.add(by, made)
    return inputs


def _further(target: Target, dice: Random) -> Iterator[tuple[str, RefundRollout]]:
    cases = [*target.cases.cases, *dice.sample(train_cases().cases, 8)]
    few = first_of_each(cases, lambda case: (case.expect.kind, len(case.lines)))
    for case in cases:
        wandered = [_wander(case, dice) for _ in range(WANDERERS)]
        yield from (("a wanderer", made) for made in wandered)
        worked = play(target.reference.act, case)
        yield target.reference.name, worked
        base = dice.choice([*wandered, worked])
        if case in few:
            yield from (("a payer", play(agent_of(calls), case)) for calls in _payers(case, worked))
        doctored = play(partial(_doctor, dice.choice(DOCTORS), target.reference.act), case)
        yield "an agent that doctors the books", doctored
        yield "a rollout that died", replace(base, failure=died(dice.choice(list(Kind))))
        yield "a spoilt log", _spoilt(worked, dice)
        yield "a spoilt log", _spoilt(base, dice)
        yield "a case that never started", RefundRollout(case=case)


def _payers(case: Case, worked: RefundRollout) -> Iterator[Program]:
    """Do the reference's reads, then pay at the bounds of what can be paid, or without a reason."""
    reads = tuple(call for call in program_of(worked) if call.tool in READS)
    line = case.owed_line or case.lines[0]
    for cents in (1, line.cents, line.cents + 1, CAP_CENTS, CAP_CENTS + 1, MAX_CENTS):
        for reason in ("due", " "):
            args = {"order_id": case.order, "amount_cents": cents, "idempotency_key": "key"}
            yield (*reads, Call("issue_refund", {**args, "reason": reason, "sku": line.sku}))


def _doctor(
    doctor: Callable[[RefundDesk], object], act: Agent, tools: Tools, ticket: Ticket
) -> str:
    """Do the reference's work, then change the desk's own books and not its log."""
    act(tools, ticket)
    doctor(tools.world)
    return "All is in order."


DOCTORS: tuple[Callable[[RefundDesk], object], ...] = (
    lambda desk: desk.payments.clear(),
    lambda desk: desk.escalations.clear(),
    lambda desk: desk.escalations.append(desk.case.order),
    lambda desk: desk.payments.append(Payment(desk.case.order, None, CAP_CENTS, "doctored")),
    lambda desk: desk.payments.extend(desk.payments[:1]),
)
"""What may be done to the books."""


def _wander(case: Case, dice: Random) -> RefundRollout:
    calls = [_call(case, dice) for _ in range(dice.randint(0, MOST_CALLS))]
    return play(agent_of(tuple(calls)), case)


def _call(case: Case, dice: Random) -> Call:
    order = dice.choice([case.order] * 4 + [row.order for row in case.priors] + ["another"])
    tool = dice.choice(["lookup_order", "refund_history", "issue_refund", "escalate"])
    reason = dice.choice(REASONS)
    if tool == "issue_refund":
        skus = [None, *(line.sku for line in case.lines), "NO-SUCH"]
        amounts = [line.cents for line in case.lines] * 2 + [case.total, CAP_CENTS, CAP_CENTS + 1]
        return Call(
            tool,
            {
                "order_id": order,
                "amount_cents": dice.choice([*amounts, case.lines[0].cents - 1 or 1]),
                "idempotency_key": f"key-{dice.randrange(4)}",
                "reason": reason,
                "sku": dice.choice(skus),
            },
        )
    return Call(tool, {"order_id": order} | ({"reason": reason} if tool == "escalate" else {}))


def _spoilt(made: RefundRollout, dice: Random) -> RefundRollout:
    """Spoil one argument of one entry, or cut the log; hashes are computed anew half the time."""
    log = list(made.log)
    if log and dice.random() < 0.75:
        place = dice.randrange(len(log))
        log[place] = replace(log[place], args=_spoilt_args(log[place], dice))
    else:
        del log[dice.randrange(len(log) + 1) :]
    return replace(made, log=tuple(_relinked(log) if dice.random() < 0.5 else log))


def _spoilt_args(entry: Entry, dice: Random) -> dict[str, object]:
    args: dict[str, object] = dict(entry.args)
    name = dice.choice(list(args))
    if dice.random() < 0.5:
        del args[name]
    else:
        args[name] = dice.choice(SPOILT)
    return args


def _relinked(log: list[Entry]) -> Iterator[Entry]:
    prev = GENESIS
    for seq, entry in enumerate(log):
        made = link(seq, entry.action, entry.args, entry.reason, entry.executed, prev)
        prev = made.hash
        yield made
