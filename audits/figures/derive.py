"""A figure from a command's JSON, written as it is stated; and what the JSON was made from."""

from __future__ import annotations

import re
from typing import Any

from audits.errors import CannotAuditError, unknown

UNDERNEATH = {
    "cases": ("rows.digest", "cases.digest"),
    "scorer": ("target_digest",),
    "attackers": ("tool.catalogue",),
    "tool": ("tool.version",),
    "seed": ("seed",),
}
"""What can change underneath a figure, and where a document says it."""

NUMBER = re.compile(r"-?\d+(?:,\d{3})*(?:\.(?P<places>\d*))?")

SHOWN = 12
"""Characters of a digest that are written."""


def underneath(document: Any) -> dict[str, str]:
    """Return what a document was made from, by name; what it does not say is left out."""
    found = {}
    for name, paths in UNDERNEATH.items():
        for path in paths:
            try:
                found[name] = str(value_at(document, path))[:SHOWN]
            except CannotAuditError:
                continue
    return found


def value_at(document: Any, path: str) -> Any:
    """Follow a path into a document. Raises `CannotAuditError` where it leads nowhere."""
    value = document
    for word in path.split("."):
        if isinstance(value, dict) and word in value:
            value = value[word]
        elif isinstance(value, list) and word.isdecimal() and int(word) < len(value):
            value = value[int(word)]
        else:
            raise _nowhere(path, word, value)
    return value


def _nowhere(path: str, word: str, value: Any) -> CannotAuditError:
    if isinstance(value, dict):
        return unknown(f"figure {path}", word, value)
    if isinstance(value, list):
        return unknown(f"figure {path}", word, map(str, range(len(value))))
    return CannotAuditError(f"figure {path}: {value!r} has no parts, so no {word!r}; end there")


def written_as(value: Any, stated: str) -> str:
    """Write a value as it is stated: a share of 100, to as many decimals, in the same words."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    number = NUMBER.search(stated)
    if number is None:
        as_is = f"{value:g}" if isinstance(value, float) else str(value)
        return f"{value:.0%}" if stated.rstrip().endswith("%") else as_is
    places, rest = len(number["places"] or ""), stated[number.end() :]
    share = 100 if rest.lstrip().startswith("%") else 1
    thousands = "," if "," in number[0] else ""
    return f"{stated[: number.start()]}{value * share:{thousands}.{places}f}{rest}"
