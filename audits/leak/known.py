"""What of a desk a prompt can give away: the reference's rules, and words of its cases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from audits.leak.lore import LORE, Lore
from audits.leak.settlement_lore import SETTLEMENT_LORE
from audits.leak.traces import settlement_traces, traces


class Known(NamedTuple):
    """One desk's."""

    lore: tuple[Lore, ...]
    traces: Callable[[str, Any], Iterator[str]]
    """Yields what gives a case away in a text."""


KNOWN = {
    "refund": Known(LORE, traces),
    "settlement": Known(SETTLEMENT_LORE, settlement_traces),
}
"""By the desk's name."""

ALL_LORE = {lore.name: lore for known in KNOWN.values() for lore in known.lore}
"""The rules of every desk, by name."""
