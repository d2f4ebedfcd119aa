"""One socket that answers with given bytes and keeps what it was asked."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Thread

STUCK = 20.0


@dataclass
class Listener:
    """Where it listens, and every request that came, whole."""

    url: str
    asked: list[bytes] = field(default_factory=list)


@contextmanager
def listening(*answers: bytes) -> Iterator[Listener]:
    """Answer one connection after the other, each with its bytes, and close it."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(STUCK)
        heard = Listener(f"http://127.0.0.1:{server.getsockname()[1]}/v1/")
        thread = Thread(target=_serve, args=(server, answers, heard), daemon=True)
        thread.start()
        yield heard
        thread.join(STUCK)


def _serve(server: socket.socket, answers: tuple[bytes, ...], heard: Listener) -> None:
    for answer in answers:
        connection, _ = server.accept()
        with connection:
            connection.settimeout(STUCK)
            heard.asked.append(_request(connection))
            connection.sendall(answer)


def _request(connection: socket.socket) -> bytes:
    asked = b""
    while b"\r\n\r\n" not in asked:
        asked += connection.recv(1 << 16)
    head, _, body = asked.partition(b"\r\n\r\n")
    length = next(
        int(line.split(b":")[1])
        for line in head.split(b"\r\n")
        if line.lower().startswith(b"content-length")
    )
    while len(body) < length:
        body += connection.recv(1 << 16)
    return head + b"\r\n\r\n" + body
