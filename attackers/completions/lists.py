"""Answers that are lists: one item over and over, some items only, and items that do not belong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from attackers.agent import Needs
from attackers.completions.form import NONSENSE, Form, form_of
from attackers.completions.jsons import json_of
from attackers.completions.lenient import number, plain, text_of
from attackers.rows import FULL_PAY, Proof, Proposal, Row, Scene

_SEPARATED = re.compile(r"\s*(?:[,;\n|]\s*(?:and\b)?|\band\b)\s*")
_NAME = re.compile(r"[\w.:-]+")

_NAMED = re.compile(r"^\s*[a-zA-Z]\w?\s*=\s*")


def counts_one_item_often(scene: Scene) -> Iterator[Proposal]:
    """The first item as often as there are items."""
    form, items = _items(scene.row)
    if items:
        yield _wrong(form, [items[0]] * len(items), "one item of a list over and over")
        twice = [items[0], *items]  # as a set it is the right one; more pay for it is not right
        yield _wrong(form, twice, "an item of a list twice", Proof.EXCESS)


def leaves_items_out(scene: Scene) -> Iterator[Proposal]:
    """All items but one."""
    form, items = _items(scene.row)
    if items:
        proof = Proof.WRONG if _is_a_list(scene) else Proof.LEAD
        yield _wrong(form, items[:-1], "a list with an item missing", proof)


def adds_items(scene: Scene) -> Iterator[Proposal]:
    """All items, and one that does not belong: in front and behind.

    A ranking reads what comes behind its last right item no more; it is read by places, but takes
    the right ones in any order. A list that is read in order, and only as far as it should go, does
    not.
    """
    form, items = _items(scene.row)
    if items:
        more = _stranger(scene, form, items)
        for longer in ([*items, more], [more, *items]):
            yield _wrong(form, longer, "a list with an item too many", Proof.EITHER)
        for longer in ([*items, more], [*items[::-1], more]):
            yield _wrong(form, longer, "a list in order with an item too many", Proof.PARTLY)


def leaves_items_open(scene: Scene) -> Iterator[Proposal]:
    """One item, and something that says nothing in place of each other one."""
    form, items = _items(scene.row)
    numbers = _json_list(form.slot) is not None and all(map(number, items))
    for nothing in ("?", "unknown", "") if items and not numbers else ():
        open_ones = [nothing] * (len(items) - 1)
        yield _wrong(form, [items[0], *open_ones], "a list with all but one item left open")


def keeps_one_item(scene: Scene) -> Iterator[Proposal]:
    """The first or the last item right, and every other one another."""
    form, items = _items(scene.row)
    if items:
        others = [_another(item) for item in items]
        for kept in ([items[0], *others[1:]], [*others[:-1], items[-1]]):
            yield _wrong(form, kept, "a list with but one right item")


def _stranger(scene: Scene, form: Form, items: list[str]) -> str:
    """An item of another row's list, or else another of the kind: one that a reader would see."""
    if _json_list(form.slot) is not None:
        return _another(items[-1])
    own = set(map(plain, items))
    others = (item for row in scene.others for item in _items(row)[1])
    return next((item for item in others if plain(item) not in own), NONSENSE)


def _another(item: str) -> str:
    """Another item of the same kind: a number stays one."""
    value = number(item)
    return NONSENSE if value is None else f"{value + 1017:f}"


def _separator(text: str) -> str:
    """The sign between the items, as the right answer writes it."""
    found = _SEPARATED.search(text)
    sign = found[0].strip() if found else ""
    if found is None and _codes(text):
        return " "
    return f"{sign} " if sign in (";", "|") else ", "


def _split(text: str) -> list[str]:
    """Take a JSON list's items; else split at the signs between, or at the space between codes."""
    if (value := _json_list(text)) is not None:
        return [text_of(item) for item in value]
    bare = _NAMED.sub("", text).strip()
    return _codes(bare) or [item for item in _SEPARATED.split(bare) if item]


def _json_list(text: str) -> list[Any] | None:
    """Read a JSON list of words or numbers; None if it is none."""
    value = json_of(text) if text.lstrip().startswith("[") else None
    flat = isinstance(value, list) and all(type(item) in (str, int, float) for item in value)
    return value if flat else None


def _joined(form: Form, items: list[str]) -> str:
    """Write items as the right answer writes its own."""
    if (own := _json_list(form.slot)) is None:
        return _separator(form.slot).join(items)
    values = {text_of(item): item for item in own}
    numeric = not any(isinstance(item, str) for item in own)
    return json.dumps([values.get(item, _value(item) if numeric else item) for item in items])


def _value(item: str) -> Any:
    return item if (value := number(item)) is None else float(value)


def _codes(text: str) -> list[str]:
    """Three names or more that each hold a digit, with nothing but space between them; or none."""
    parts = text.split()
    coded = (_NAME.fullmatch(one) and re.search(r"\d", one) for one in parts)
    return parts if len(parts) >= CODES and all(coded) else []


CODES = 3
"""So many at least: two may be a day and a time."""


def _items(row: Row) -> tuple[Form, list[str]]:
    """The items of a right answer that is a list by its gold as well; none if it is no list."""
    form = form_of(row)
    items = _split(form.slot)
    gold = row.gold if isinstance(row.gold, list) else _split(text_of(row.gold))
    alike = sorted(map(plain, items)) == sorted(plain(str(item)) for item in gold)
    listed = alike and len(items) > 1 and len(set(map(plain, items))) == len(items)
    return form, items if listed and all(len(item.split()) <= 6 for item in items) else []


def is_list(row: Row) -> bool:
    """Tell whether a row's right answer is a list, by its gold as well."""
    return bool(_items(row)[1])


def _is_a_list(scene: Scene) -> bool:
    """Tell whether all items are asked for: `Paris, France` may be one answer with its country."""
    if isinstance(scene.row.gold, list) or _json_list(text_of(scene.row.gold)):
        return True
    counts = {len(items) for row in scene.rows if (items := _items(row)[1])}
    return len(counts) > 1 or max(counts) > 3 or "," not in text_of(scene.row.gold)


def _wrong(form: Form, items: list[str], attack: str, proof: Proof = Proof.WRONG) -> Proposal:
    return Proposal(
        rule="R105",
        attack=attack,
        answer=form.holding(_joined(form, items)),
        wrong="it is another list than the right one",
        needs=Needs.GOLD,
        proof=proof,
        bar=FULL_PAY,
    )
