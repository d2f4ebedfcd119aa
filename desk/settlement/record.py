"""A settlement episode as the record that everything exchanges: a sealed log, its end, a witness.

`play` makes the benchmark's cheap episodes; `record` makes the same episode as a rollout, whose log
is chained entry by entry and watched from outside the agent's reach as the world writes it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import NamedTuple, TypeVar

import msgspec

from desk.digest import digest_of
from desk.ledger import Entry, Ledger
from desk.rollout import Function, Message, Rollout, ToolCall
from desk.settlement.corpus import MASTER_SEED, Corpus, corpus
from desk.settlement.faults import arm
from desk.settlement.schedule import Schedule, schedules
from desk.settlement.task import SHIP_BY, Archetype, Task, Ticket
from desk.settlement.world import CaseClosedError, End, SettlementDesk

SIGNATURES: dict[str, str] = {
    "read_processor": "ref",
    "read_ledger": "",
    "read_erp": "",
    "read_bank": "",
    "probe_processor": "ref",
    "wait": "ticks",
    "ship": "",
    "retry_capture": "key",
    "refund": "",
    "close": "",
    "write_off": "",
    "escalate": "",
}
"""Each call with the name of its one argument, if it takes any."""

RETRY_IN_TIME = 510
"""The last tick of a failure after which every patient agent can still see a retry through."""


class Expect(NamedTuple):
    """What a case asks for, once everything is known."""

    kind: str
    """`ship`, `retry`, `close`, or `hand over`."""


class SettlementCase(msgspec.Struct, frozen=True, kw_only=True):
    """One task under one evaluation seed and arm: all that an episode follows from.

    Raises `ValueError` for an arm that there is not.
    """

    task: Task
    seed: int = 0
    arm: str = "full"
    fresh_waits: bool = True
    """Whether a fresh key resolves after the pending capture only, as it does on the benchmark."""

    def __post_init__(self) -> None:
        arm(self.arm)

    @property
    def id(self) -> str:
        """Name the case: task, and seed unless it is the first."""
        return f"{self.task.id}/{self.seed}" if self.seed else self.task.id

    @property
    def family(self) -> Archetype:
        """The kind of trouble that the task is made of."""
        return self.task.archetype

    @property
    def expect(self) -> Expect:
        """What the case asks for."""
        task = self.task
        if task.resolves_at > SHIP_BY:
            return Expect("hand over")
        if task.settles:
            return Expect("ship")
        return Expect(
            "retry" if task.retry_works and task.resolves_at <= RETRY_IN_TIME else "close"
        )

    @property
    def schedule(self) -> Schedule:
        """The deliveries that the case is played under."""
        return _schedule(self.task, self.seed, self.arm)


@lru_cache(maxsize=4096)
def _schedule(task: Task, seed: int, name: str) -> Schedule:
    return schedules(task, seed)(arm(name))


class SettlementCases(NamedTuple):
    """Cases under a name, and a digest of them (SHA-256, hex)."""

    name: str
    cases: tuple[SettlementCase, ...]
    digest: str
    pairs: tuple[tuple[SettlementCase, SettlementCase], ...] = ()
    """Both twins of every pair of the corpus that the cases are taken from."""


SettlementRollout = Rollout[SettlementCase, End]

EACH = {Archetype.PENDING_FAIL: 8}
"""Units of an archetype among the `eval` cases, where there are not `MOST_OF_EACH`: as often as a
retry is asked for on the whole corpus, so that whoever never retries is not nearly always right."""

MOST_OF_EACH = 4


QUICK_KEYS = "quick-keys"
"""`eval` in the world of the trap: a charge under a fresh key settles soon, by itself."""

CASE_SETS = ("eval", "public", "train", QUICK_KEYS)


@cache
def settlement_cases(name: str = "eval") -> SettlementCases:
    """Make a set of cases: `eval`, `public` (all 321 tasks), `train` (a regenerated split), or
    `quick-keys`.

    `eval` has a few units of each archetype, and every task whose outcome comes late. Raises
    `KeyError` for another name.
    """
    taken = _train() if name == "train" else corpus()
    tasks = {"eval": _some, "public": _all, "train": _all, QUICK_KEYS: _some}[name](taken.tasks)
    case = partial(_case, name)
    cases = tuple(map(case, tasks))
    pairs = tuple((case(one), case(other)) for one, other in taken.pairs)
    return SettlementCases(name, cases, digest_of(cases), pairs)


def _case(name: str, task: Task) -> SettlementCase:
    return SettlementCase(task=task, fresh_waits=name != QUICK_KEYS)


def _train() -> Corpus:
    return corpus(MASTER_SEED + 1, decoded=False, name="train")


def _all(tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    return tasks


def _some(tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    early: dict[Archetype, set[int]] = {kind: set() for kind in Archetype}
    late: set[int] = set()
    for task in tasks:
        if RETRY_IN_TIME < task.resolves_at <= SHIP_BY:
            late.add(task.unit)
        elif len(early[task.archetype]) < EACH.get(task.archetype, MOST_OF_EACH):
            early[task.archetype].add(task.unit)
    chosen = late.union(*early.values())
    return tuple(task for task in tasks if task.unit in chosen)


class RecordedDesk(SettlementDesk):
    """The desk with a sealed log and a transcript beside its own log of plain lines."""

    __slots__ = ("_tell", "case", "ledger", "messages")

    def __init__(self, case: SettlementCase, tell: Callable[[Entry], None]) -> None:
        super().__init__(case.schedule, case.fresh_waits)
        self.case = case
        self.ledger = Ledger()
        self.messages: list[Message] = []
        self._tell = tell

    def _told(self, tool: str, of: str | int, answer: T) -> T:
        shown = _shown(answer)
        args = {"at": self.now, "of": of, "answer": shown}
        self._tell(self.ledger.append(tool, args, executed=answer is not False))
        name = f"call-{len(self.ledger.entries)}"
        asked = {SIGNATURES[tool]: of} if SIGNATURES[tool] else {}
        call = ToolCall(name, Function(tool, msgspec.json.encode(asked).decode()))
        self.messages.append(Message("assistant", tool_calls=(call,)))
        self.messages.append(Message("tool", shown, tool_call_id=name))
        return super()._told(tool, of, answer)


T = TypeVar("T")


def _shown(answer: object) -> str:
    """Write an answer as the log has it: a word, a number, or a ledger's four."""
    return answer if isinstance(answer, str) else msgspec.json.encode(answer).decode()


def asked_of(ticket: Ticket) -> str:
    """Write a ticket as an agent is asked."""
    return (
        f"The payment {ticket.ref} of {ticket.order} ({ticket.value / 100:.2f}) is pending; its "
        f"goods may leave until tick {ticket.ship_by}. Decide."
    )


def replayed(case: SettlementCase, log: tuple[Entry, ...]) -> End | str:
    """Make a log's calls again on a fresh desk; the end they come to, or where the log is odd.

    The desk is deterministic: it would write the same log for the same calls, answers included.
    """
    desk = RecordedDesk(case, lambda _entry: None)
    for place, entry in enumerate(log):
        of = entry.args.get("of")
        try:
            call = getattr(desk, entry.action if entry.action in SIGNATURES else "")
            call(*([of] if SIGNATURES[entry.action] else []))
        except (AttributeError, CaseClosedError, TypeError, ValueError):
            return f"entry {place} is of a call that the desk would not take"
        if desk.ledger.entries[place] != entry:
            return f"entry {place} is not what the desk answers"
    return desk.ended()
