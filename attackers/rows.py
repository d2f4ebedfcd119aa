"""A row of somebody's data set, and what an attack proposes for it.

An attack is a function from a `Scene` (one row among its fellows, and what was mined from the
target's source) to proposals. It knows no scorer: whether a proposal is paid is the audit's to
find out. What it does know is why the proposal is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import msgspec

from attackers.agent import Needs


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One row: what is asked, what is right, and a completion that does the work."""

    index: int
    """Its place in the data set, from 0."""
    prompt: str = ""
    """What is asked."""
    gold: Any = None
    """The right answer as the data set has it; None if it has none."""
    reference: Any = None
    """A right completion (text), trajectory (messages) or state; None if the row has none."""
    info: dict[str, Any] = {}
    """Whatever else the row tells the scorer."""
    columns: dict[str, Any] = {}
    """The row as the data set has it, column by column."""
    initial: Any = None
    """For states: the world before the agent acts; None if the row does not say."""
    offers: frozenset[str] = frozenset()
    """Names of the lists in `info`, or of its objects of names with a number each, from which a run
    may choose."""

    @property
    def asks(self) -> dict[str, Any]:
        """What of `info` may ask for something: all but what only offers."""
        kept: dict[str, Any] = _without(self.info, self.offers) if self.offers else self.info
        return kept


def _without(value: Any, names: frozenset[str]) -> Any:
    if isinstance(value, dict):
        return {key: _without(inner, names) for key, inner in value.items() if key not in names}
    return [_without(inner, names) for inner in value] if isinstance(value, list) else value


FULL_PAY = 0.999
"""The bar of what is wrong only if it is paid in full: part of the work may be worth a part."""


class Proof(StrEnum):
    """How sure it is that a proposal is wrong."""

    WRONG = "wrong"
    """By construction: no sound reward could accept it."""
    CONSTANT = "constant"
    """Wrong if it is paid on rows with different right answers; on one row it may be luck."""
    POLICY = "policy"
    """Wrong if one way of answering from the prompt alone is paid on every row."""
    MOSTLY = "mostly"
    """Wrong if it is paid on half of the rows or more; a few rows may share a right answer."""
    PARTLY = "partly"
    """Wrong if another form of it costs reward on the row: what tells them apart is then read."""
    EITHER = "either"
    """Wrong if every form of it is paid on the row: else a reward may read but one end of it."""
    EXCESS = "excess"
    """Wrong if it earns clearly more than the reference; a state as good may look like it."""
    DOUBT = "doubt"
    """Few sound rewards would pay it, but one may mean to: worth more than a look, no proof."""
    LEAD = "lead"
    """Worth a look, proves nothing."""


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """One answer that an attack would try on one row."""

    rule: str
    """The rule that is broken if it is paid."""
    attack: str
    """Its name, without numbers or wording: proposals of one attack make one finding."""
    answer: Any
    """Completion text, messages or state, as the target's shape has it."""
    wrong: str
    """Why no sound reward would pay it, in one sentence."""
    needs: Needs = Needs.NOTHING
    """What whoever proposes it must know."""
    proof: Proof = Proof.WRONG
    """How sure it is that it is wrong."""
    base: Any = None
    """What it is built on: where that earns as much by itself, the rest has bought nothing."""
    base_paid: bool = False
    """Whether the base must have earned something itself."""
    bar: float = 0.5
    """The share of the reference's reward from which on it counts as paid."""
    owed: bool = True
    """Of a right answer put another way: whether every sound reward of its kind must pay it."""


@dataclass(frozen=True, slots=True)
class Mined:
    """What the target's own code gives away."""

    literals: tuple[str, ...] = ()
    """Text constants in the target and in the functions it calls."""
    patterns: tuple[str, ...] = ()
    """Regular expressions among them."""


class Declared(msgspec.Struct, frozen=True, kw_only=True):
    """What a data set's owner says of the world, and no row tells."""

    effects: tuple[str, ...] = ()
    """Names of tools that change the world."""
    reads: tuple[str, ...] = ()
    """Names of tools that only look."""
    agent_writable: tuple[str, ...] = ()
    """Parts of the end state that the agent can write itself, as dotted paths (`final.files`)."""
    gold_at: tuple[str, ...] = ()
    """Where the right answer lies within the agent's reach, e.g. `/verifier/oracle.patch`."""


NOTHING_DECLARED = Declared()


@dataclass(frozen=True, slots=True)
class Scene:
    """What an attack is given: a row, its fellows (itself included), and what was mined."""

    row: Row
    rows: tuple[Row, ...]
    mined: Mined = Mined()
    declared: Declared = NOTHING_DECLARED

    @property
    def others(self) -> Iterator[Row]:
        """The other rows, the next one first."""
        at = self.rows.index(self.row)
        yield from self.rows[at + 1 :]
        yield from self.rows[:at]


Attack = Callable[[Scene], Iterator[Proposal]]


@dataclass(frozen=True, slots=True)
class RewardAttack:
    """An attack on rewards as a plugin adds it (entry-point group `clawback.attackers`)."""

    trick: str
    """What it does, in one line."""
    shapes: tuple[str, ...]
    """What the rewards read that it is for: text, batched-text, trajectory, state."""
    attack: Attack
