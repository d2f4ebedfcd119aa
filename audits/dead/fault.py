"""What a fault is: one way for a rollout to die, where it can strike, and how it is made to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from audits.dead.bases import Base
from audits.dead.bench import Bench
from audits.dead.fate import Fate
from desk import BY, By, Kind, Rollout
from scorer import Scorer


class Point(NamedTuple):
    """Where in a run a fault strikes: the `at`-th place of its kind, and that place in words."""

    at: int
    where: str


class NotStruckError(Exception):
    """A fault could not be injected; the message says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One way for a rollout to die. `strike` may raise `NotStruckError` or `OSError`."""

    name: str
    group: str
    what: str
    """What happens, in one sentence without its full stop."""
    fate: Fate
    kind: Kind | None = None
    """The failure that must be on record afterwards."""
    points: Callable[[Base], Iterable[Point]]
    strike: Callable[[Bench, Base, Point], Rollout[Any, Any]]
    real: bool = False
    """Whether it takes a socket or a process of its own, and so is struck on fewer cases."""
    source: str = "clawback"

    @property
    def by(self) -> By | None:
        """Whose doing the death is; None where nobody recorded it."""
        return BY[self.kind] if self.kind else None


class Spoilt(NamedTuple):
    """A scorer with one part that fails, named; `asked` tells whether that part was ever used."""

    part: str
    scorer: Scorer[Any]
    asked: Callable[[], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorerFault:
    """One way for a scorer to fail on a rollout that is alive."""

    name: str
    group: str = "scorer"
    what: str
    spoil: Callable[[Scorer[Any]], Iterator[Spoilt]]
    source: str = "clawback"


def between(base: Base) -> list[Point]:
    """List the places before the first call, between each two, and after the last."""
    last = len(base.calls)
    return [Point(at, _between(at, last)) for at in range(last + 1)]


def _between(at: int, last: int) -> str:
    if at == last:
        return "after the last call" if last else "before any call"
    return f"between calls {at} and {at + 1}" if at else "before the first call"


def inside(base: Base) -> list[Point]:
    """List the places inside each call: it took effect, and its answer did not arrive."""
    return [Point(at, f"inside call {at + 1}") for at in range(len(base.calls))]


def throughout(base: Base) -> list[Point]:
    """List both kinds of places in their order; an odd `at` is inside call `at // 2`."""
    places = [*between(base), *inside(base)]
    ordered = [places[at // 2 + (at % 2) * len(between(base))] for at in range(len(places))]
    return [Point(at, point.where) for at, point in enumerate(ordered)]
