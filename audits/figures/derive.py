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
    """Write a value as it is stated: a share of 100, and to as many decimals."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value)
    number = re.search(r"-?[\d,]*\.?(\d*)", stated)
    places = len(number[1]) if number else 0
    if stated.rstrip().endswith("%"):
        return f"{value:.{places}%}"
    thousands = "," if "," in stated else ""
    plain = isinstance(value, float) and not re.search(r"\d", stated)
    return f"{value:g}" if plain else f"{value:{thousands}.{places}f}"
