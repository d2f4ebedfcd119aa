"""What a law is tried on: one case, and one or two runs of tool calls that are really played.

Everything here is plain data, so that a counter-example goes through JSON and is played again.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from attackers.program import Call, agent_of
from attackers.refund.moves import relink
from desk import Kind, Message, died
from desk.refund import SIGNATURES, Case, RefundRollout, Ticket, Tools, play


class Run(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What an agent does, whatever it is answered; and what is done to its record afterwards."""

    calls: tuple[Call, ...] = ()
    late: tuple[Call, ...] = ()
    """Calls made after the desk was closed."""
    words: str = ""
    """The agent's last words."""
    chatter: str = ""
    """What the agent says before each call."""
    failure: Kind | None = None
    """A failure attached to the finished rollout."""
    erased: int | None = None
    """The place in the log of an entry that is taken out at the end, all hashes computed afresh."""

    def __post_init__(self) -> None:
        for call in (*self.calls, *self.late):
            wanted = SIGNATURES.get(call.tool)
            if wanted is None:
                raise ValueError(f"tool: expected one of {', '.join(SIGNATURES)}; got {call.tool}")
            missing = [name for name, needed in wanted.items() if needed and name not in call.args]
            if missing or call.args.keys() - wanted.keys():
                raise ValueError(
                    f"{call.tool}: expected the arguments {', '.join(wanted)}; "
                    f"got {', '.join(call.args) or 'none'}"
                )


class Trial(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One case with a run, and for most laws the changed run that it is held against."""

    case: Case
    run: Run = Run()
    twin: Run | None = None
    twin_case: Case | None = None
    """The case of `twin`, where that is another one."""


class UnplayableError(Exception):
    """A run that did not get to its end: its rollout would prove nothing."""


def play_run(case: Case, run: Run) -> RefundRollout:
    """Really make the calls on a fresh desk. Raises `UnplayableError` if one could not be made."""
    act = agent_of(run.calls, run.words)

    def agent(tools: Tools, ticket: Ticket) -> str | None:
        words = act(tools, ticket)
        if run.erased is not None:
            log = tools.world.ledger.entries
            relink(tools, [*log[: run.erased], *log[run.erased + 1 :]])
        return words

    made = play(agent, case)
    if made.failure is not None:
        raise UnplayableError(f"a run did not get to its end: {made.failure.detail}")
    if run.chatter:
        made = replace(made, messages=_chatting(made.messages, run.chatter))
    if run.failure is not None:
        made = replace(made, failure=died(run.failure, "attached by a law"))
    return made


def _chatting(messages: tuple[Message, ...], chatter: str) -> tuple[Message, ...]:
    said = Message("assistant", chatter)
    return tuple(
        each
        for message in messages
        for each in ((said, message) if message.tool_calls else (message,))
    )


def plain(trial: Trial) -> dict[str, Any]:
    """Write a trial as JSON's own types, without what `desk.refund.Case` fills in by itself."""
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(trial))
    for field in ("case", "twin_case"):
        if field in told:
            told[field] = _plain_case(told[field])
    return told


def _plain_case(case: dict[str, Any]) -> dict[str, Any]:
    needed = {name: case[name] for name in ("id", "order", "lines", "expect")}
    bare = msgspec.json.decode(msgspec.json.encode(msgspec.convert(needed, Case)))
    return {name: value for name, value in case.items() if name in needed or value != bare[name]}
