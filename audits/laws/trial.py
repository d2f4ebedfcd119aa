"""What a law is tried on: one case, and one or two runs of tool calls that are really played.

Everything here is plain data, so that a counter-example goes through JSON and is played again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from attackers.program import Call
from audits.laws.worlds import read_case, world_of
from desk import Kind, Message, Rollout, died


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


class Trial(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One case with a run, and for most laws the changed run that it is held against."""

    case: Any
    """A case of any desk; JSON's own types are read as what they say."""
    run: Run = Run()
    twin: Run | None = None
    twin_case: Any = None
    """The case of `twin`, where that is another one."""

    def __post_init__(self) -> None:
        for name in ("case", "twin_case"):
            if isinstance(told := getattr(self, name), dict):
                msgspec.structs.force_setattr(self, name, read_case(told))
        for run in (self.run, self.twin):
            for call in (*run.calls, *run.late) if run else ():
                _check(call, world_of(self.case).signatures)


def _check(call: Call, tools: Mapping[str, Mapping[str, bool]]) -> None:
    wanted = tools.get(call.tool)
    if wanted is None:
        raise ValueError(f"tool: expected one of {', '.join(tools)}; got {call.tool}")
    missing = [name for name, needed in wanted.items() if needed and name not in call.args]
    if missing or call.args.keys() - wanted.keys():
        raise ValueError(
            f"{call.tool}: expected the arguments {', '.join(wanted) or 'none'}; "
            f"got {', '.join(call.args) or 'none'}"
        )


class UnplayableError(Exception):
    """A run that did not get to its end: its rollout would prove nothing."""


def play_run(case: Any, run: Run) -> Rollout[Any, Any]:
    """Really make the calls on a fresh desk. Raises `UnplayableError` if one could not be made."""
    made = world_of(case).play(case, run.calls, run.words, run.erased)
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
    """Write a trial as JSON's own types, without what a case fills in by itself."""
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(trial))
    for field in ("case", "twin_case"):
        if field in told:
            told[field] = world_of(trial.case).bare(told[field])
    return told
