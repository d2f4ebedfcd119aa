"""Lists of a row's info from which a run may choose: what is allowed, what would do.

That a value stands in such a list asks for nothing. A list is told by its name, or by how
references use it: in some row they take one of its values and leave another.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from attackers.rows import Row
from attackers.trajectories.parts import calls_in, closing, messages_of, values_of


def with_offers(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Tell each row which lists of its info only offer."""
    names = frozenset(name for row in rows for name in _offers(row))
    return tuple(msgspec.structs.replace(row, offers=names) if names else row for row in rows)


def _offers(row: Row) -> Iterator[str]:
    messages = messages_of(row.reference)
    done = [(call.tool, call.args) for call in calls_in(messages)]
    used = f"{json.dumps(done, ensure_ascii=False)} {closing(messages)}".lower()
    for name, values in lists_in(row.info):
        taken = [value.lower() in used for value in values]
        if ALLOWED.search(name) or (any(taken) and not all(taken)):
            yield name
    given = {value.lower() for call in calls_in(messages) for value in values_of(call.args)}
    for name, keys in price_lists_in(row.info):
        taken = [key.lower() in given for key in keys]
        if any(taken) and not all(taken):
            yield name


ALLOWED = re.compile(r"(?:^|_)(?:allow(?:ed|list)?|permitted|whitelist(?:ed)?)(?:_|$)", re.I)
"""Names of lists of what a run may do."""


def lists_in(value: Any, name: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield each list of texts in a JSON value, by the key that it stands under."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from lists_in(inner, str(key))
    elif isinstance(value, list):
        if value and all(isinstance(one, str) and one for one in value):
            yield name, value
        for inner in value:
            yield from lists_in(inner, name)


PRICED = 3
"""So many names with a number each are a list to choose from; fewer may be a call's arguments."""


def price_lists_in(value: Any, name: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield the names in each object that has a number for every one, by the key it stands under.

    What a thing costs, or how many there are, asks for none of them.
    """
    if isinstance(value, dict):
        if (
            name
            and len(value) >= PRICED
            and all(type(one) in (int, float) for one in value.values())
        ):
            yield name, [str(key) for key in value]
        for key, inner in value.items():
            yield from price_lists_in(inner, str(key))
    elif isinstance(value, list):
        for inner in value:
            yield from price_lists_in(inner, name)
