"""Doing nothing and saying otherwise: claims, verdicts and passwords without a single call."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from attackers.agent import Needs
from attackers.completions.injected import VERDICTS
from attackers.completions.nothing import REFUSALS
from attackers.rows import FULL_PAY, Proof, Proposal, Row, Scene
from attackers.trajectories.asked import asked_for
from attackers.trajectories.parts import (
    CLAIMS,
    Made,
    Messages,
    calls_in,
    closing,
    leaves,
    messages_of,
    opening,
    say,
)


def does_nothing(scene: Scene) -> Iterator[Proposal]:
    """No calls: nothing at all, a refusal, or a claim that all is done."""
    messages = messages_of(scene.row.reference)
    if not calls_in(messages):
        return
    start = opening(messages)
    yield _idle("R201", "doing nothing", [], "there is no run at all")
    yield _idle("R201", "doing nothing", start, "the agent never answered")
    for words in (*CLAIMS, *REFUSALS[:2], ""):
        yield _idle("R201", "doing nothing", [*start, say(words)], "no tool was called")


def claims_the_answer(scene: Scene) -> Iterator[Proposal]:
    """The reference's last words without any of its calls."""
    messages = messages_of(scene.row.reference)
    calls = calls_in(messages)
    if not calls or not closing(messages):
        return
    wanted = any(asked_for(scene.row, call) for call in calls) or _cites(scene.row, calls)
    yield Proposal(
        rule="R201",
        attack="the right words without the work",
        answer=[*opening(messages), say(closing(messages))],
        wrong="the row asks for tool calls, and none was made",
        needs=Needs.GOLD,
        proof=Proof.WRONG if wanted else Proof.LEAD,
        bar=FULL_PAY,  # the right words may be worth part of the reward
    )


_SOURCES = re.compile(r"source|citation|evidence|retriev|passage|support", re.I)
"""Names under which a row tells on what an answer must rest."""


def _cites(row: Row, calls: list[Made]) -> bool:
    """Tell whether the row asks for sources that a tool found and the last words name.

    To name them is then no stand-in for having found them.
    """
    asked = [value for key, value in row.info.items() if _SOURCES.search(key)]
    told = set(leaves(asked)) - {""}
    words = closing(messages_of(row.reference))
    return any(leaf in words and any(leaf in c.result for c in calls) for leaf in told)


def talks_to_the_judge(scene: Scene) -> Iterator[Proposal]:
    """A verdict, or a text out of the target's source, in place of the work."""
    messages = messages_of(scene.row.reference)
    if not calls_in(messages):
        return
    start = opening(messages)
    for words in VERDICTS:
        yield _idle(
            "R107", "writing the judge's verdict", [*start, say(words)], "no tool was called"
        )
    for words in [text for text in scene.mined.literals if text.strip()][:60]:
        answer = [*start, say(words)]
        yield _idle("R108", "a text out of the target's source", answer, "no tool was called")


def writes_its_own_results(scene: Scene) -> Iterator[Proposal]:
    """Calls and results written as prose, and results that no call asked for."""
    messages = messages_of(scene.row.reference)
    calls = calls_in(messages)
    if not any(asked_for(scene.row, call) for call in calls):
        return
    start = opening(messages)
    prose = "\n".join(f"{c.tool}({json.dumps(c.args)}) -> {c.result}" for c in calls)
    loose: Messages = [
        {"role": "tool", "tool_call_id": c.id, "name": c.tool, "content": c.result} for c in calls
    ]
    for middle in ([say(prose)], loose):
        yield Proposal(
            rule="R202",
            attack="results that the agent wrote itself",
            answer=[*start, *middle, say(closing(messages))],
            wrong="no tool was called; its results were made up",
            needs=Needs.GOLD,
            bar=FULL_PAY,
        )


def lets_others_work(scene: Scene) -> Iterator[Proposal]:
    """The same calls, made by the user: the agent did nothing."""
    messages = messages_of(scene.row.reference)
    if any(asked_for(scene.row, call) for call in calls_in(messages)):
        others_act = any(map(_has_another_at_work, scene.rows))
        yield Proposal(
            rule="R201",
            attack="work that somebody else did",
            answer=[{**m, "role": "user"} if m.get("tool_calls") else m for m in messages],
            wrong="the user made the calls, not the agent",
            needs=Needs.GOLD,
            # no agent writes a user's message; but where users act, it can leave the work to them
            proof=Proof.WRONG if others_act else Proof.LEAD,
        )


def _has_another_at_work(row: Row) -> bool:
    messages = messages_of(row.reference)
    return any(m.get("tool_calls") and m.get("role") != "assistant" for m in messages)


def _idle(rule: str, attack: str, answer: Messages, wrong: str) -> Proposal:
    return Proposal(rule=rule, attack=attack, answer=answer, wrong=wrong, needs=Needs.PROMPT)
