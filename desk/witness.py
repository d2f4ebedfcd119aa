"""The world's own memory of its log, so that a log rewritten with fresh hashes is still found out.

While an episode runs, the runner keeps an `Observer`; the world tells it of every entry as it is
written. When the episode closes, the observer seals length, head and a keyed MAC of all that it saw
into a `Witness`, which the rollout carries; no one can compute the MAC afresh without the key.

The key is the environment variable CLAWBACK_KEY, or else random for this process: a rollout that
is to be verified by another process needs the variable set in both.

What it does not do: Python offers no wall inside one process. Code that swaps what the desk calls
while it writes, winds an observer back, or reads the key out of this module, is not found out here;
agents that might do so belong in a process of their own.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

import msgspec

from desk.ledger import GENESIS, Entry, broken_at

_encode = msgspec.json.Encoder(order="deterministic").encode


_held: dict[str, bytes] = {}


def _key() -> bytes:
    """Return this process's key. Threads that ask for it first at once all get the same."""
    return _held.get("key") or _held.setdefault("key", _made())


def _made() -> bytes:
    given = os.environ.get("CLAWBACK_KEY", "")
    return given.encode() if given else secrets.token_bytes(32)


os.register_at_fork(before=_key)  # a child's rollouts are verified by its parent


@lru_cache(maxsize=1)
def _begun(key: bytes) -> blake2b:
    """Return a MAC with nothing in it yet: to copy one takes less than to begin one.

    Keyed BLAKE2b (RFC 7693), which takes keys of 64 bytes at the most: so the key is hashed first.
    """
    return blake2b(key=blake2b(key).digest(), digest_size=32)


class Witness(msgspec.Struct, frozen=True):
    """What the world remembers of its log: entries written, last hash, and a keyed MAC of all."""

    length: int
    head: str
    mac: str


class Observer:
    """Sees each entry as the world writes it; `case` and `end` are bound in as well."""

    __slots__ = ("_case", "_hashes")

    def __init__(self, case: object) -> None:
        self._case = _encode(case)
        self._hashes: list[str] = []

    def observe(self, entry: Entry) -> None:
        """Take note of an entry that the world has just written."""
        self._hashes.append(entry.hash)

    def seal(self, end: object) -> Witness:
        """Close the account with the world's end state."""
        hashes = self._hashes
        head = hashes[-1] if hashes else GENESIS
        return Witness(len(hashes), head, _mac(self._case, hashes, end))


def _mac(case: bytes, hashes: Sequence[str], end: object) -> str:
    """Return the MAC of case, entries and end state: keyed BLAKE2b of 32 bytes, as hex."""
    mac = _begun(_key()).copy()
    mac.update(case + "".join(hashes).encode() + _encode((len(hashes), end)))
    return mac.hexdigest()


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
    if not secrets.compare_digest(
        _mac(_encode(case), [entry.hash for entry in log], end), witness.mac
    ):
        return "the log, the case or the end state is not the one the world sealed"
    return None
