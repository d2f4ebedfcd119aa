"""A model over the official `openai` client: an extra, imported when a model is made.

The client's own retries are off; `attackers.loop.retry` decides. Answers are read by our own strict
readers: the client takes JSON of any shape for an answer.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic, sleep
from typing import Any

import msgspec

from attackers.loop.endpoint import MOST_BYTES, check_timeout, check_url
from attackers.loop.retry import pause
from attackers.loop.said import count
from attackers.loop.schema import Schema
from attackers.loop.stream import Streamed
from attackers.loop.trouble import classified
from attackers.loop.wire import read_reply, read_usage, request
from desk import DiedError, Failure, Message

NO_KEY = "none"
"""What the client is given where there is no key, since it wants one. Never sent."""

LEAST = 3
"""So many characters of a key may be another word's, and are no secret."""

WHOLE = ("application/json", "text/html")
"""What says of itself that it is one answer, though a stream was asked for."""


@dataclass(frozen=True, slots=True)
class OpenAIModel:
    """One model behind an OpenAI-compatible endpoint; each rollout asks it through a `session`.

    Raises `ImportError` where the `openai` package is not there, and `ValueError` for a URL or a
    timeout that is none.
    """

    url: str
    """Where `/chat/completions` is, e.g. `http://127.0.0.1:8000/v1`."""
    model: str
    key: str = field(default="", repr=False)
    """Sent as a bearer token; taken out of whatever an endpoint answers."""
    timeout: float = 120.0
    """Seconds for one answer, from the request to its end."""
    stream: bool = False
    temperature: float | None = None
    retries: int = 4
    """How often one request may be sent again."""
    wait: Callable[[float], object] = field(default=sleep, repr=False)
    """Waits so many seconds between tries."""
    client: Any = field(init=False, repr=False, compare=False)
    headers: dict[str, Any] = field(init=False, repr=False, compare=False)
    """What a request's headers have of ours: where there is no key, that none is sent."""

    def __post_init__(self) -> None:
        from openai import Omit, OpenAI  # noqa: PLC0415 - an extra

        check_url(self.url)
        check_timeout(self.timeout)
        with _unheard():
            made = OpenAI(
                api_key=self.key or NO_KEY,
                base_url=self.url,
                timeout=self.timeout,
                max_retries=0,
            )
        object.__setattr__(self, "client", made)
        object.__setattr__(self, "headers", {} if self.key else {"Authorization": Omit()})

    def session(self) -> Session:
        """Begin a rollout."""
        return Session(self)


@dataclass(slots=True)
class Session:
    """One rollout's turns with a model; call it as `Complete`. Raises `DiedError` only."""

    of: OpenAIModel
    tokens: list[int | None] = field(default_factory=list)
    """What each answer took to generate, as the endpoint counted."""

    @property
    def generated_tokens(self) -> int | None:
        """The sum over the answers; None if one of them was not counted, or there was none."""
        known = [tokens for tokens in self.tokens if tokens is not None]
        return count(sum(known)) if self.tokens and len(known) == len(self.tokens) else None

    def __call__(self, messages: Sequence[Message], tools: Sequence[Schema]) -> Message:
        """Ask for the next message, again where that is safe."""
        body = request(self.of.model, messages, tools) | {"extra_headers": self.of.headers}
        if self.of.temperature is not None:
            body["temperature"] = self.of.temperature
        try:
            with classified():
                return self._asked(body)
        except DiedError as error:
            raise DiedError(_without(error.failure, self.of.key)) from None

    def _asked(self, body: dict[str, Any]) -> Message:
        once = self._streamed if self.of.stream else self._whole
        for tries in range(1, self.of.retries + 1):
            try:
                return once(body)
            except DiedError:
                raise
            except Exception as error:
                if (seconds := pause(error, tries)) is None:
                    raise
                self.of.wait(seconds)
        return once(body)

    def _whole(self, body: dict[str, Any]) -> Message:
        asked = self.of.client.chat.completions.with_streaming_response.create
        deadline = monotonic() + self.of.timeout
        with asked(**body) as answer:
            return self._read(answer, deadline)

    def _streamed(self, body: dict[str, Any]) -> Message:
        deadline = monotonic() + self.of.timeout
        counted = {"stream": True, "stream_options": {"include_usage": True}}
        with self.of.client.chat.completions.create(**body, **counted) as chunks:
            if chunks.response.headers.get("content-type", "").startswith(WHOLE):
                return self._read(chunks.response, deadline)
            said = Streamed()
            try:
                return said.take(_plain(chunk) for chunk in _in_time(chunks, deadline))
            finally:
                self.tokens.append(said.generated_tokens)

    def _read(self, answer: Any, deadline: float) -> Message:
        """Read an answer that comes in one piece."""
        body = _joined(_in_time(answer.iter_bytes(), deadline))
        self.tokens.append(read_usage(body))
        return read_reply(body)


@contextmanager
def _unheard() -> Iterator[None]:
    """Keep from the client what the environment tells it: keys, accounts, URLs, headers."""
    told = {name: value for name, value in os.environ.items() if name.startswith("OPENAI_")}
    try:
        for name in told:
            del os.environ[name]
        yield
    finally:
        os.environ.update(told)


def _plain(chunk: Any) -> Any:
    """Take a chunk as it came; what is odd in it is ours to judge, not to be warned of."""
    return chunk.to_dict(warnings=False) if hasattr(chunk, "to_dict") else chunk


def _in_time(parts: Iterable[Any], deadline: float) -> Iterator[Any]:
    """Pass parts on until the deadline, however slowly they drip."""
    for part in parts:
        yield part
        if monotonic() > deadline:
            raise TimeoutError("the answer did not end in time")


def _joined(parts: Iterable[bytes]) -> bytes:
    body = bytearray()
    for part in parts:
        body += part
        if len(body) > MOST_BYTES:
            raise ValueError(f"the answer is longer than {MOST_BYTES} bytes")
    return bytes(body)


def _without(failure: Failure, key: str) -> Failure:
    """Take a key out of what was said, and the beginning of one where that was cut."""
    if len(key) <= LEAST:
        return failure
    detail = failure.detail.replace(key, "[key]")
    cut = next((n for n in range(len(key) - 1, LEAST, -1) if detail.endswith(key[:n])), 0)
    detail = f"{detail[:-cut]}[key]" if cut else detail
    return msgspec.structs.replace(failure, detail=detail)
