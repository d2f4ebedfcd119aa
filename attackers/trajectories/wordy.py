"""Rows whose right run makes no call: what is said instead, and what cannot be read at all."""

from __future__ import annotations

from collections.abc import Iterator

from attackers.agent import Needs
from attackers.rows import Proposal, Scene
from attackers.trajectories.parts import Messages, calls_in, closing, messages_of, opening, say


def says_something_else(scene: Scene) -> Iterator[Proposal]:
    """No run at all, where a run without calls is right."""
    messages = messages_of(scene.row.reference)
    if calls_in(messages) or not closing(messages):
        return
    for answer in ([], opening(messages)):
        yield _of("R201", "doing nothing", answer, "the agent never answered")


def cannot_be_read(scene: Scene) -> Iterator[Proposal]:
    """Another row's last words cut short, where these words whole are not paid.

    What is wrong when it can be read is not right because it cannot.
    """
    messages = messages_of(scene.row.reference)
    if calls_in(messages) or not closing(messages):
        return
    start = opening(messages)
    for other in list(scene.others)[:4]:
        words = closing(messages_of(other.reference))
        if len(words) < 2 or words == closing(messages):
            continue
        whole = [*start, say(words)]
        for cut in (words[:-1], words[: -len(words) // 4], words[: len(words) // 2]):
            wrong = "it is another row's answer, cut so that it cannot be read"
            yield _of("R101", "what cannot be read", [*start, say(cut)], wrong, whole)


def _of(
    rule: str, attack: str, answer: Messages, wrong: str, base: Messages | None = None
) -> Proposal:
    return Proposal(
        rule=rule, attack=attack, answer=answer, wrong=wrong, needs=Needs.PROMPT, base=base
    )
