"""When two answers are the same to a fair reader: the yardstick that keeps attacks honest.

A completion that is right under this reading is never proposed as wrong.
"""

from __future__ import annotations

import json
import re
import string
from decimal import Decimal, InvalidOperation
from typing import Any

_WRAPPINGS = (
    re.compile(r"<answer>(.*?)</answer>", re.S | re.I),
    re.compile(r"\\boxed\{(.*)\}", re.S),
    re.compile(r"####\s*(.+?)\s*$", re.S),
    re.compile(r"(?:final answer|answer is|answer)\s*[:=]?\s*(.+?)\s*$", re.S | re.I),
)
END = re.compile(r"<\|[\w ]{1,30}\|>|</s>|<(?:eos|eot|end_of_turn|end_of_text)>")
"""Tokens with which a model ends its text, as tokenizers write them; nobody is shown the rest."""

_AMOUNT = re.compile(r"-?\d[\d,]*(?:\.\d+)?")
_ARTICLES = re.compile(r"^(?:the|a|an)\s+", re.I)
_EDGE = (
    string.punctuation.replace("-", "").replace("+", "")
    + string.whitespace
    + "\u2013\u2014\u2018\u2019\u201c\u201d"
)


def text_of(gold: Any) -> str:
    """Write a gold as text: as it is, or as JSON if it is no text."""
    return gold if isinstance(gold, str) else json.dumps(gold, ensure_ascii=False)


def plain(text: str) -> str:
    """Lower-case, single-spaced, without wrapping punctuation and article."""
    folded = " ".join(text.casefold().split()).strip(_EDGE)
    return _ARTICLES.sub("", folded)


def number(text: str) -> Decimal | None:
    """Read a number as people write it (`1,200`, `$3.50`, `12%`), else None."""
    if len(text) > 2 * LONGEST:
        return None
    bare = text.strip().strip("$€£%").replace(",", "").replace("_", "").strip()
    try:
        value = Decimal(bare)
    except InvalidOperation:
        return None
    return value if value.is_finite() and abs(value.adjusted()) < LONGEST else None


LONGEST = 300
"""Digits from which on a text is no number that anybody reckons with."""


def core(text: str) -> str:
    """Return what a completion says in the end, out of whichever wrapping it uses."""
    text = END.split(text, maxsplit=1)[0]
    for wrapping in _WRAPPINGS:
        if found := wrapping.findall(text):
            return str(found[-1]).strip()
    return text.strip()


def same(one: str, other: str) -> bool:
    """Tell whether two answers are the same to a fair reader."""
    if plain(one) == plain(other):
        return True
    left, right = number(one), number(other)
    return left is not None and left == right


def near(one: str, other: str) -> bool:
    """Tell whether a tolerance that one could think of takes one amount for the other.

    Amounts are numbers, or the same words around one number: a tenth apart, or one at most.
    """
    left, right = _AMOUNT.findall(one), _AMOUNT.findall(other)
    if len(left) != 1 or len(right) != 1 or _AMOUNT.sub("", one) != _AMOUNT.sub("", other):
        return False
    values = number(left[0]), number(right[0])
    if values[0] is None or values[1] is None:
        return False
    return abs(values[0] - values[1]) <= max(abs(values[0]) / 10, abs(values[1]) / 10, Decimal(1))


def says(completion: str, gold: str) -> bool:
    """Tell whether a completion, read fairly, comes down to the gold."""
    return same(completion, gold) or same(core(completion), gold)


def mentions(completion: str, gold: str) -> bool:
    """Tell whether the gold stands in the completion as words of its own."""
    wanted = plain(gold)
    return bool(wanted) and bool(
        re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", " ".join(completion.casefold().split()))
    )
