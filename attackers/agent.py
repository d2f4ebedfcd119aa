"""What an agent is to an audit: a name, a role, a trick told in one line, and a function."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from types import ModuleType
from typing import Generic, TypeVar

A = TypeVar("A", bound=Callable[..., object])


class Role(StrEnum):
    """What an agent is there for."""

    REFERENCE = "reference"
    """Does the work; must earn full marks on every case."""
    BASELINE = "baseline"
    """Tries in earnest and fails; a finding only where it fails and is paid like the reference."""
    ATTACKER = "attacker"
    """Tries to be paid without doing the work."""


class Needs(StrEnum):
    """What an attacker must know to do what it does."""

    NOTHING = "blind"
    """Neither task nor gold."""
    PROMPT = "prompt-only"
    """What any agent is shown: the ticket, and what the tools answer."""
    PROCESS = "process"
    """Reach around the tools into the process that runs the world."""
    GOLD = "gold-aware"
    """The expected outcome itself."""


@dataclass(frozen=True, slots=True)
class Agent(Generic[A]):
    """One agent of a world."""

    name: str
    role: Role
    needs: Needs
    trick: str
    """What it does, in one line: the first line of its module's docstring."""
    act: A
    source: str = "published"
    """Where it comes from: `published`, `clawback`, or a user's file."""


def collect(names: Iterable[str], package: str) -> tuple[ModuleType, ...]:
    """Import one module per agent name (`split-claim` -> `package.split_claim`)."""
    return tuple(import_module(f"{package}.{name.replace('-', '_')}") for name in names)
