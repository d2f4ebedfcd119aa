"""JSON whose objects name each field once: readers differ in which of two of a name counts."""

from __future__ import annotations

import json
from typing import Any


class TwiceError(ValueError):
    """Two fields of one object have one name."""


def named_once(text: bytes | str) -> None:
    """Raise `TwiceError`, naming the field, for JSON in which an object has two of one name.

    What is no JSON at all is somebody else's to refuse.
    """
    try:  # numbers stay text: those of thousands of digits are refused by json alone
        json.loads(text, object_pairs_hook=_once, parse_int=str, parse_float=str)
    except TwiceError:
        raise
    except (ValueError, RecursionError):
        return


def _once(pairs: list[tuple[str, Any]]) -> None:
    names = {name for name, _ in pairs}
    if len(names) < len(pairs):
        some = [name for name, _ in pairs]
        twice = next(name for name in some if some.count(name) > 1)
        raise TwiceError(f"two fields are named {twice!r}; keep one")
