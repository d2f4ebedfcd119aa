"""What single leaves of an end state prove, beside one another.

A leaf that nothing reads may change at no cost. A leaf that is read shows it: a bad value costs
reward. Of such a leaf it is proven wrong if its absence is paid in full, if a word that no finished
row ends with is paid in full, or if a number makes more of it than the reference earns.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from attackers.agent import Needs
from attackers.rows import FULL_PAY, Proof, Proposal, Scene
from attackers.states.edits import LeafEdit, leaf_edits
from attackers.states.leaves import Path, at, kind, leaves_of, written
from attackers.states.made import final_of
from audits.rewards.controls import Footing
from audits.rewards.judge import Attempt
from audits.rewards.outcome import Outcome, Reward, Sample

Tried = tuple[Scene, LeafEdit, Outcome]

COSTS = 0.5
"""The share of the reference's reward under which a bad value has cost something."""


def leaf_attempts(reward: Reward, ground: Footing, staged: Sequence[Scene]) -> Iterator[Attempt]:
    """Try every edit of every leaf of some rows' end states; yield those that prove something."""
    edits = [(scene, edit) for scene in staged for edit in leaf_edits(scene)]
    scored = reward.score([[Sample(edit.row, edit.state)] for _, edit in edits])
    tried: dict[tuple[int, Path], list[Tried]] = defaultdict(list)
    for (scene, edit), outcomes in zip(edits, scored, strict=True):
        tried[edit.row.index, edit.path].append((scene, edit, outcomes[0]))
    read = {place for place, group in tried.items() if _is_read(group, ground.ceilings[place[0]])}
    for (row, path), group in tried.items():
        ceiling = ground.ceilings[row]
        below = [p for at_row, p in read if at_row == row and p[: len(path)] == path]
        for scene, edit, outcome in group:
            if edit.what in RULES or any(_is_wrong(scene, leaf, edit) for leaf in below):
                yield Attempt(edit.row, _proposal(scene, edit), outcome, ceiling)


def _is_read(group: list[Tried], ceiling: float) -> bool:
    """Tell whether a bad value in a leaf costs reward."""
    return any(
        edit.what == "bad" and (outcome.value or 0.0) < COSTS * ceiling
        for _, edit, outcome in group
    )


def _is_wrong(scene: Scene, path: Path, edit: LeafEdit) -> bool:
    """Tell whether the leaf was the work's doing, and the edit undoes it."""
    final = at(scene.row.reference, ("final",))
    value = at(final, path)
    found_nothing = value == [] and at(scene.row.initial, path) is None
    if not (value or found_nothing) or value == at(scene.row.initial, path):
        return False
    if edit.what == "record":
        return True
    if edit.what == "missing":
        return _is_one_of_a_kind(final, path) and not _others_are_named(scene, final, path)
    done = _done_words(scene, path)
    named = not isinstance(value, str) or len(done.get(value, ())) > 1
    return edit.what == "word" and named and edit.value not in done


def _others_are_named(scene: Scene, final: Any, path: Path) -> bool:
    """Tell whether the row lists marks beside this one, and not this one: it may be free."""
    around = at(final, path[:-1])
    listed = {leaf for place, leaf in leaves_of(scene.row.info) if place and type(place[-1]) is int}
    return isinstance(around, dict) and path[-1] not in listed and bool(listed & set(around))


def _is_one_of_a_kind(final: Any, path: Path) -> bool:
    """Tell whether a leaf stands among marks of its kind: one of them stands for no other.

    In a record of several fields, another field may say the same; in a row of numbers, the next.
    """
    around = at(final, path[:-1])
    values = list(around.values()) if isinstance(around, dict) else around
    marks = isinstance(values, list) and len({type(value) for value in values}) == 1
    return marks and not (type(values[0]) in (int, float) and len(set(values)) > 1)


def _done_words(scene: Scene, path: Path) -> dict[str, set[int]]:
    """Words that finished rows end with in this kind of place, where the work put them there.

    Each with its rows: a word that comes up on one row may be any text; one that comes up on
    another again is an outcome's name.
    """
    words: dict[str, set[int]] = defaultdict(set)
    for row in scene.rows:
        for place, value in leaves_of(at(row.reference, ("final",))):
            here = isinstance(value, str) and kind(place)[:-1] == kind(path)[:-1]
            if here and at(row.initial, place) != value:
                words[value].add(row.index)
    return words


RULES = {"number": "R306", "harm": "R308"}
"""The rule that an edit breaks; any other breaks the one about evidence."""


def _place(scene: Scene, edit: LeafEdit) -> str:
    """Name the place of an edit; a field that only some rows have goes by what it stands in."""
    named = kind(edit.path)
    places = ({kind(path) for path, _ in leaves_of(final_of(row))} for row in scene.rows)
    whole = edit.what not in ("word", "record") and (
        len(named) == 1 or all(named in there for there in places)
    )
    return ".".join(map(str, named[: None if whole else -1]))


def _proposal(scene: Scene, edit: LeafEdit) -> Proposal:
    place = _place(scene, edit)
    attack, wrong, proof = {
        "missing": (
            f"evidence that is missing counts as good ({place})",
            f"{written(edit.path)} is missing, and a bad value there costs reward",
            Proof.WRONG,
        ),
        "word": (
            f"another outcome counts as done ({place})",
            f"{written(edit.path)} is {edit.value!r}, with which no finished row ends",
            Proof.WRONG,
        ),
        "record": (
            f"evidence that is missing counts as good ({place})",
            f"{written(edit.path)} is missing, and a bad value in it costs reward",
            Proof.WRONG,
        ),
        "harm": (
            f"harm is paid for ({place})",
            f"{written(edit.path)} is {edit.value!r}, and earns more than the reference",
            Proof.EXCESS,
        ),
        "number": (
            f"a number out of bounds pays more than the work ({place})",
            f"{written(edit.path)} is {edit.value!r}, and earns more than the reference",
            Proof.EXCESS,
        ),
    }[edit.what]
    return Proposal(
        rule=RULES.get(edit.what, "R304"),
        attack=attack,
        answer=edit.state,
        wrong=wrong,
        needs=Needs.GOLD,
        proof=proof,
        bar=FULL_PAY,
    )
