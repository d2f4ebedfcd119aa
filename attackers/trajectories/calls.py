"""Runs with calls left out, made over and over, or of another row."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from attackers.rows import FULL_PAY, Proof, Proposal, Scene
from attackers.trajectories.asked import asked_for, is_at_will
from attackers.trajectories.made import (
    bar_for,
    gold_aware,
    is_beside,
    is_looked_at_later,
    made,
    proof_of,
    undone,
)
from attackers.trajectories.parts import (
    Made,
    Messages,
    calls_in,
    closing,
    leaves,
    messages_of,
    only,
    opening,
    repeated,
    say,
    values_of,
)
from attackers.trajectories.results import failed, shows_later


def leaves_out(scene: Scene) -> Iterator[Proposal]:
    """One call left out with its result, and a run that stops after each call."""
    messages, calls = made(scene)
    for call in calls:
        rest = [other for other in calls if other.id != call.id]
        if undone(scene, rest, [call]):
            yield gold_aware(
                "R203", "a call left out", only(messages, [other.id for other in rest]),
                f"{call.tool} was never called as the row asks",
                _proof_missing(scene, call, calls), bar_for(scene, rest),
            )  # fmt: skip
    for count in range(1, len(calls)):
        done, left = calls[:count], undone(scene, calls[:count], calls[count:])
        if left:
            yield gold_aware(
                "R203", "stopping early", only(messages, [call.id for call in done]),
                "it stopped before the work was done", proof_of(scene, left), bar_for(scene, done),
            )  # fmt: skip


def answers_another_row(scene: Scene) -> Iterator[Proposal]:
    """Another row's whole run under this row's task."""
    messages, calls = made(scene)
    if not calls:
        return
    for other in list(scene.others)[:4]:
        theirs = messages_of(other.reference)
        if _does_the_work_of(scene, theirs):
            continue
        yield gold_aware(
            "R204", "another row's run", [*opening(messages), *theirs[len(opening(theirs)) :]],
            "it is the work of another row",
            Proof.MOSTLY if proof_of(scene, calls) is Proof.WRONG else Proof.LEAD,
        )  # fmt: skip


def repeats(scene: Scene) -> Iterator[Proposal]:
    """All calls several times over: more of the same must not earn more than doing it once."""
    messages, calls = made(scene)
    if not calls:
        return
    for times in (2, 4, 10):
        yield gold_aware(
            "R205", "the same calls over and over", repeated(messages, times),
            "it did the same again and earned more than doing it once", Proof.EXCESS,
        )  # fmt: skip
    if len(calls) > 1:  # the last call may end the run, so that nothing behind it counts
        work, last = only(messages, [c.id for c in calls[:-1]]), only(messages, [calls[-1].id])
        again = repeated(work, 10)
        yield gold_aware(
            "R205", "the same calls over and over",
            [*again[: len(again) - _said(work)], *last[len(opening(last)) :]],
            "it did the same again and earned more than doing it once", Proof.EXCESS,
        )  # fmt: skip
    words = "It is done. " * 200
    padded = [*messages[:-1], say(closing(messages) + " " + words)]
    yield gold_aware("R205", "more words", padded, "it said more and earned more", Proof.EXCESS)


def repeats_a_part(scene: Scene) -> Iterator[Proposal]:
    """The first part of the work over and over: it must not come to be worth the whole.

    A call that the reference itself makes again may be worth something each time.
    """
    messages, calls = made(scene)
    work = [(call.tool, call.args) for call in calls]
    if any(work.count(one) > 1 for one in work):
        return
    for count in range(1, len(calls)):
        part = only(messages, [call.id for call in calls[:count]])
        for times in (3, 10):
            proposal = gold_aware(
                "R205", "part of the work over and over", repeated(part, times),
                "part of the work was done, and done again", proof_of(scene, calls[count:]),
                FULL_PAY,
            )  # fmt: skip
            yield replace(proposal, base=part, base_paid=True)


def _said(messages: Messages) -> int:
    """Count the messages behind the last call and its answer."""
    made_last = max((i for i, m in enumerate(messages) if m.get("role") == "tool"), default=-1)
    return len(messages) - 1 - made_last


def _does_the_work_of(scene: Scene, theirs: Messages) -> bool:
    """Tell whether another row's run makes the same calls, or all that this row asks for."""
    own, done = made(scene)[1], [(c.tool, c.args) for c in calls_in(theirs) if not failed(c.result)]
    asked = [(call.tool, call.args) for call in own if asked_for(scene.row, call)]
    wanted = asked or [(call.tool, call.args) for call in own]
    return all(one in done for one in wanted)


def _proof_missing(scene: Scene, call: Made, calls: list[Made]) -> Proof:
    """Proven if no call is left that the row could mean: it names the tool, or its arguments.

    Where a later result tells of it, or a look at the same thing does, the world says that it was
    made. A call of the same tool on all that the row names of this one may have done the work: it
    was made again, or tried before.
    """
    if shows_later(calls, call) or is_looked_at_later(scene, calls, call):
        return Proof.LEAD
    if is_beside(scene, call) or is_at_will(scene, call):
        return Proof.LEAD
    if call.tool in set(leaves(scene.row.asks)):
        return Proof.WRONG
    told = set(leaves(scene.row.asks))
    others = [one for one in calls if one.id != call.id]
    alike = any(one.args == call.args or _names_as_much(told, one, call) for one in others)
    return Proof.LEAD if alike else proof_of(scene, [call])


def _names_as_much(told: set[str], other: Made, call: Made) -> bool:
    named = told & set(values_of(call.args))
    return other.tool == call.tool and bool(named) and named <= set(values_of(other.args))
