"""Models to talk to: a server on this machine that plays an agent of ours, whole or streamed.

An agent becomes a model by being played again at every request, with the answers that it was given
so far, until it makes the first call that has none.
"""

from __future__ import annotations

import socketserver
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any

import msgspec

from attackers.refund import agents
from attackers.settlement.cheats import agents as settlement_agents
from desk import Function, Message, ToolCall, settlement
from desk.refund import SIGNATURES, Ticket, eval_cases

STUCK = 20.0
"""Seconds after which a server that is to say nothing gives up, if nobody ends it before."""

Request = dict[str, Any]
Respond = Callable[[int, Request], bytes | None]
"""(number of the request, its body) -> the whole HTTP answer; b"" drops it, None is silent."""


Call = Callable[[str, dict[str, Any]], Any]
"""(tool, arguments) -> the answer as a model is given it, decoded."""


def playing(name: str, desk: str = "refund") -> Callable[[Request], Message]:
    """Return the model that does what a desk's agent `name` does."""
    work = WORKED[desk]

    def model(asked: Request) -> Message:
        said = asked["messages"]
        known = [msgspec.json.decode(one["content"]) for one in said if one["role"] == "tool"]
        answers = iter(known)
        text = next(one["content"] for one in said if one["role"] == "user")

        def call(tool: str, args: dict[str, Any]) -> Any:
            for answer in answers:
                return answer
            raise _Called(tool, args)

        try:
            words = work(name, text, call)
        except _Called as made:
            return Message("assistant", tool_calls=(made.made(len(known)),))
        return Message("assistant", words or "Done.")

    return model


class _Called(BaseException):
    def __init__(self, tool: str, args: Mapping[str, Any]) -> None:
        self.tool, self.args_ = tool, args

    def made(self, number: int) -> ToolCall:
        text = msgspec.json.encode(self.args_).decode()
        return ToolCall(f"call_{number}", Function(self.tool, text))


def refund_worked(name: str, text: str, call: Call) -> str | None:
    """Let an agent work the case that is asked for by calls that somebody answers."""
    case = next(case for case in eval_cases().cases if case.ticket in text)
    return agents()[name].act(_Refund(call), Ticket(case.order, case.ticket))  # type: ignore[arg-type]


class _Refund:
    """The four tools, for an agent that calls them by position."""

    def __init__(self, call: Call) -> None:
        self._call = call

    def __getattr__(self, tool: str) -> Callable[..., Any]:
        def made(*args: Any, **named: Any) -> Any:
            return self._call(tool, dict(zip(SIGNATURES[tool], args, strict=False)) | named)

        return made


def settlement_worked(name: str, text: str, call: Call) -> str | None:
    """The same on the settlement desk; twins are asked for in the same words."""
    tickets = (case.schedule.ticket for case in settlement.settlement_cases().cases)
    ticket = next(one for one in tickets if settlement.asked_of(one) in text)
    try:
        words: str | None = settlement_agents()[name].act(_Settlement(call), ticket)
    except settlement.CaseClosedError:
        return None
    return words


