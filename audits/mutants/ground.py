"""What mutants of one target are tried on: modules, a subject, guards, and how inputs are told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic

from audits.mutants.guard import Guard, S


@dataclass(frozen=True, kw_only=True)
class Site:
    """What is mutated, and how its inputs are told."""

    name: str
    """The target, as the list of accepted survivors names it."""
    modules: tuple[str, ...]
    """The modules that are mutated."""
    tell: Callable[[int], Told]
    """Tells of an input by its place."""
    missed: tuple[str, ...] = ()
    """Guards that could not be set up, and why."""


@dataclass(frozen=True, kw_only=True)
class Ground(Site, Generic[S]):
    """A site in this process: all that the engine needs to know of a target."""

    make: Callable[[], S]
    """Builds the subject, anew for each mutant."""
    guards: tuple[Guard[S], ...]


@dataclass(frozen=True, slots=True)
class Told:
    """One input, as a finding shows it."""

    counterexample: dict[str, Any]
    case: str | None = None
    reference_earned: float | None = None
