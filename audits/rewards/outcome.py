"""What one call of somebody's reward came to. None, NaN, masked and raised stay apart from 0."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Protocol

import msgspec

from attackers.rows import Mined, Row


class Kind(StrEnum):
    """How a call ended."""

    VALUE = "value"
    """A finite number came back."""
    NONE = "none"
    """Not scored: None, or masked."""
    NOT_FINITE = "not_finite"
    """NaN or an infinity."""
    RAISED = "raised"
    """The reward raised."""
    INVALID = "invalid"
    """Something came back that is no reward, or too few of them."""
    LOST = "lost"
    """No answer: it hung, crashed, left the process or ran out of memory."""
    CHANGED = "changed"
    """It changed its arguments (`detail` names them); told only where a call is watched."""
    AT = "at"
    """It came back from the line that `detail` names, if any; told only where a call is traced."""


class Outcome(msgspec.Struct, frozen=True):
    """What one sample was given. `value` is None unless `kind` is VALUE."""

    kind: Kind
    value: float | None = None
    detail: str = ""

    @property
    def told(self) -> str:
        """The outcome in a word: its value, or how the call ended."""
        return f"{self.value:g}" if self.value is not None else str(self.kind)


class Sample(msgspec.Struct, frozen=True):
    """One row with an answer in place of its reference."""

    row: Row
    answer: Any


class Shape(StrEnum):
    """What a reward reads."""

    TEXT = "text"
    BATCHED_TEXT = "batched-text"
    TRAJECTORY = "trajectory"
    STATE = "state"


class Reward(Protocol):
    """A reward under audit, wherever it runs.

    `score` takes calls; a call is the samples that are handed over together (one, unless the shape
    is batched), and answers with one outcome for each sample of each call, in order.
    """

    @property
    def name(self) -> str:
        """The target, as reports name it."""
        ...

    @property
    def shape(self) -> Shape:
        """What it reads."""
        ...

    @property
    def called(self) -> str:
        """How it is called, for people; empty where there is nothing to say."""
        ...

    @property
    def mined(self) -> Mined:
        """What its own code gives away."""
        ...

    @property
    def takes_gold(self) -> bool:
        """Whether it has a parameter of its own for the right answer."""
        ...

    def score(self, calls: Sequence[Sequence[Sample]]) -> list[list[Outcome]]:
        """Make the calls."""
        ...

    def changes(self, calls: Sequence[Sequence[Sample]]) -> list[str]:
        """Make the calls; say of each which of its arguments the target changed, or nothing."""
        ...
