"""Messages to and from a guest: whole or not at all, in bounds, in time."""

from __future__ import annotations

from collections.abc import Iterator
from socket import SHUT_WR, socket, socketpair
from threading import Thread
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audits.guests import wire

PAST = -1.0


@pytest.fixture
def ends() -> Iterator[tuple[socket, socket]]:
    ours, theirs = socketpair()
    with ours, theirs:
        yield ours, theirs


@given(st.lists(st.binary(max_size=2_000), max_size=5))
def test_messages_arrive_whole_and_in_order(bodies: list[bytes]):
    ours, theirs = socketpair()
    with ours, theirs:
        for body in bodies:
            wire.send(ours, body)
        assert [wire.receive(theirs) for _ in bodies] == bodies


def test_a_message_longer_than_the_sockets_buffer_arrives_whole(ends: tuple[socket, socket]):
    body = bytes(range(256)) * 20_000
    sender = Thread(target=wire.send, args=(ends[0], body))
    sender.start()
    assert wire.receive(ends[1], monotonic() + 60) == body
    sender.join()


@pytest.mark.parametrize("sent", [b"", b"\0" * 7, (5).to_bytes(8, "big") + b"four"])
def test_an_end_that_closes_within_a_message_is_an_end_of_file(
    sent: bytes, ends: tuple[socket, socket]
):
    ends[0].sendall(sent)
    ends[0].shutdown(SHUT_WR)
    with pytest.raises(EOFError):
        wire.receive(ends[1], monotonic() + 60)


@pytest.mark.parametrize("length", [wire.MOST + 1, 1 << 40, (1 << 64) - 1])
def test_a_message_that_announces_too_much_is_refused_before_it_is_read(
    length: int, ends: tuple[socket, socket]
):
    ends[0].sendall(length.to_bytes(8, "big"))
    with pytest.raises(wire.TooLongError, match=str(length)):
        wire.receive(ends[1], monotonic() + 60)


def test_a_deadline_holds_also_for_one_who_keeps_sending(ends: tuple[socket, socket]):
    ends[0].sendall((9).to_bytes(8, "big") + b"nine byte")
    with pytest.raises(TimeoutError):
        wire.receive(ends[1], PAST)
    assert wire.receive(ends[1], monotonic() + 60) == b"nine byte"


def test_a_reader_who_never_reads_does_not_hold_the_sender(ends: tuple[socket, socket]):
    with pytest.raises(TimeoutError):
        wire.send(ends[0], bytes(8 << 20), monotonic() + 0.05)
