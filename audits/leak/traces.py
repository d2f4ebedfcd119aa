"""What of a case stands in a text, word for word: names that only it has, or its ticket."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from audits.leak.plain import plain
from desk.refund import Case
from desk.settlement import SettlementCase

LEAST_WORDS = 5
"""How many words of a ticket in a row are no accident."""


def traces(text: str, case: Case) -> Iterator[str]:
    """Yield what gives a case away in a plain text.

    A bare number is a trace only where it is called an order; a name without a digit is a word.
    """
    names = {case.id, *(line.sku for line in case.lines), *(row.key for row in case.priors)}
    for name in sorted(name for name in names if re.search(r"\d", name) and not name.isdigit()):
        if _stands(_pattern(name), text):
            yield name
    if _stands(rf"\border(?:_id)?\W{{1,4}}(?:number |no\.? |id )?{_pattern(case.order)}", text):
        yield f"order {case.order}"
    yield from _of_ticket(_words(text), case)


def settlement_traces(text: str, case: SettlementCase) -> Iterator[str]:
    """Yield what gives a case of the settlement desk away; its question is the same for all."""
    ticket = case.schedule.ticket
    for name in (case.task.id, ticket.order, ticket.ref):
        if _stands(_pattern(name), text):
            yield name


def _of_ticket(text: list[str], case: Case) -> Iterator[str]:
    runs = {tuple(text[i : i + LEAST_WORDS]) for i in range(len(text) - LEAST_WORDS + 1)}
    said = _words(plain(case.ticket).apart)
    for i in range(len(said) - LEAST_WORDS + 1):
        if tuple(said[i : i + LEAST_WORDS]) in runs:
            yield " ".join(said[i : i + LEAST_WORDS])
            return


@lru_cache(4096)
def _pattern(name: str) -> str:
    """Write a name as it stands in a plain text."""
    return re.escape(plain(name).apart)


def _words(text: str) -> list[str]:
    return re.findall(r"[\w-]+", text.lower())


def _stands(pattern: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){pattern}(?![\w-])", text, re.IGNORECASE) is not None
