"""The world's log: append-only, each entry bound to the one before it by SHA-256.

A chain alone shows that a log was edited by somebody who did not recompute the hashes. Whoever
did recompute them is caught by `desk.witness`, which is not in the log's reach.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256

import msgspec
from msgspec.structs import force_setattr

from desk.frozen import FrozenDict

Scalar = str | int | None
"""What an argument of a tool call may be once the world has accepted it."""

GENESIS = "0" * 64
"""What the first entry names as the hash before it."""

_encode = msgspec.json.Encoder(order="deterministic").encode


class _Body(msgspec.Struct):
    """What a hash covers, in the order of its JSON; `args` are sorted by the encoder."""

    action: str
    args: Mapping[str, Scalar]
    executed: bool
    prev_hash: str
    reason: str
    seq: int


class Entry(msgspec.Struct, frozen=True):
    """One thing the world did. `hash` covers every other field, `prev_hash` included."""

    seq: int
    action: str
    args: Mapping[str, Scalar]
    reason: str
    executed: bool
    prev_hash: str
    hash: str

    def __post_init__(self) -> None:
        if type(self.args) is not FrozenDict:
            force_setattr(self, "args", FrozenDict(self.args))


def link(
    seq: int, action: str, args: Mapping[str, Scalar], reason: str, executed: bool, prev_hash: str
) -> Entry:
    """Make the entry after `prev_hash`: SHA-256 over its sorted-key JSON without the hash."""
    body = _Body(action, args, executed, prev_hash, reason, seq)
    digest = sha256(_encode(body)).hexdigest()
    return Entry(seq, action, args, reason, executed, prev_hash, digest)


class Ledger:
    """The log while the world is open. `entries` is what a compromised process would reach."""

    __slots__ = ("entries",)

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def append(
        self, action: str, args: Mapping[str, Scalar], reason: str = "", executed: bool = True
    ) -> Entry:
        """Write the next entry and return it."""
        entries = self.entries
        prev = entries[-1].hash if entries else GENESIS
        entry = link(len(entries), action, args, reason, executed, prev)
        entries.append(entry)
        return entry


def broken_at(log: Sequence[Entry]) -> int | None:
    """Return the index of the first entry that does not follow from the one before, else None."""
    prev = GENESIS
    for index, entry in enumerate(log):
        body = _Body(entry.action, entry.args, entry.executed, prev, entry.reason, index)
        digest = sha256(_encode(body)).hexdigest()
        if entry.hash != digest or entry.seq != index or entry.prev_hash != prev:
            return index
        prev = entry.hash
    return None
