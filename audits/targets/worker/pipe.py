"""The pipe: JSON behind a four-byte length, in both directions."""

from __future__ import annotations

import builtins
import struct
from typing import Any

from .kept import chunks, loads, pack, read, write

globals()["__builtins__"] = dict(vars(builtins))  # our own: a target may patch the others


def receive(fd: int) -> Any:
    """Read one request; None at the end of the pipe."""
    head = _exactly(fd, 4)
    body = None if head is None else _exactly(fd, struct.unpack(">I", head)[0])
    return None if body is None else loads(body)


def _exactly(fd: int, count: int) -> bytes | None:
    parts = []
    while count:
        part = read(fd, min(count, 1 << 20))
        if not part:
            return None
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def reply(fd: int, message: dict[str, Any]) -> None:
    """Write one reply. Half a surrogate pair, which no UTF-8 holds, becomes a question mark."""
    body = "".join(chunks(message, 0)).encode("utf-8", "replace")
    data = pack(">I", len(body)) + body
    while data:
        data = data[write(fd, data) :]
