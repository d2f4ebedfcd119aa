"""Messages to and from a process that nobody trusts: each has a bound and a deadline.

A message is its length in eight bytes, then its body. Whoever writes junk into the socket can make
a reader wait or refuse; it can neither hang it nor fill its memory.
"""

from __future__ import annotations

from socket import socket
from time import monotonic

MOST = 64 << 20
"""Bytes that one message may have."""

CHUNK = 1 << 20
"""Bytes that are read at a time, so that memory is taken for what came, not for what was said."""


class TooLongError(Exception):
    """A message announced more than `MOST` bytes."""


def send(end: socket, body: bytes, deadline: float | None = None) -> None:
    """Write one message. Raises `TimeoutError` past the deadline (`time.monotonic`)."""
    end.settimeout(_left(deadline))
    end.sendall(len(body).to_bytes(8, "big") + body)


def receive(end: socket, deadline: float | None = None) -> bytes:
    """Read one message. Raises `TimeoutError`, `TooLongError`, or `EOFError` at a closed end."""
    length = int.from_bytes(_exactly(end, 8, deadline), "big")
    if length > MOST:
        raise TooLongError(f"announced {length} bytes, at most {MOST} are read")
    return _exactly(end, length, deadline)


def _exactly(end: socket, count: int, deadline: float | None) -> bytes:
    body = bytearray()
    while len(body) < count:
        end.settimeout(_left(deadline))
        part = end.recv(min(count - len(body), CHUNK))
        if not part:
            raise EOFError
        body += part
    return bytes(body)


def _left(deadline: float | None) -> float | None:
    if deadline is None:
        return None
    left = deadline - monotonic()
    if left <= 0:
        raise TimeoutError
    return left
