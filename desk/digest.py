"""The digest of a set of cases, the same for every desk."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

import msgspec

_encode = msgspec.json.Encoder(order="sorted").encode


def digest_of(cases: Iterable[msgspec.Struct]) -> str:
    """Return SHA-256 over the cases' sorted-key JSON, one a line, as hex."""
    return sha256(b"\n".join(map(_encode, cases))).hexdigest()
