"""Broken twins of the settlement desk that its laws must catch."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from audits.laws.law import Twist
from desk.settlement import SHIP_BY, Capture, RecordedDesk, System


class Forgetful(RecordedDesk):
    """Does not write down that the authority was asked."""

    __slots__ = ()

    def probe_processor(self, ref: str) -> str:
        """Ask the authority."""
        answer = super().probe_processor(ref)
        self.ledger.entries.pop()
        return answer


class Ajar(RecordedDesk):
    """Takes calls after the end."""

    __slots__ = ()

    def _begin(self) -> None:
        self._act = ""
        super()._begin()


class Hasty(RecordedDesk):
    """Lets its answers take no time."""

    __slots__ = ()

    def _told(self, tool: str, of: str | int, answer: Any) -> Any:
        if tool.startswith(("read", "probe")):
            self.now -= 1
        return super()._told(tool, of, answer)


class Keyless(RecordedDesk):
    """Charges again, whatever the key."""

    __slots__ = ()

    def _again(self, key: str) -> Capture | None:
        return super()._again(f"{key}-{len(self._captures)}")


class Clairvoyant(RecordedDesk):
    """Answers as if it were the last tick to ship."""

    __slots__ = ()

    def probe_processor(self, ref: str) -> str:
        """Ask the authority."""
        now, self.now = self.now, max(self.now, SHIP_BY)
        captures, first = self._captures, self._captures[0]
        known = first._replace(resolves_at=min(first.resolves_at, now))
        self.now, self._captures = now, [known, *captures[1:]]
        answer = super().probe_processor(ref)
        self._captures = captures
        return answer


class Leaking(RecordedDesk):
    """Shows what its systems will be told at last."""

    __slots__ = ()

    def _look(self, system: System) -> Any:
        super()._look(system)
        return self._schedule.stream(system).shown[-1]


def on(desk: type[RecordedDesk]) -> Twist:
    """Make a canary of a broken desk."""
    return lambda subject: replace(subject, desk=desk)
