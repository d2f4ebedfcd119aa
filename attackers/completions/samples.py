"""A few texts that a regular expression matches, with the target's own words in its gaps."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from functools import cache

# The parser of the standard library; private by name, stable in form since Python 3.11.
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

MOST = 6
"""How many texts one pattern gives."""


def samples_of(pattern: str, words: Iterable[str] = ()) -> Iterator[str]:
    """Yield texts that `pattern` matches; its gaps are filled with digits and short words."""
    fillings = ("1", "2", "0", "10", "x", *(word for word in words if 0 < len(word) <= 12))
    made = dict.fromkeys(_sample(pattern, filling) for filling in fillings)
    yield from [text for text in made if text and _matches(pattern, text)][:MOST]


def _matches(pattern: str, text: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return re.search(pattern, text) is not None
        except re.error:
            return False


@cache
def _sample(pattern: str, filling: str) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a stranger's pattern may be old-fashioned
        try:
            return _walk(parser.parse(pattern), filling)
        except (re.error, RecursionError, OverflowError):
            return ""


def _walk(parts: Any, filling: str) -> str:
    return "".join(_one(str(op), arg, filling) for op, arg in parts)


def _one(op: str, arg: Any, filling: str) -> str:
    if op == "LITERAL":
        return chr(arg)
    if op.endswith("_REPEAT"):
        return _repeat(arg, filling)
    inner = {
        "SUBPATTERN": lambda: arg[-1],
        "BRANCH": lambda: arg[1][0],
        "ATOMIC_GROUP": lambda: arg,
    }
    if op in inner:
        return str(_walk(inner[op](), filling))
    return _charset(op, arg, filling) if op in ("IN", "ANY", "NOT_LITERAL", "CATEGORY") else ""


def _repeat(arg: Any, filling: str) -> str:
    """Once if it may be once; a gap of any characters takes the whole filling, if it fits."""
    least, _most, inner = arg
    if least <= 1 and len(inner) == 1 and str(inner[0][0]) in ("IN", "ANY"):
        op, items = inner[0]
        if not least and filling == "x":
            return ""
        if str(op) == "ANY" or all(_fits(char, items) for char in filling):
            return filling
    times: int = min(max(least, 1), 20)
    return _walk(inner, filling) * times


def _charset(op: str, arg: Any, filling: str) -> str:
    """One character for a class: the filling's first where it fits, else the first that does."""
    if op != "IN":
        return filling[:1]
    own = [chr(value) for kind, value in arg if str(kind) == "LITERAL"]
    own += [chr(value[0]) for kind, value in arg if str(kind) == "RANGE"]
    return next((char for char in (filling[0], *own, *_COMMON) if _fits(char, arg)), "")


_COMMON = " 1aA-_.:"

_CATEGORIES: dict[str, Callable[[str], bool]] = {
    "DIGIT": str.isdigit,
    "SPACE": str.isspace,
    "WORD": lambda char: char.isalnum() or char == "_",
}


def _fits(char: str, items: Any) -> bool:
    """Tell whether a class, as the parser has it, takes a character."""
    negated = str(items[0][0]) == "NEGATE"
    return negated is not any(_takes(str(kind), value, char) for kind, value in items)


def _takes(kind: str, value: Any, char: str) -> bool:
    if kind == "LITERAL":
        return bool(value == ord(char))
    if kind == "RANGE":
        return bool(value[0] <= ord(char) <= value[1])
    if kind != "CATEGORY":
        return False
    name = str(value).removeprefix("CATEGORY_")
    return _CATEGORIES[name.removeprefix("NOT_")](char) is not name.startswith("NOT_")
