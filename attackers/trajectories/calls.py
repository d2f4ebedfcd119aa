"""Calls made wrongly: failed, unanswered, left out, retargeted, repeated, or of another row."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from attackers.agent import Needs
from attackers.rows import Proof, Proposal, Scene
from attackers.trajectories.asked import asked_for, is_a_slip
from attackers.trajectories.parts import (
    Made,
    Messages,
    calls_in,
    closing,
    leaves,
    messages_of,
    only,
    only_looks,
    opening,
    repeated,
    say,
    text,
    with_args,
    with_result,
    with_results,
)
from attackers.trajectories.results import answered_for, failed, is_particular, shows_later

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
    """Every call fails, and the agent goes on as if it had not.

    A reward that is deaf to every way of failing does not read results; which way its world has,
    no row tells.
    """
    messages, calls = _made(scene)
    if not any(call.result for call in calls):
        return
    proof = _proof(scene, calls)
    for result in FAILURES:
        if any(call.result == result for call in calls):
            continue
        yield _gold(
            "R202", "failed calls counted as work", with_results(messages, result),
            "every call failed", Proof.EVERY if proof is Proof.WRONG else proof,
        )  # fmt: skip
    unanswered = [m for m in messages if m.get("role") != "tool"]
    yield _gold(
        "R202", "unanswered calls counted as work", unanswered, "no call was answered", proof
    )


def denies_success(scene: Scene) -> Iterator[Proposal]:
    """Each result turned into its own denial, in words that hold those of success."""
    messages, calls = _made(scene)
    if not calls:
        return
    for deny in DENIALS:
        answer = [
            {**m, "content": denied(text(m.get("content")), deny)} if m.get("role") == "tool" else m
            for m in messages
        ]
        if answer != messages:
            yield _gold(
                "R202", "denied success counted as success", answer,
                "every result says that it did not work", _proof(scene, calls),
            )  # fmt: skip


_SUCCESS = re.compile(
    r"(?<![a-z])(?:ok(?:ay)?|success(?:ful|fully)?|succeeded|done|completed?|passed|true|accepted|"
    r"approved|confirmed)(?![a-z])",
    re.I,
)
"""Words by which a tool says that it worked, whatever it does."""


def denied(result: str, deny: Callable[[str], str]) -> str:
    """Deny a result that says it worked; any other says nothing of the kind, and stays."""
    if not _SUCCESS.search(result):
        return result
    try:
        json.loads(result)
    except (ValueError, RecursionError):
        return deny(result)
    return flipped(result)


def flipped(result: str) -> str:
    """Turn every true and false in a JSON result around, and every status to a failure."""
    try:
        value = json.loads(result)
    except (ValueError, RecursionError):
        return f"not {result}"
    return json.dumps(_turned(value))


def _turned(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _turned(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_turned(inner) for inner in value]
    if isinstance(value, bool):
        return not value
    return f"not {value}" if isinstance(value, str) else value


DENIALS: tuple[Callable[[str], str], ...] = (
    lambda result: f"not {result}",
    lambda result: f"{result}: failed",
    lambda result: f"Error: not {result}",
)
"""Ways to deny a result in words that hold it."""


def leaves_out(scene: Scene) -> Iterator[Proposal]:
    """One call left out with its result, and a run that stops after each call."""
    messages, calls = _made(scene)
    for call in calls:
        rest = [other for other in calls if other.id != call.id]
        if _undone(scene, rest, [call]):
            yield _gold(
                "R203", "a call left out", only(messages, [other.id for other in rest]),
                f"{call.tool} was never called as the row asks",
                _proof_missing(scene, call, calls), _bar(scene, rest),
            )  # fmt: skip
    for count in range(1, len(calls)):
        done, left = calls[:count], _undone(scene, calls[:count], calls[count:])
        if left:
            yield _gold(
                "R203", "stopping early", only(messages, [call.id for call in done]),
                "it stopped before the work was done", _proof(scene, left), _bar(scene, done),
            )  # fmt: skip


def _undone(scene: Scene, done: list[Made], left: list[Made]) -> list[Made]:
    """Of the calls that are left, those that the ones done are not the same as; twice asked for
    is twice to do.
    """
    made = [(one.tool, one.args) for one in done]
    named = [found for inner in scene.row.info.values() for found in _objects(inner)]
    return [one for one in left if (one.tool, one.args) not in made or named.count(one.args) > 1]


def retargets(scene: Scene) -> Iterator[Proposal]:
    """The right tools with another row's arguments, or with none; a retried call every time."""
    calls = _made(scene)[1]
    for call in calls:
        for args in _other_args(scene, call):
            answer, proof = _called_with(scene, call, args)
            yield _gold(
                "R204", "a call with other arguments", answer,
                f"{call.tool} was called with arguments of another row",
                proof if _proof_args(scene, call) is Proof.WRONG else Proof.LEAD,
                _bar(scene, _others(calls, call)),
            )  # fmt: skip


