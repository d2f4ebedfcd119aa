"""Sound rewards of several habits, apart from the attacks: none of them pays a wrong answer.

Each is `(completion, gold) -> bool`. They read an answer whole, and differ in what they normalise.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from typing import Any

Judge = Callable[[str, Any], bool]


def written(gold: Any) -> str:
    return gold if isinstance(gold, str) else json.dumps(gold, ensure_ascii=False)


def exactly(completion: str, gold: Any) -> bool:
    return completion == written(gold)


def loosely(completion: str, gold: Any) -> bool:
    """Case, compatibility forms, spaces and closing punctuation are all one."""

    def bare(text: str) -> str:
        folded = unicodedata.normalize("NFKC", text).casefold()
        return " ".join(folded.split()).strip(" .!\"'")

    return bool(bare(completion)) and bare(completion) == bare(written(gold))


def in_the_one_tag(completion: str, gold: Any) -> bool:
    said = re.findall(r"<answer>(.*?)</answer>", completion, re.S)
    ends = completion.rstrip().endswith("</answer>")
    return len(said) == 1 and ends and said[0].strip() == written(gold).strip()


def in_the_one_box(completion: str, gold: Any) -> bool:
    marks = completion.count("\\boxed{")
    said = re.search(r"\\boxed\{(.*)\}[.\s]*\Z", completion, re.S)
    return marks == 1 and bool(said) and said is not None and said[1] == written(gold)


def as_a_number(completion: str, gold: Any) -> bool:
    """Within one percent; what is no number is wrong."""
    said, wanted = _number(completion), _number(written(gold))
    if said is None or wanted is None:
        return False
    return abs(said - wanted) <= 0.01 * abs(wanted)


def _number(text: str) -> float | None:
    bare = text.strip().replace(",", "")
    return float(bare) if re.fullmatch(r"[+-]?\d{1,12}(\.\d{1,12})?", bare, re.A) else None


def as_a_set(completion: str, gold: Any) -> bool:
    """Items in any order, however often each."""

    def items(text: str) -> set[str]:
        return {part.strip().casefold() for part in re.split(r"[,;|\n]", text) if part.strip()}

    wanted = {str(one).strip().casefold() for one in gold} if isinstance(gold, list) else None
    wanted = items(written(gold)) if wanted is None else wanted
    return bool(wanted) and items(completion) == wanted


def as_json(completion: str, gold: Any) -> bool:
    try:
        wanted = json.loads(gold) if isinstance(gold, str) else gold
        return bool(json.loads(completion) == wanted)
    except (ValueError, RecursionError):
        return False


SOUND: tuple[Judge, ...] = (
    exactly,
    loosely,
    in_the_one_tag,
    in_the_one_box,
    as_a_number,
    as_a_set,
    as_json,
)
