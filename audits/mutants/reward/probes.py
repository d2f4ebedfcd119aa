"""Right answers that are odd in some way: terms that no attack and no rewording would ever touch.

A penalty for length is idle as long as every right answer is short. What such an answer should earn
is the reward's to say, so no guard asks about it; but a term whose loss nobody would miss shows.
"""

from __future__ import annotations

from collections.abc import Iterator

FILLER = "well "

LENGTHS = (60, 600)
"""Words of filler: past a limit of a few dozen words, and past any."""


def odd(reference: str) -> Iterator[tuple[str, str]]:
    """Give a right text in odd shapes, each with a name for it."""
    for words in LENGTHS:
        filler = (FILLER * words).strip()
        yield f"a right answer behind {words} words of filler", f"{filler}\n{reference}"
        yield f"a right answer before {words} words of filler", f"{reference}\n{filler}"
    yield "a right answer given twice", f"{reference}\n{reference}"
    yield "the first half of a right answer", reference[: len(reference) // 2]
