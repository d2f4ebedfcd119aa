"""What an agent left behind when its episode closed: read so that nothing it put there comes along.

An agent in our process can put anything in the place of log, books or transcript. What cannot be
written down and read again is no record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import msgspec

from desk.rollout import Message

T = TypeVar("T")

_pack = msgspec.msgpack.Encoder().encode
_unpack_messages = msgspec.msgpack.Decoder(tuple[Message, ...]).decode


def left(read: Callable[[], T]) -> T | None:
    """Read what an agent left behind; None where that cannot be read, whatever it raises."""
    try:
        return read()
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - what an agent leaves may raise anything when read
        return None


def transcript(messages: Iterable[Message], words: object) -> tuple[Message, ...]:
    """Read what was said, through MessagePack: that is quick with text that is full of JSON.

    In the last words a mark stands for what cannot be written down.
    """
    said = words.encode("utf-8", "replace").decode() if isinstance(words, str) else ""
    last = (Message("assistant", said),) if said else ()
    return (*_unpack_messages(_pack(list(messages))), *last)
