"""Dead runs: an error is recorded, or the run was cut, or nothing of it reached the record."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from attackers.agent import Needs
from attackers.rows import Proof, Proposal, Scene
from attackers.trajectories.parts import messages_of, opening

ERRORS = ("agent gave up", "timeout", "HTTP 402: payment required", "worker was killed")


def dies_with_an_error(scene: Scene) -> Iterator[Proposal]:
    """A run that would have been perfect, and has an error on record."""
    for error in ERRORS:
        yield from _dead(scene, "an error is on record", error=error)
    bare = opening(messages_of(scene.row.reference))
    yield from _dead(scene, "an error is on record", error=ERRORS[0], messages=bare)
    yield from _dead(scene, "an error is on record", error=ERRORS[1], messages=[])


def is_cut_off(scene: Scene) -> Iterator[Proposal]:
    """A run that was cut before its last words, its last result, or its first call.

    What it had reached by then may be worth its reward: where only the end state counts, it is.
    """
    messages = messages_of(scene.row.reference)
    for kept in (messages[:-1], messages[:-2], opening(messages)):
        yield from _dead(scene, "the run was cut off", Proof.LEAD, is_truncated=True, messages=kept)


def leaves_no_trace(scene: Scene) -> Iterator[Proposal]:
    """An end state of which no message tells how it came about; the world may be enough."""
    yield from _dead(scene, "no message tells of a run", Proof.LEAD, messages=[])
    yield from _dead(scene, "there is neither a run nor an end state", **_emptied(scene))


def _emptied(scene: Scene) -> Any:
    """The parts of a state that tell of a run, without content."""
    reference = scene.row.reference if isinstance(scene.row.reference, dict) else {}
    empty: dict[str, Any] = {"messages": [], "final": None}
    return {name: empty[name] for name in empty if name in reference}


def dies_with_nothing_done(scene: Scene) -> Iterator[Proposal]:
    """A run that died before it changed anything."""
    initial = scene.row.initial
    for final in ([initial] if initial is not None else []) + [None, {}]:
        for how in ({"error": ERRORS[0]}, {"is_truncated": True}):
            yield from _dead(scene, "it died with nothing done", final=final, **how)
            yield from _dead(scene, "it died with nothing done", final=final, messages=[], **how)


def _dead(
    scene: Scene, attack: str, proof: Proof = Proof.WRONG, **parts: Any
) -> Iterator[Proposal]:
    """A run that died; nothing where the state does not tell of what would show it."""
    if not isinstance(scene.row.reference, dict) or parts.keys() - scene.row.reference.keys():
        return
    if all(scene.row.reference[name] == part for name, part in parts.items()):
        return
    state = {**copy.deepcopy(scene.row.reference), **copy.deepcopy(parts)}
    yield Proposal(
        rule="D201",
        attack=f"a dead run: {attack}",
        answer=state,
        wrong=attack,
        needs=Needs.NOTHING,
        proof=proof,
    )
