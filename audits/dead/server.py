"""A model's endpoint on this machine: plays a script over HTTP, and fails on one of its turns."""

from __future__ import annotations

import socketserver
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

import msgspec

from audits.dead.bases import turn
from desk import Message

PATIENCE = 10.0
"""Seconds after which whoever waits for the other side gives up; nothing waits unless it hangs."""

Spoil = Callable[[Message], bytes | None]
"""Makes of the right answer what goes over the wire instead; no bytes drop the connection, and
None leaves it open without an answer."""


@dataclass(frozen=True, slots=True)
class _Play:
    """What is being played: a script, the turn on which it goes wrong, and how."""

    script: Sequence[Message]
    at: int
    spoil: Spoil
    over: Event = field(default_factory=Event)

    def answer(self, now: int) -> bytes | None:
        right = self.script[now]
        return self.spoil(right) if now == self.at else response(200, reply(right))


class ScriptServer(ThreadingHTTPServer):
    """The server. Use as a context manager; `url` is where an `Endpoint` finds it."""

    daemon_threads = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.now: _Play | None = None
        self._thread = Thread(target=self.serve_forever, args=(0.01,), daemon=True)

    def server_bind(self) -> None:
        """Bind without asking a name server for our own name."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = "127.0.0.1", self.server_address[1]

    def __enter__(self) -> ScriptServer:
        """Start to answer."""
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        """Stop, and wait for every thread."""
        self.shutdown()
        self.server_close()
        self._thread.join()

    @property
    def url(self) -> str:
        """Where the endpoint is."""
        return f"http://127.0.0.1:{self.server_port}/v1"

    @contextmanager
    def playing(self, script: Sequence[Message], at: int, spoil: Spoil) -> Iterator[str]:
        """Play a script that goes wrong on turn `at`; gives the endpoint's URL."""
        self.now = _Play(script, at, spoil)
        try:
            yield self.url
        finally:
            self.now.over.set()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: a client that went away is what is being tried here."""


class _Handler(BaseHTTPRequestHandler):
    server: ScriptServer

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        asked = msgspec.json.decode(body, type=_Asked)
        if (now := self.server.now) is None:
            return
        answer = now.answer(turn(asked.messages))
        if answer is None:
            now.over.wait(PATIENCE)
        else:
            self.wfile.write(answer)

    def log_message(self, *_args: Any) -> None:
        pass


class _Asked(msgspec.Struct):
    messages: list[Message]


def reply(message: Message, finish: str | None = None) -> bytes:
    """Write a message as a chat completion."""
    finish = finish or ("tool_calls" if message.tool_calls else "stop")
    choice = {"index": 0, "message": message, "finish_reason": finish}
    return msgspec.json.encode({"object": "chat.completion", "choices": [choice]})


def response(status: int, body: bytes, length: int | None = None) -> bytes:
    """Write an HTTP response whole, in one piece; `length` is claimed instead of the true one."""
    head = (
        f"HTTP/1.0 {status} Answer\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body) if length is None else length}\r\n\r\n"
    )
    return head.encode() + body