class _Settlement:
    """The eleven tools and the clock, for an agent that looks at the clock."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self.now = settlement.DECISION

    def __getattr__(self, tool: str) -> Callable[..., Any]:
        def made(*args: Any) -> Any:
            of = settlement.SIGNATURES[tool]
            told = self._call(tool, dict(zip([of], args, strict=True)) if of else {})
            if "error" in told:
                raise settlement.CaseClosedError(told["error"])
            self.now, answer = told["tick"], told.get("answer")
            return settlement.Ledger(**answer) if isinstance(answer, dict) else answer

        return made


WORKED = {"refund": refund_worked, "settlement": settlement_worked}


def used(tokens: int) -> dict[str, int]:
    """Write what an answer took, as endpoints count."""
    return {"prompt_tokens": 1, "completion_tokens": tokens, "total_tokens": 1 + tokens}


def body(message: Message, finish: str = "", tokens: int | None = 7) -> bytes:
    """Write a message as a chat completion."""
    finish = finish or ("tool_calls" if message.tool_calls else "stop")
    usage = {} if tokens is None else {"usage": used(tokens)}
    told = {"role": "assistant", "content": message.content or None}
    if message.tool_calls:
        told["tool_calls"] = [
            msgspec.to_builtins(call) | {"type": "function"} for call in message.tool_calls
        ]
    choice = {"index": 0, "message": told, "finish_reason": finish}
    return msgspec.json.encode({"object": "chat.completion", "choices": [choice], **usage})


def events(message: Message, finish: str = "", tokens: int | None = 7) -> list[bytes]:
    """Write a message as the pieces of a stream."""
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    half = len(message.content) // 2
    deltas += [{"content": part} for part in (message.content[:half], message.content[half:])]
    for index, call in enumerate(message.tool_calls):
        name, args = call.function.name, call.function.arguments
        parts: list[dict[str, Any]] = [
            {"id": call.id, "type": "function", "function": {"name": name, "arguments": args[:5]}},
            {"function": {"arguments": args[5:]}},
        ]
        deltas += [{"tool_calls": [{"index": index} | part]} for part in parts]
    made = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
    finish = finish or ("tool_calls" if message.tool_calls else "stop")
    made.append({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
    if tokens is not None:
        made.append({"choices": [], "usage": used(tokens)})
    lines = [msgspec.json.encode({"object": "chat.completion.chunk"} | one) for one in made]
    return [b"data: " + line + b"\n\n" for line in [*lines, b"[DONE]"]]


def http(
    content: bytes, status: int = 200, head: str = "", kind: str = "application/json"
) -> bytes:
    """Write an HTTP answer."""
    lines = f"HTTP/1.1 {status} Said\r\nContent-Type: {kind}\r\nContent-Length: {len(content)}\r\n"
    return f"{lines}Connection: close\r\n{head}\r\n".encode() + content


def said(message: Message, asked: Request, **how: Any) -> bytes:
    """Answer as it was asked for: streamed, or whole."""
    if asked.get("stream"):
        return http(b"".join(events(message, **how)), kind="text/event-stream")
    return http(body(message, **how))


class ModelServer(ThreadingHTTPServer):
    """Answers every request with what `respond` makes of it, and keeps what it was asked."""

    daemon_threads = True

    def __init__(self, respond: Respond) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.respond = respond
        self.asked: list[Request] = []
        self.keys: list[str | None] = []
        self.heads: list[dict[str, str]] = []
        """The headers of every request, their names in small letters."""
        self.over = Event()
        self._lock = Lock()

    def server_bind(self) -> None:
        """Bind without asking a name server for our own name."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = "127.0.0.1", self.server_address[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"

    def take(self, asked: Request, head: dict[str, str]) -> bytes | None:
        with self._lock:
            number = len(self.asked)
            self.asked.append(asked)
            self.heads.append(head)
            self.keys.append(head.get("authorization"))
        return self.respond(number, asked)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: a client that went away is what is being tried."""


class _Handler(BaseHTTPRequestHandler):
    server: ModelServer

    def do_POST(self) -> None:
        asked = msgspec.json.decode(self.rfile.read(int(self.headers["Content-Length"])))
        head = {name.lower(): value for name, value in self.headers.items()}
        answer = self.server.take(asked, head)
        if answer is None:
            self.server.over.wait(STUCK)
        else:
            self.wfile.write(answer)
        self.close_connection = True

    def log_message(self, *_args: Any) -> None:
        pass


@contextmanager
def serving(respond: Respond | str, desk: str = "refund") -> Iterator[ModelServer]:
    """Serve answers, or the agent of this name, until the block ends."""
    if isinstance(respond, str):
        model = playing(respond, desk)
        respond = lambda _number, asked: said(model(asked), asked)  # noqa: E731
    server = ModelServer(respond)
    thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.over.set()
        server.shutdown()
        server.server_close()
        thread.join(STUCK)
