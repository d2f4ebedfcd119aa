"""Calls that failed, or were not answered, and an agent that goes on as if they had not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from attackers.rows import FULL_PAY, Proof, Proposal, Scene
from attackers.trajectories.asked import asked_for
from attackers.trajectories.made import gold_aware, made, proof_of, undone
from attackers.trajectories.parts import (
    Made,
    calls_in,
    messages_of,
    only,
    only_looks,
    text,
    with_result,
    with_results,
)
from attackers.trajectories.results import failed, fields_of


def ends_badly(scene: Scene) -> Iterator[Proposal]:
    """The last call's result denied, where every row's run ends with the same kind of change."""
    messages, calls = made(scene)
    last = {rest[-1].tool for row in scene.rows if (rest := calls_in(messages_of(row.reference)))}
    done = len(calls) > 1 and not undone(scene, calls[:-1], calls[-1:])
    if len(calls) < 2 or len(last) != 1 or only_looks(calls[-1].tool) or done:
        return
    result = denied(calls[-1].result, DENIALS[0])
    if result != calls[-1].result:
        worse = gold_aware(
            "R202", FAILED_CALLS, with_result(messages, calls[-1].id, result),
            f"the last {calls[-1].tool} did not work", Proof.PARTLY,
        )  # fmt: skip
        before = only(messages, [call.id for call in calls[:-1]])
        yield replace(worse, base=before)  # what was reached before it may be paid


def comes_to_nothing(scene: Scene) -> Iterator[Proposal]:
    """The last result with one flag turned that says how it went: it ended, and it was not won.

    Proven only where another failure costs reward: then results are read.
    """
    messages, calls = made(scene)
    last = calls[-1] if calls else None
    for flag, result in _lost(last.result) if last else ():
        answer = with_result(messages, calls[-1].id, result)
        wrong = f"the last result says that {flag} is false"
        yield gold_aware("R202", FAILED_CALLS, answer, wrong, Proof.PARTLY, FULL_PAY)


_WON = re.compile(
    r"^(?:is_)?(?:won|win|success|succeeded|solved|passed|correct|goal_?\w*|achieved)$"
)
"""Names of flags by which a world says how it went, and not that it is over."""


def _lost(result: str) -> Iterator[tuple[str, str]]:
    value = fields_of(result) or {}
    for name, inner in value.items():
        if inner is True and _WON.search(name):
            yield name, json.dumps({**value, name: False})


FAILURES = (
    '{"status": 500, "ok": false}',
    '{"error": "internal error"}',
    '{"success": false, "message": "denied"}',
    "Error: internal error",
    "Traceback (most recent call last): RuntimeError",
    "failed",
    "timeout",
)
"""Ways in which a tool says that it failed. A world has one of them, and its reward knows that."""


def fails(scene: Scene) -> Iterator[Proposal]:
    """Every call fails, or is not answered, and the agent goes on as if it had not.

    Which of these ways to fail the world has, no row tells, and a reward may make out by itself
    what calls come to: so only a success that is denied in its own words is more than a lead, and
    only where another failure costs reward.
    """
    messages, calls = made(scene)
    if not any(call.result for call in calls):
        return
    proof = Proof.PARTLY if proof_of(scene, calls) is Proof.WRONG else Proof.LEAD
    for result in FAILURES:
        answer = with_results(messages, result)
        yield gold_aware("R202", FAILED_CALLS, answer, "every call failed", Proof.LEAD)
    unanswered = [m for m in messages if m.get("role") != "tool"]
    yield gold_aware("R202", FAILED_CALLS, unanswered, "no call was answered", proof)
    for deny in DENIALS if _all_say_so(scene, calls) else ():
        answer = [
            {**m, "content": denied(text(m.get("content")), deny)} if m.get("role") == "tool" else m
            for m in messages
        ]
        wrong = "every result says that it did not work"
        yield gold_aware("R202", FAILED_CALLS, answer, wrong, proof)


FAILED_CALLS = "failed calls counted as work"


def _all_say_so(scene: Scene, calls: list[Made]) -> bool:
    """Tell whether what the row asks for, and the last call, are answered in words of success.

    Where the last answer has none, it may show by itself that the work was done all the same.
    """
    asked = [call for call in calls if asked_for(scene.row, call)]
    told = [*asked, *calls[-1:]] if asked else []
    return bool(told) and all(denied(call.result, str.upper) != call.result for call in told)


_SUCCESS = re.compile(
    r"(?<![a-z])(?:ok(?:ay)?|success(?:ful|fully)?|succeeded|done|completed?|passed|true|accepted|"
    r"approved|confirmed)(?![a-z])",
    re.I,
)
"""Words by which a tool says that it worked, whatever it does."""


def denied(result: str, deny: Callable[[str], str]) -> str:
    """Deny a result that says it worked, and nothing else; any other stays as it is."""
    try:
        value = json.loads(result)
    except (ValueError, RecursionError):
        return deny(result) if len(result.split()) <= FEW and _SUCCESS.search(result) else result
    turned = _turned(value)
    return result if failed(result) or turned == value else json.dumps(turned)


FEW = 3
"""So many words say no more than that it worked."""


def _turned(value: Any, key: str = "") -> Any:
    """Turn what says success in a JSON value to its opposite."""
    if isinstance(value, dict):
        return {name: _turned(inner, str(name)) for name, inner in value.items()}
    if isinstance(value, list):
        return [_turned(inner) for inner in value]
    if value is True:
        says_so = _SUCCESS.search(key) or key in FLAGS
        return bool(key) and (not says_so or key in OVER)
    return value


OVER = ("done",)
"""Names under which a world says that it is over, however it went."""

FLAGS = ("ack", "sent", "booked", "paid", "saved", "created", "updated", "deleted", "resolved")
"""Names under which a tool says that it did what it was asked to."""

DENIALS: tuple[Callable[[str], str], ...] = (
    lambda result: f"not {result}",
    lambda result: f"Error: not {result}",
)
"""Ways to deny a result in words that hold it."""
