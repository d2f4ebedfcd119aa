"""Pairs of cases that look alike to an agent and want different ends, made of a set: any desk's."""

from __future__ import annotations

from itertools import chain
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from desk.digest import digest_of


class Paired(Protocol):
    """Two cases of a desk that are alike in all that an agent sees before it looks."""

    @property
    def id(self) -> str:
        """Name the pair."""
        ...

    @property
    def contrast(self) -> str:
        """Say what differs between the members."""
        ...

    @property
    def members(self) -> tuple[Any, Any]:
        """Both cases."""
        ...


P = TypeVar("P", bound=Paired)


class LeftOut(msgspec.Struct, frozen=True):
    """A case that no pair can be made of, and why."""

    case: str
    why: str


class Twins(msgspec.Struct, Generic[P], frozen=True):
    """The pairs made of a case set, and what none could be made of."""

    name: str
    pairs: tuple[P, ...]
    left_out: tuple[LeftOut, ...] = ()

    @property
    def members(self) -> tuple[Any, ...]:
        """Both members of every pair, one pair after the other."""
        return tuple(chain.from_iterable(pair.members for pair in self.pairs))

    @property
    def digest(self) -> str:
        """SHA-256 of the members, as hex."""
        return digest_of(self.members)
