"""One more way to call a reward, as a plugin adds it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from audits.targets.known import Known, Signature


@dataclass(frozen=True)
class Adapter:
    """A convention that is told from a target's signature.

    For rewards that are called `judge(question, reply, key)`:

        def recognise(target):
            if {"reply", "key"} <= set(target.names):
                yield Known("", Shape.TEXT, {"reply": "completion", "key": "gold"})

        judged = Adapter("judge's kit", "judge(question, reply, key)", recognise)
    """

    used_by: str
    called: str
    """How such a target is called, for people."""
    recognise: Callable[[Signature], Iterator[Known]]
    """Yields the roles that fit; the convention's name is the entry point's."""