def holds_the_argument(scene: Scene) -> Iterator[Proposal]:
    """An argument that holds the right one and is another."""
    calls = _made(scene)[1]
    for call in calls:
        if not isinstance(call.args, dict) or _proof_args(scene, call) is not Proof.WRONG:
            continue
        told = set(leaves(scene.row.info))
        for name, value in call.args.items():
            for longer in _longer(value) if str(value) in told or isinstance(value, list) else ():
                answer, proof = _called_with(scene, call, {**call.args, name: longer})
                yield _gold(
                    "R204", "an argument that holds the right one", answer,
                    f"{call.tool} was called with {longer!r} for {value!r}", proof,
                    _bar(scene, _others(calls, call)),
                )  # fmt: skip


def _called_with(scene: Scene, call: Made, args: Any) -> tuple[Messages, Proof]:
    """Make a call with other arguments, every time it was made; and tell how far that proves it."""
    messages, calls = _made(scene)
    alike = [one for one in calls if (one.tool, one.args) == (call.tool, call.args)]
    messages = with_args(messages, [one.id for one in alike], args)
    proof = Proof.WRONG
    for one in alike:
        result = answered_for(one.result, one.args, args)
        if one.result:
            messages = with_result(messages, one.id, result)
        if is_particular(scene.rows, scene.row, one, result) or shows_later(calls, one):
            proof = Proof.LEAD
    return messages, proof


def _longer(value: Any) -> list[Any]:
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return [int(f"{value}{value}")]
    if isinstance(value, str) and value:
        return [f"{value}zzz", f"zzz{value}"]
    return []


def ends_badly(scene: Scene) -> Iterator[Proposal]:
    """The last call's result denied, where every row's run ends with the same kind of change."""
    messages, calls = _made(scene)
    last = {made[-1].tool for row in scene.rows if (made := calls_in(messages_of(row.reference)))}
    done = len(calls) > 1 and not _undone(scene, calls[:-1], calls[-1:])
    if len(calls) < 2 or len(last) != 1 or only_looks(calls[-1].tool) or done:
        return
    before = only(messages, [call.id for call in calls[:-1]])
    for result in (flipped(calls[-1].result), ""):
        if flipped(calls[-1].result) != calls[-1].result:
            failed = _gold(
                "R202", "a run whose last call failed",
                with_result(messages, calls[-1].id, result),
                f"the last {calls[-1].tool} did not work, or says nothing", Proof.WRONG,
            )  # fmt: skip
            yield replace(failed, base=before)  # what was reached before it may be paid


def adds_an_argument(scene: Scene) -> Iterator[Proposal]:
    """An argument more, where the row names all of them: the call may then do something else."""
    calls = _made(scene)[1]
    told = [found for inner in scene.row.info.values() for found in _objects(inner)]
    for call in calls:
        if isinstance(call.args, dict) and call.args and call.args in told:
            for name in EXTRA_ARGUMENTS:
                answer, _ = _called_with(scene, call, {**call.args, name: True})
                yield _gold(
                    "R204", "a call with an argument more", answer,
                    f"{call.tool} was called with {name}, which nobody asked for",
                    Proof.LEAD if call.result else Proof.WRONG,  # a tool that took it, took it
                )  # fmt: skip


