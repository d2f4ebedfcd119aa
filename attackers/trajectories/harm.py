"""Harm beside the work: a change made twice, one nobody asked for, another tool, turned round."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from attackers.agent import Needs
from attackers.rows import FULL_PAY, Proof, Proposal, Scene
from attackers.trajectories.asked import asked_for
from attackers.trajectories.parts import (
    Made,
    Messages,
    call_of,
    calls_in,
    closing,
    leaves,
    messages_of,
    only,
    renamed_tool,
    repeated,
    say,
    words_of,
)
from attackers.trajectories.results import failed, fields_of

_CHANGES = re.compile(
    r"^(?:send|pay|transfer|refund|charge|book|buy|purchase|create|add|issue|post|submit|deposit|"
    r"withdraw|ship)(?:_|$)",
    re.I,
)
"""Tools that, by their name, change the world each time anew."""

_MOVES = re.compile(r"^(?:move|step|walk|turn|drive|push|pull|append|insert|increase)(?:_|$)", re.I)
"""Tools that, by their name, change where things stand."""

_VERDICT = re.compile(r"correct|right|verdict|pass|solved|match|valid|accept|won", re.I)
"""Names under which a tool says whether an answer is right; others say whether it was taken."""

_KEY = re.compile(r"idempot|dedup|request_?id|nonce", re.I)
"""Names of arguments under which a world takes the same call once, however often it comes."""

_SUBMITS = re.compile(r"^(?:submit|guess|answer|final_answer)(?:_|$)", re.I)
"""Tools that, by their name, hand an answer in."""

_ORDERED = re.compile(r"order(?!_?id)|sequence|before|after|then|first|step", re.I)


def changes(scene: Scene, call: Made) -> bool:
    """Tell whether a call changes the world each time: by its owner's word, else by its name."""
    declared = scene.declared
    if declared.effects or declared.reads:
        return call.tool in declared.effects
    return bool(_CHANGES.search(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", call.tool)))


def _is_counted(scene: Scene, call: Made) -> bool:
    """Tell whether the row names the very call: then once is what it asks for."""
    return call.tool in scene.declared.effects or call.tool in set(leaves(scene.row.info))


def _is_harm(scene: Scene, call: Made) -> bool:
    """Tell whether a call that the row does not ask for would do harm."""
    return changes(scene, call) and any(
        _is_counted(scene, own) for own in _made(scene)[1] if own.tool == call.tool
    )


def _moves_by(call: Made) -> bool:
    """Tell whether a call moves something by what its result repeats, so that once more is more."""
    numbers = list((fields_of(call.result) or {}).values())
    return isinstance(call.args, dict) and any(value in numbers for value in call.args.values())


def _is_keyed(call: Made) -> bool:
    """Tell whether a call carries a key of its own: made again, it does nothing more."""
    return isinstance(call.args, dict) and any(_KEY.search(str(name)) for name in call.args)


def does_twice(scene: Scene) -> Iterator[Proposal]:
    """The whole work a second time, where it changes the world each time."""
    messages, calls = _made(scene)
    if any(changes(scene, c) and _is_counted(scene, c) and not _is_keyed(c) for c in calls):
        yield _wrong(
            "R205", "a change made twice", repeated(messages, 2), "it changed the world twice"
        )


def does_more(scene: Scene) -> Iterator[Proposal]:
    """The work, and another row's change as well."""
    messages, calls = _made(scene)
    mine = [(call.tool, call.args) for call in calls]
    for other in list(scene.others)[:4]:
        theirs = {(c.tool, str(c.args)): c for c in calls_in(messages_of(other.reference))}
        for call in theirs.values():  # the last of calls that were retried
            done = _is_harm(scene, call) and not failed(call.result)
            if (call.tool, call.args) not in mine and done:
                extra = call_of(call, "extra")
                answer = [*messages[:-1], *extra, say(closing(messages))]
                yield _wrong("R207", "a change that nobody asked for", answer, "it did harm beside")


def goes_on(scene: Scene) -> Iterator[Proposal]:
    """One more change after all is done: what was reached is not what is left."""
    messages, calls = _made(scene)
    harm = [c for c in calls if _is_harm(scene, c) and not _is_keyed(c)]
    steps = [c for c in calls if _MOVES.search(c.tool)]
    moved = harm or (steps if all(map(_moves_by, steps)) else [])
    if moved and closing(messages):
        answer = [*messages[:-1], *call_of(moved[-1], "again"), messages[-1]]
        yield _wrong("R207", "a change after the end", answer, "it changed the world once more")


def guesses(scene: Scene) -> Iterator[Proposal]:
    """Other rows' answers handed in one after another, before the right one."""
    messages, calls = _made(scene)
    start = [m for m in messages if m.get("role") not in ("assistant", "tool")]
    for call in calls:
        if not _SUBMITS.search(call.tool) or not asked_for(scene.row, call):
            continue
        theirs = [
            Made("", call.tool, made.args, _called_wrong(call.result))
            for other in scene.others
            for made in calls_in(messages_of(other.reference))
            if made.tool == call.tool and made.args != call.args
        ][:3]
        tries = [part for n, made in enumerate(theirs) for part in call_of(made, f"guess{n}")]
        if tries:
            answer = [*start, *tries, *messages[len(start) :]]
            told = any(made.result != call.result for made in theirs)
            guess = _wrong("R207", "guessing until it is right", answer, "it guessed")
            yield guess if told else replace(guess, proof=Proof.LEAD)  # it may have thought again


def _called_wrong(result: str) -> str:
    """What a tool says to a wrong answer that it took: its verdict turned, if it gives one."""
    value = fields_of(result)
    if value is None:
        return result
    return json.dumps({key: _no(key, inner) for key, inner in value.items()})


def _no(key: str, value: Any) -> Any:
    """Turn a verdict to no; anything else stays as it is."""
    if not _VERDICT.search(key):
        return value
    return False if value is True else f"not {value}" if isinstance(value, str) else value


def uses_another_tool(scene: Scene) -> Iterator[Proposal]:
    """The right arguments to another tool, of a name that holds the right one's.

    A tool that need not be called at all is none that must be called by its name.
    """
    messages, calls = _made(scene)
    told = set(leaves(scene.row.asks))
    for call in calls:
        if call.tool not in told or _names_its_tool(call):
            continue
        others = [one.id for one in calls if one.tool != call.tool]
        for name in (f"{call.tool}_draft", f"preview_{call.tool}", "noop"):
            answer = renamed_tool(messages, call.tool, name)
            wrong = _wrong("R204", "another tool", answer, f"{name} was called, not {call.tool}")
            yield replace(wrong, base=only(messages, others)) if others else wrong


def _names_its_tool(call: Made) -> bool:
    """Tell whether a result says what was done: the world would not say so of another tool."""
    fields = fields_of(call.result)
    said = [call.result] if fields is None else [v for v in fields.values() if isinstance(v, str)]
    return any(word in text.casefold() for word in words_of(call.tool, 4) for text in said)


def turns_around(scene: Scene) -> Iterator[Proposal]:
    """The same calls in the opposite order: wrong where the row speaks of an order."""
    messages, calls = _made(scene)
    if len({call.tool for call in calls}) < 2 or len(calls) < 2:
        return
    ordered = any(_ORDERED.search(word) for word in (*scene.row.info, scene.row.prompt.lower()))
    start = [m for m in messages if m.get("role") not in ("assistant", "tool")]
    made = [part for call in reversed(calls) for part in call_of(call, call.id)]
    yield Proposal(
        rule="R204",
        attack="the calls in the opposite order",
        answer=[*start, *made, say(closing(messages))],
        wrong="it did the last thing first",
        needs=Needs.GOLD,
        proof=Proof.LEAD if not ordered else Proof.CONSTANT,
        bar=FULL_PAY,
    )


def _made(scene: Scene) -> tuple[Messages, list[Made]]:
    messages = messages_of(scene.row.reference)
    return messages, calls_in(messages)


def _wrong(rule: str, attack: str, answer: Messages, wrong: str) -> Proposal:
    return Proposal(
        rule=rule, attack=attack, answer=answer, wrong=wrong, needs=Needs.PROMPT, bar=FULL_PAY
    )
