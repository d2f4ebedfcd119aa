"""A model's endpoint that fails: real answers of a real server, read by the real loop."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

import msgspec

from attackers.loop import Complete, Endpoint, Schema, refund_agent
from attackers.loop.trouble import TOO_LONG
from audits.dead.bases import Base, turn
from audits.dead.bench import Bench
from audits.dead.fate import Fate
from audits.dead.fault import Fault, Point, between
from audits.dead.server import PATIENCE, Spoil, reply, response
from desk import Function, Kind, Message, ToolCall
from desk.refund import RefundRollout, play

HASTE = 0.05
"""Seconds that the client waits on the one turn on which no answer will ever come."""


def _strike(spoil: Spoil, bench: Bench, base: Base, point: Point) -> RefundRollout:
    with bench.server.playing(base.script, point.at, spoil) as url:
        sound = Endpoint(url, timeout=PATIENCE)
        return play(refund_agent(_on(point.at, sound, sound)), base.case)


def _in_haste(bench: Bench, base: Base, point: Point) -> RefundRollout:
    with bench.server.playing(base.script, point.at, lambda _right: None) as url:
        agent = _on(point.at, Endpoint(url, timeout=PATIENCE), Endpoint(url, timeout=HASTE))
        return play(refund_agent(agent), base.case)


def _refused(bench: Bench, base: Base, point: Point) -> RefundRollout:
    with bench.server.playing(base.script, -1, lambda _right: b"") as url, _closed_port() as port:
        gone = Endpoint(f"http://127.0.0.1:{port}/v1", timeout=PATIENCE)
        return play(refund_agent(_on(point.at, Endpoint(url, timeout=PATIENCE), gone)), base.case)


def _on(at: int, sound: Complete, struck: Complete) -> Complete:
    def complete(messages: Sequence[Message], tools: Sequence[Schema]) -> Message:
        return (struck if turn(messages) == at else sound)(messages, tools)

    return complete


@contextmanager
def _closed_port() -> Iterator[int]:
    """Hold a port on which nobody listens, so that nobody else comes to listen on it either."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


def _status(status: int, code: str = "refused") -> Spoil:
    body = msgspec.json.encode({"error": {"message": f"status {status}", "code": code}})
    return lambda _right: response(status, body)


def _half(right: Message) -> bytes:
    body = reply(right)
    return response(200, body[: len(body) // 2], len(body))


def _unreadable(_right: Message) -> bytes:
    call = ToolCall("call_x", Function("refund_history", '{"order_id": '))
    return response(200, reply(Message("assistant", tool_calls=(call,))))


def _is_no_json(_right: Message) -> bytes:
    return response(200, b"\x00\xff<html>")


def _is_no_http(_right: Message) -> bytes:
    return b"what?\r\n\r\n"


def _cut_off(right: Message) -> bytes:
    return response(200, reply(right, "length"))


_ANSWERS: tuple[tuple[str, Kind, str, Spoil], ...] = (
    ("http-401", Kind.UNAUTHORIZED, "answers 401 (the key is not known)", _status(401)),
    ("http-402", Kind.PAYMENT_REQUIRED, "answers 402 (the account is empty)", _status(402)),
    ("http-403", Kind.UNAUTHORIZED, "answers 403 (the key may not do this)", _status(403)),
    ("http-429", Kind.RATE_LIMITED, "answers 429 (too many requests)", _status(429)),
    ("http-500", Kind.SERVER_ERROR, "answers 500 (it failed)", _status(500)),
    ("http-503", Kind.SERVER_ERROR, "answers 503 (it is overloaded)", _status(503)),
    ("garbage", Kind.BAD_RESPONSE, "answers 200 with bytes that are no JSON", _is_no_json),
    ("no-http", Kind.BAD_RESPONSE, "answers with bytes that are no HTTP", _is_no_http),
    ("half-body", Kind.BAD_RESPONSE, "goes away in the middle of its answer", _half),
    ("empty-body", Kind.BAD_RESPONSE, "answers 200 and nothing", lambda _r: response(200, b"")),
    ("wrong-shape", Kind.BAD_RESPONSE, "answers JSON of another shape", _status(200)),
    ("dropped", Kind.CONNECTION, "drops the connection", lambda _right: b""),
    ("unreadable-call", Kind.BAD_CALL, "passes on a call that cannot be read", _unreadable),
    ("length-stop", Kind.CUT_OFF, "cuts the answer off at its limit of tokens", _cut_off),
    ("too-long", Kind.CUT_OFF, "refuses a conversation that grew too long", _status(400, TOO_LONG)),
)


def _fault(
    name: str, kind: Kind, what: str, strike: Callable[[Bench, Base, Point], RefundRollout]
) -> Fault:
    return Fault(
        name=name,
        group="endpoint",
        what=f"the model's endpoint {what}",
        fate=Fate.DEAD,
        kind=kind,
        points=between,
        strike=strike,
        real=True,
    )


FAULTS = (
    *(_fault(name, kind, what, partial(_strike, spoil)) for name, kind, what, spoil in _ANSWERS),
    _fault("no-answer", Kind.TIMEOUT, "never answers", _in_haste),
    _fault("refused", Kind.CONNECTION, "refuses the connection", _refused),
)