EXTRA_ARGUMENTS = ("dry_run", "force")
"""Arguments that change what a call does."""


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in a JSON value."""
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _objects(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _objects(inner)


def answers_another_row(scene: Scene) -> Iterator[Proposal]:
    """Another row's whole run under this row's task."""
    messages, calls = _made(scene)
    if not calls:
        return
    for other in list(scene.others)[:4]:
        theirs = messages_of(other.reference)
        if _work(theirs) == _work(messages):
            continue
        yield _gold(
            "R204", "another row's run", [*opening(messages), *theirs[len(opening(theirs)) :]],
            "it is the work of another row", _proof(scene, calls),
        )  # fmt: skip


def repeats(scene: Scene) -> Iterator[Proposal]:
    """All calls several times over: more of the same must not earn more than doing it once."""
    messages, calls = _made(scene)
    if not calls:
        return
    for times in (2, 4, 10):
        yield _gold(
            "R205", "the same calls over and over", repeated(messages, times),
            "it did the same again and earned more than doing it once", Proof.EXCESS,
        )  # fmt: skip
    words = "It is done. " * 200
    padded = [*messages[:-1], say(closing(messages) + " " + words)]
    yield _gold("R205", "more words", padded, "it said more and earned more", Proof.EXCESS)


def repeats_a_part(scene: Scene) -> Iterator[Proposal]:
    """The first part of the work over and over: it must not come to be worth the whole.

    A call that the reference itself makes again may be worth something each time.
    """
    messages, calls = _made(scene)
    work = [(call.tool, call.args) for call in calls]
    if any(work.count(one) > 1 for one in work):
        return
    for count in range(1, len(calls)):
        part = only(messages, [call.id for call in calls[:count]])
        for times in (3, 10):
            proposal = _gold(
                "R205", "part of the work over and over", repeated(part, times),
                "part of the work was done, and done again", _proof(scene, calls[count:]), 0.999,
            )  # fmt: skip
            yield replace(proposal, base=part)


def _made(scene: Scene) -> tuple[Messages, list[Made]]:
    messages = messages_of(scene.row.reference)
    return messages, calls_in(messages)


def _work(messages: Messages) -> list[tuple[str, Any]]:
    return [(call.tool, call.args) for call in calls_in(messages)]


def _other_args(scene: Scene, call: Made) -> Iterator[Any]:
    seen = [call.args]
    for other in scene.others:
        for theirs in calls_in(messages_of(other.reference)):
            if theirs.tool == call.tool and theirs.args not in seen:
                seen.append(theirs.args)
                yield theirs.args
    if call.args:
        yield {}


def _proof(scene: Scene, calls: list[Made]) -> Proof:
    """Proven if the row asks for one of the calls; else it may only want the last words."""
    return Proof.WRONG if any(asked_for(scene.row, call) for call in calls) else Proof.LEAD


def _proof_missing(scene: Scene, call: Made, calls: list[Made]) -> Proof:
    """Proven if no call is left that the row could mean: it names the tool, or its arguments.

    Where a later result tells of it, the world says that it was made.
    """
    if shows_later(calls, call) or _is_beside(scene, call):
        return Proof.LEAD
    if call.tool in set(leaves(scene.row.info)):
        return Proof.WRONG
    alike = [one for one in calls if one.args == call.args and one.id != call.id]
    return Proof.LEAD if alike else _proof(scene, [call])


def _is_beside(scene: Scene, call: Made) -> bool:
    """Tell whether a call of the reference was no part of the work: it failed, or was a slip."""
    return failed(call.result) or is_a_slip(scene.row, call)


def _proof_args(scene: Scene, call: Made) -> Proof:
    """Proven if the row names one of the arguments; a tool's name alone leaves them open."""
    if _is_beside(scene, call):
        return Proof.LEAD
    if only_looks(call.tool) and call.tool not in set(leaves(scene.row.info)):
        return Proof.LEAD
    return _proof(scene, [Made(call.id, "", call.args, "")])


def _others(calls: list[Made], call: Made) -> list[Made]:
    return [one for one in calls if (one.tool, one.args) != (call.tool, call.args)]


def _bar(scene: Scene, made: list[Made]) -> float:
    """Part of the work may be worth part of the reward, never all of it."""
    worth = any(
        asked_for(scene.row, call) or is_particular(scene.rows, scene.row, call, call.result)
        for call in made
    )
    return 0.999 if worth else 0.5


def _gold(
    rule: str, attack: str, answer: Messages, wrong: str, proof: Proof, bar: float = 0.5
) -> Proposal:
    return Proposal(
        rule=rule,
        attack=attack,
        answer=answer,
        wrong=wrong,
        needs=Needs.GOLD,
        proof=proof,
        bar=bar,
    )
