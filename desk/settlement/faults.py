"""What may go wrong with a delivery, and the dice that decide it: one throw for all arms.

Six families under one intensity. What is drawn about a delivery depends on the task's schedule
seed, the evaluation seed, the system and the event, and on nothing else: every draw is made
whether or not its family is on, so that arms share their luck, twins share everything about the
events that they share, and a family that is off is as if it had never existed.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from hashlib import blake2b
from struct import unpack
from typing import NamedTuple

INTENSITY = 0.30
"""The chance of each family on each delivery that can go wrong (stale: on each system)."""

_BELOW = int(INTENSITY * 2**32)


class Family(StrEnum):
    """One way in which the systems' word differs from what happened."""

    DELAY = "delay"
    DUPLICATION = "duplication"
    LOSS = "loss"
    REORDERING = "reordering"
    PARTIAL = "partial"
    STALE = "stale"


class System(StrEnum):
    """The four systems that are told what happened."""

    PROCESSOR = "processor"
    LEDGER = "ledger"
    ERP = "erp"
    BANK = "bank"


Arm = frozenset[Family]
"""The families that are on."""

FULL: Arm = frozenset(Family)
NONE: Arm = frozenset()

_ALIASES = {"dup": "duplication", "duplicate": "duplication", "reorder": "reordering"}


def arm(name: str) -> Arm:
    """Read an arm: `full`, `none`, `only:FAMILY[+FAMILY]`, `without:FAMILY[+FAMILY]`.

    Raises `ValueError` that names what is not known.
    """
    if name in ("full", "none"):
        return FULL if name == "full" else NONE
    how, colon, rest = name.partition(":")
    if how not in ("only", "without") or not colon:
        raise ValueError(
            f"expected full, none, only:FAMILY[+FAMILY] or without:FAMILY[+FAMILY]; got {name!r}"
        )
    named = frozenset(map(_family, rest.split("+")))
    return named if how == "only" else FULL - named


def _family(word: str) -> Family:
    word = word.strip().lower()
    try:
        return Family(_ALIASES.get(word, word))
    except ValueError:
        raise ValueError(f"expected a family of {', '.join(Family)}; got {word!r}") from None


def arm_name(families: Iterable[Family]) -> str:
    """Write an arm as `arm` reads it, the same for the same families."""
    on = [family for family in Family if family in set(families)]
    if not on:
        return "none"
    off = [family for family in Family if family not in on]
    if not off:
        return "full"
    return f"only:{'+'.join(on)}" if len(on) <= len(off) else f"without:{'+'.join(off)}"


class Draw(NamedTuple):
    """All that is drawn about one delivery; what is not hit is False or 0."""

    lost: bool
    delay: int
    """Ticks."""
    copy_after: int
    """Ticks between the delivery and its copy, 0 if there is none."""
    half: bool
    swap: bool


def draw(schedule_seed: int, seed: int, system: System, seq: int) -> Draw:
    """Throw the dice of one delivery."""
    words = _words(schedule_seed, seed, system, seq)
    return Draw(
        lost=words[0] < _BELOW,
        delay=10 + words[2] % 201 if words[1] < _BELOW else 0,
        copy_after=1 + words[4] % 30 if words[3] < _BELOW else 0,
        half=words[5] < _BELOW,
        swap=words[6] < _BELOW,
    )


def forced_copy_after(schedule_seed: int, seed: int, system: System, seq: int) -> int:
    """Ticks after which a copy comes that the task itself asks for."""
    return 1 + _words(schedule_seed, seed, system, seq)[4] % 30


def lag(schedule_seed: int, seed: int, system: System) -> int:
    """How many ticks behind a system's replica is in this episode, 0 if it is up to date."""
    words = _words(schedule_seed, seed, system, 0)
    return 10 + words[1] % 51 if words[0] < _BELOW else 0


def luck(schedule_seed: int, seed: int) -> int:
    """What an agent that throws dice seeds them with."""
    digest = blake2b(b"luck:%d:%d" % (schedule_seed, seed), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def _words(schedule_seed: int, seed: int, system: str, seq: int) -> tuple[int, ...]:
    name = f"{schedule_seed}:{seed}:{system}:{seq}".encode()
    return unpack(">8I", blake2b(name, digest_size=32).digest())
