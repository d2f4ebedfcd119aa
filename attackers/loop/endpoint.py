"""A model over HTTP, on the standard library: one request a turn, no retries, no redirects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection, IncompleteRead
from time import monotonic
from urllib.parse import SplitResult, urlsplit

from attackers.loop.schema import Schema
from attackers.loop.trouble import classified, of_status
from attackers.loop.wire import read_reply, write_request
from desk import DiedError, Message

MOST_BYTES = 16 << 20
"""The most that an answer may be, in bytes."""

CHUNK = 1 << 16


def check_url(url: str) -> None:
    """Raise `ValueError` where a URL names no endpoint."""
    at = urlsplit(url)
    if at.scheme not in ("http", "https") or not at.hostname or not _has_port(at):
        raise ValueError(f"url: expected http://HOST... or https://HOST..., got {url!r}")
    if at.username or at.password:
        raise ValueError("url: expected no user and no password in it; give a key instead")


def _has_port(at: SplitResult) -> bool:
    """Whether a URL's port is one, or is left to the scheme."""
    try:
        return at.port != 0
    except ValueError:
        return False


def check_timeout(timeout: float) -> None:
    """Raise `ValueError` where a timeout is no time."""
    if not timeout > 0:
        raise ValueError(f"timeout: expected seconds over 0, got {timeout}")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One model behind an OpenAI-compatible endpoint; call it as `Complete`.

    Raises `DiedError` with a classified failure, whatever goes wrong on the way.
    """

    url: str
    """Where `/chat/completions` is, e.g. `http://127.0.0.1:8000/v1`."""
    model: str = "default"
    key: str = field(default="", repr=False)
    """Sent as a bearer token, if given; taken out of whatever an endpoint answers."""
    timeout: float = 60.0
    """Seconds to wait for the connection, and again for the whole answer."""

    def __post_init__(self) -> None:
        check_url(self.url)
        check_timeout(self.timeout)

    def __call__(self, messages: Sequence[Message], tools: Sequence[Schema]) -> Message:
        """Ask for the next message."""
        with classified():
            status, body = self._post(write_request(self.model, messages, tools))
            if not 200 <= status < 300:
                raise DiedError(of_status(status, self._without_key(body)))
            return read_reply(body)

    def _post(self, body: bytes) -> tuple[int, bytes]:
        at = urlsplit(self.url)
        connection = self._connect(at)
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        try:
            connection.request("POST", f"{at.path.rstrip('/')}/chat/completions", body, headers)
            deadline = monotonic() + self.timeout
            response = connection.getresponse()
            return response.status, _whole(response, deadline)
        finally:
            connection.close()

    def _connect(self, at: SplitResult) -> HTTPConnection:
        made = HTTPSConnection if at.scheme == "https" else HTTPConnection
        return made(at.hostname or "", at.port, timeout=self.timeout)

    def _without_key(self, body: bytes) -> bytes:
        return body.replace(self.key.encode(), b"[key]") if self.key else body


def _whole(response: HTTPResponse, deadline: float) -> bytes:
    """Read a body to its end, however slowly it drips, until the deadline."""
    body = bytearray()
    while chunk := response.read1(CHUNK):
        body += chunk
        if len(body) > MOST_BYTES:
            raise ValueError(f"the answer is longer than {MOST_BYTES} bytes")
        if monotonic() > deadline:
            raise TimeoutError("the answer did not end in time")
    if response.length:
        raise IncompleteRead(bytes(body[:CHUNK]), response.length)
    return bytes(body)
