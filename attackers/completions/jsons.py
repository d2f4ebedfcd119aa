"""Right answers that are JSON: where it stands in the reference, and how it is written there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from attackers.completions.form import Form, form_of
from attackers.rows import Row

_FENCED = re.compile(r"(?P<head>.*```[a-z]*\s*\n)(?P<slot>.*?)(?P<tail>\n?\s*```.*)", re.S | re.I)
_OPENS = re.compile(r"[\[{]")
PLACES = 100
"""How many brackets of a text are looked at for where its JSON begins."""


@dataclass(frozen=True, slots=True)
class Structure:
    """An object or list that a reference states, and the form that it stands in."""

    form: Form
    value: Any

    def write(self, value: Any) -> str:
        """Write a value as the reference writes its own: on one line or on several."""
        indent = 2 if "\n" in self.form.slot.strip() else None
        return json.dumps(value, indent=indent)

    def holding(self, value: Any) -> str:
        """Put another value where the reference has its own."""
        return self.form.holding(self.write(value))


def json_of(told: Any) -> Any:
    """Read a gold or a text as JSON; None for a text that is none."""
    try:
        return json.loads(told) if isinstance(told, str) else told
    except (ValueError, RecursionError):
        return None


def structure_of(row: Row) -> Structure | None:
    """Find the object or list that a reference states: bare, in its form, fenced, or in prose."""
    for form in _forms(row):
        value = json_of(form.slot)
        if isinstance(value, dict | list) and value:
            return Structure(form, value)
    return None


def asked_of(row: Row, structure: Structure) -> Any:
    """Return what of a structure the gold names, so that each part is asked for; None if nothing.

    A gold that is an object may name some fields of a larger one.
    """
    gold, value = json_of(row.gold), structure.value
    if gold == value:
        return value
    both = isinstance(gold, dict) and isinstance(value, dict) and gold
    return gold if both and all(value.get(k) == v for k, v in gold.items()) else None


def stated(row: Row) -> tuple[Structure | None, Any]:
    """Return the structure that a reference states, and what of it is asked for; None for none."""
    structure = structure_of(row)
    asked = asked_of(row, structure) if structure else None
    return (None, None) if asked is None else (structure, asked)


def _forms(row: Row) -> Iterator[Form]:
    yield form_of(row)
    reference = str(row.reference)
    if found := _FENCED.fullmatch(reference):
        yield Form(found["head"], found["slot"], found["tail"])
    gold = json_of(row.gold)
    if isinstance(gold, dict | list) and gold:
        yield from _in_prose(reference, gold)


def _in_prose(reference: str, gold: Any) -> Iterator[Form]:
    """The gold's value where it stands in a text, however it is spaced."""
    decoder = json.JSONDecoder()
    for found in list(_OPENS.finditer(reference))[:PLACES]:
        try:
            value, end = decoder.raw_decode(reference, found.start())
        except (ValueError, RecursionError):
            continue
        if value == gold:
            yield Form(reference[: found.start()], reference[found.start() : end], reference[end:])
