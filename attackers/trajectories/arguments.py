"""Calls of the right tools with other arguments: another row's, none, longer ones, one too many."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from attackers.rows import FULL_PAY, Proof, Proposal, Scene
from attackers.trajectories.made import bar_for, gold_aware, is_beside, made, objects_in, proof_of
from attackers.trajectories.parts import (
    Made,
    Messages,
    calls_in,
    leaves,
    messages_of,
    only,
    only_looks,
    with_args,
    with_result,
)
from attackers.trajectories.results import answered_for, is_particular, shows_later


def retargets(scene: Scene) -> Iterator[Proposal]:
    """The right tools with another row's arguments, or with none; a retried call every time."""
    calls = made(scene)[1]
    for call in calls:
        for args in _other_args(scene, call):
            answer, proof = _called_with(scene, call, args)
            if args and proof is Proof.WRONG:
                proof = Proof.MOSTLY  # what another row asks for may be as good on this one
            other = gold_aware(
                "R204", "a call with other arguments", answer,
                f"{call.tool} was called with arguments of another row",
                proof if _proof_args(scene, call) is Proof.WRONG else Proof.LEAD,
                bar_for(scene, _others(calls, call)),
            )  # fmt: skip
            yield replace(other, base=_left_out(scene, call))


def holds_the_argument(scene: Scene) -> Iterator[Proposal]:
    """An argument that holds the right one and is another."""
    calls = made(scene)[1]
    for call in calls:
        if not isinstance(call.args, dict) or _proof_args(scene, call) is not Proof.WRONG:
            continue
        told = set(leaves(scene.row.asks))
        for name, value in call.args.items():
            for longer in _longer(value) if str(value) in told or isinstance(value, list) else ():
                answer, proof = _called_with(scene, call, {**call.args, name: longer})
                other = gold_aware(
                    "R204", "an argument that holds the right one", answer,
                    f"{call.tool} was called with {longer!r} for {value!r}", proof, FULL_PAY,
                )  # fmt: skip
                yield replace(other, base=_left_out(scene, call))


def _called_with(scene: Scene, call: Made, args: Any) -> tuple[Messages, Proof]:
    """Make a call with other arguments, every time it was made; and tell how far that proves it."""
    messages, calls = made(scene)
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


def _left_out(scene: Scene, call: Made) -> Messages:
    """Leave a call out: where that is paid as well, nobody asked for it, with whatever it held."""
    messages, calls = made(scene)
    return only(messages, [other.id for other in _others(calls, call)])


def _longer(value: Any) -> list[Any]:
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return [int(f"{value}{value}")]
    if isinstance(value, str) and value:
        return [f"{value}zzz", f"zzz{value}"]
    return []


def adds_an_argument(scene: Scene) -> Iterator[Proposal]:
    """An argument more, where the row names all of them: the call may then do something else."""
    calls = made(scene)[1]
    told = [found for inner in scene.row.info.values() for found in objects_in(inner)]
    for call in calls:
        if isinstance(call.args, dict) and call.args and call.args in told:
            for name in EXTRA_ARGUMENTS:
                answer, _ = _called_with(scene, call, {**call.args, name: True})
                yield gold_aware(
                    "R204", "a call with an argument more", answer,
                    f"{call.tool} was called with {name}, which nobody asked for",
                    Proof.LEAD if call.result else Proof.WRONG,  # a tool that took it, took it
                )  # fmt: skip


EXTRA_ARGUMENTS = ("dry_run", "force")
"""Arguments that change what a call does."""


def _other_args(scene: Scene, call: Made) -> Iterator[Any]:
    seen = [call.args]
    for other in scene.others:
        for theirs in calls_in(messages_of(other.reference)):
            if theirs.tool == call.tool and theirs.args not in seen:
                seen.append(theirs.args)
                yield theirs.args
    if call.args:
        yield {}


def _proof_args(scene: Scene, call: Made) -> Proof:
    """Proven if the row names one of the arguments; a tool's name alone leaves them open."""
    if is_beside(scene, call):
        return Proof.LEAD
    if only_looks(call.tool) and call.tool not in set(leaves(scene.row.asks)):
        return Proof.LEAD
    return proof_of(scene, [Made(call.id, "", call.args, "")])


def _others(calls: list[Made], call: Made) -> list[Made]:
    return [one for one in calls if (one.tool, one.args) != (call.tool, call.args)]
