"""The refund desk as an OpenEnv environment: `uvicorn --factory audits.exports.openenv_refund:app`.

A step is one tool call; a step without a tool ends the episode, and its observation has the reward.
The case is chosen by number or by seed, and neither observation nor state says which it is.
"""

from __future__ import annotations

import os
from typing import Any
from uuid import uuid4

from attackers.loop import MAX_TURNS, REFUND_TOOLS, called
from audits.exports.refund import DESCRIPTION, RefundExport, harm, ticket_text, told
from audits.extras import absent
from desk import Failure, Kind, died
from desk.refund import Case, Episode, Tools

try:
    from openenv.core.env_server.http_server import create_fastapi_app
    from openenv.core.env_server.interfaces import Environment
    from openenv.core.env_server.types import Action, EnvironmentMetadata, Observation, State
    from pydantic import Field
except ImportError as error:
    raise absent("openenv", error) from error


class RefundAction(Action):
    """One tool call, or, without a tool, the last words."""

    tool: str = ""
    arguments: dict[str, Any] = Field(default_factory=dict)
    message: str = ""
    """What was said to the customer; earns nothing."""


class RefundObservation(Observation):
    """What a model is shown; `reward` stays None until the episode is done."""

    messages: list[dict[str, str]] = Field(default_factory=list)
    """At the reset: prompt and ticket."""
    tools: list[dict[str, Any]] = Field(default_factory=list)
    """At the reset: the tools, as chat completions describe them."""
    answer: dict[str, Any] = Field(default_factory=dict)
    """After a call: what the tool answered."""


class RefundEnvironment(Environment):
    """One refund desk at a time; each reset opens another.

    `scorer`, `cases` and `hints` are those of the command line; left out, they are read from
    CLAWBACK_SCORER, CLAWBACK_CASES and CLAWBACK_HINTS. Raises `CannotAuditError` for a name that
    there is not.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(
        self,
        scorer: str | None = None,
        cases: str | None = None,
        hints: bool | None = None,
        max_turns: int = MAX_TURNS,
    ) -> None:
        super().__init__()
        told_hints = os.environ.get("CLAWBACK_HINTS", "") in ("1", "true")
        self._this = RefundExport.named(
            scorer or os.environ.get("CLAWBACK_SCORER") or "hardened",
            cases or os.environ.get("CLAWBACK_CASES") or "eval",
            told_hints if hints is None else hints,
        )
        self._max_turns = max_turns
        self._episode: Episode | None = None
        self._state = State(episode_id=None, step_count=0)

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        index: int | None = None,
        **_more: Any,
    ) -> RefundObservation:
        """Open a fresh desk: the case `index`, or the one that `seed` falls on, or the first."""
        case = self._chosen(index if index is not None else seed or 0)
        self._episode = Episode(case)
        self._state = State(episode_id=episode_id or uuid4().hex, step_count=0)
        asked = [("system", self._this.system), ("user", ticket_text(case))]
        return RefundObservation(
            messages=[{"role": role, "content": text} for role, text in asked],
            tools=list(REFUND_TOOLS),
        )

    def _chosen(self, number: int) -> Case:
        cases = self._this.cases.cases
        return cases[number % len(cases)]

    def step(
        self, action: RefundAction, timeout_s: float | None = None, **_more: Any
    ) -> RefundObservation:
        """Make a call, or end the episode."""
        if self._episode is None:
            raise RuntimeError("step: expected a reset before it")
        self._state.step_count += 1
        if not action.tool:
            return self._ended(action.message)
        answer = called(self._tools, action.tool, action.arguments)
        if self._state.step_count >= self._max_turns:
            why = died(Kind.TURN_LIMIT, f"no end after {self._max_turns} steps")
            return self._ended("", why, answer)
        return RefundObservation(answer=answer)

    @property
    def _tools(self) -> Tools:
        assert self._episode is not None
        return self._episode.tools

    def _ended(
        self, words: str, failure: Failure | None = None, answer: dict[str, Any] | None = None
    ) -> RefundObservation:
        assert self._episode is not None
        made = self._episode.close(words, failure)
        self._episode = None
        scored = self._this.score(made)
        parts = told(made, scored) | harm(made)
        return RefundObservation(
            done=True, reward=scored.value, answer=answer or {}, metadata=parts
        )

    @property
    def state(self) -> State:
        """How many steps were made; nothing of the case."""
        return self._state

    def get_metadata(self) -> EnvironmentMetadata:
        """Say what this is."""
        return EnvironmentMetadata(name="clawback_refund", description=DESCRIPTION)

    def list_splits(self) -> list[str]:
        """Name the one split: the cases that the environment was made with."""
        return [self._this.cases.name]

    def num_tasks(self, split: str) -> int:
        """Count them."""
        return len(self._this.cases.cases)

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


def app() -> Any:
    """Build the server."""
    return create_fastapi_app(
        RefundEnvironment, RefundAction, RefundObservation, env_name="clawback_refund"
    )
