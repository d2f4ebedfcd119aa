"""Our desks as OpenEnv environments: `uvicorn --factory audits.exports.openenv_desks:refund`.

A step is one tool call; a step without a tool ends the episode, and its observation has the reward.
The case is chosen by number or by seed, and neither observation nor state says which it is.
"""

from __future__ import annotations

import os
from typing import Any, ClassVar
from uuid import uuid4

from attackers.loop import Opened
from audits.exports.export import CASES, REFUND, SCORER, SETTLEMENT, Export, told
from audits.extras import absent
from desk import Failure, Kind, died

try:
    from openenv.core.env_server.http_server import create_fastapi_app
    from openenv.core.env_server.interfaces import Environment
    from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
    from pydantic import Field
except ImportError as error:
    raise absent("openenv", error) from error


class DeskAction(Action):
    """One tool call, or, without a tool, the last words."""

    tool: str = ""
    arguments: dict[str, Any] = Field(default_factory=dict)
    message: str = ""
    """What was said at the end; earns nothing."""


class DeskObservation(Observation):
    """What a model is shown; `reward` stays None until the episode is done."""

    messages: list[dict[str, str]] = Field(default_factory=list)
    """At the reset: the prompt, and the case as it is asked."""
    tools: list[dict[str, Any]] = Field(default_factory=list)
    """At the reset: the tools, as chat completions describe them."""
    answer: dict[str, Any] = Field(default_factory=dict)
    """After a call: what the tool answered."""


class DeskEnvironment(Environment):
    """One case of a desk at a time; each reset opens another.

    `scorer`, `cases` and `hints` are those of the command line; left out, they are read from
    CLAWBACK_SCORER, CLAWBACK_CASES and CLAWBACK_HINTS. Raises `CannotAuditError` for a name that
    there is not.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True
    desk: ClassVar[Export]

    def __init__(
        self,
        scorer: str | None = None,
        cases: str | None = None,
        hints: bool | None = None,
        max_turns: int | None = None,
    ) -> None:
        super().__init__()
        told_hints = os.environ.get("CLAWBACK_HINTS", "") in ("1", "true")
        self._this = self.desk.chosen(
            scorer or os.environ.get("CLAWBACK_SCORER") or SCORER,
            cases or os.environ.get("CLAWBACK_CASES") or CASES,
            told_hints if hints is None else hints,
        )
        self._max_turns = max_turns or self.desk.interface.max_turns
        self._opened: Opened | None = None
        self._state = State(episode_id=None, step_count=0)

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        index: int | None = None,
        **_more: Any,
    ) -> DeskObservation:
        """Open a case afresh: the one at `index`, or the one that `seed` falls on, or the first."""
        cases = self._this.cases
        case = cases[(index if index is not None else seed or 0) % len(cases)]
        self._opened = self.desk.interface.open(case)
        self._state = State(episode_id=episode_id or uuid4().hex, step_count=0)
        return DeskObservation(
            messages=self._this.messages(case), tools=list(self.desk.interface.tools)
        )

    def step(
        self, action: DeskAction, timeout_s: float | None = None, **_more: Any
    ) -> DeskObservation:
        """Make a call, or end the episode."""
        if self._opened is None:
            raise RuntimeError("step: expected a reset before it")
        self._state.step_count += 1
        if not action.tool:
            return self._ended(self._opened, action.message)
        answer = self._opened.call(action.tool, action.arguments)
        if self._state.step_count >= self._max_turns:
            why = died(Kind.TURN_LIMIT, f"no end after {self._max_turns} steps")
            return self._ended(self._opened, "", why, answer)
        return DeskObservation(answer=answer)

    def _ended(
        self,
        opened: Opened,
        words: str,
        failure: Failure | None = None,
        answer: dict[str, Any] | None = None,
    ) -> DeskObservation:
        self._opened = None
        made = opened.close(words, failure)
        scored = self._this.score(made)
        parts = told(made, scored) | self._this.harm(made)
        return DeskObservation(done=True, reward=scored.value, answer=answer or {}, metadata=parts)

    @property
    def state(self) -> State:
        """How many steps were made; nothing of the case."""
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        """Say what this is."""
        return EnvironmentMetadata(
            name=f"clawback_{self.desk.name}", description=self.desk.description
        )

    def list_splits(self) -> list[str]:
        """Name the one split: the cases that the environment was made with."""
        return [self._this.target.cases.name]

    def num_tasks(self, split: str) -> int:
        """Count them."""
        return len(self._this.cases)

    def get_task(self, split: str, index: int) -> dict[str, int]:
        """Return what a reset needs; raises `IndexError` for a number that there is not."""
        if not 0 <= index < self.num_tasks(split):
            raise IndexError(f"index: expected 0 to {self.num_tasks(split) - 1}, got {index}")
        return {"index": index}

    def list_tasks(self, split: str) -> list[dict[str, int]]:
        """Return all of them."""
        return self.get_task_range(split)

    def get_task_range(
        self, split: str, start: int | None = None, stop: int | None = None
    ) -> list[dict[str, int]]:
        """Return some of them, as a slice would."""
        return [{"index": index} for index in range(self.num_tasks(split))[start:stop]]


class RefundEnvironment(DeskEnvironment):
    """The refund desk."""

    desk = REFUND


class SettlementEnvironment(DeskEnvironment):
    """The settlement desk."""

    desk = SETTLEMENT


def refund() -> Any:
    """Build the refund desk's server."""
    return _app(RefundEnvironment)


def settlement() -> Any:
    """Build the settlement desk's server."""
    return _app(SettlementEnvironment)


def _app(made: type[DeskEnvironment]) -> Any:
    name = f"clawback_{made.desk.name}"
    return create_fastapi_app(made, DeskAction, DeskObservation, env_name=name)
