"""The world's own memory of its log, so that a log rewritten with fresh hashes is still found out.

While an episode runs, the runner keeps an `Observer`; the world tells it of every entry as it is
written. The observer feeds a keyed MAC, which no one can compute afresh without the key. When the
episode closes, the observer seals length, head and MAC into a `Witness`, which the rollout carries.

The key is the environment variable CLAWBACK_KEY, or else random for this process: a rollout that
is to be verified by another process needs the variable set in both.

What it does not do: Python offers no wall inside one process. Code that swaps what the desk calls
while it writes, winds an observer back, or reads the key out of this module, is not found out here;
agents that might do so belong in a process of their own.
"""

from __future__ import annotations

import hmac
import os
import secrets
from collections.abc import Sequence

import msgspec

from desk.ledger import GENESIS, Entry, broken_at

_encode = msgspec.json.Encoder(order="sorted").encode


_held: dict[str, bytes] = {}


def _key() -> bytes:
    """Return this process's key. Threads that ask for it first at once all get the same."""
    return _held.get("key") or _held.setdefault("key", _made())


def _made() -> bytes:
    given = os.environ.get("CLAWBACK_KEY", "")
    return given.encode() if given else secrets.token_bytes(32)


class Witness(msgspec.Struct, frozen=True):
    """What the world remembers of its log: entries written, last hash, and a keyed MAC of all."""

    length: int
    head: str
    mac: str


class Observer:
    """Sees each entry as the world writes it; `case` and `end` are bound in as well."""

    __slots__ = ("_head", "_length", "_mac")

    def __init__(self, case: object) -> None:
        self._mac = hmac.new(_key(), _encode(case), "sha256")
        self._length = 0
        self._head = GENESIS

    def observe(self, entry: Entry) -> None:
        """Take note of an entry that the world has just written."""
        self._mac.update(entry.hash.encode())
        self._length += 1
        self._head = entry.hash

    def seal(self, end: object) -> Witness:
        """Close the account with the world's end state."""
        mac = self._mac.copy()
        mac.update(_encode((self._length, end)))
        return Witness(self._length, self._head, mac.hexdigest())


def log_fault(
    case: object, log: Sequence[Entry], end: object, witness: Witness | None
) -> str | None:
    """Say why a log is not the one that the world wrote, or None when it verifies."""
    if witness is None:
        return "the world left no witness of its log"
    if (index := broken_at(log)) is not None:
        return f"entry {index} does not follow from the one before it"
    if len(log) != witness.length:
        return f"the log has {len(log)} entries, the world wrote {witness.length}"
    if (log[-1].hash if log else GENESIS) != witness.head:
        return "the log does not end as the world's did"
    seen = Observer(case)
    for entry in log:
        seen.observe(entry)
    if not hmac.compare_digest(seen.seal(end).mac, witness.mac):
        return "the log, the case or the end state is not the one the world sealed"
    return None
