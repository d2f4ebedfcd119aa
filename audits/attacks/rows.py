"""What the attack suite reports; encodes to the documented JSON as it stands."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from audits.provenance import catalogue
from audits.verdict import Verdict
from clawback import __version__

SCHEMA_VERSION = 1


class AgentVerdict(StrEnum):
    """What is said of one agent."""

    FULL_MARKS = "full marks"
    NOT_FULL = "not at full marks"
    BASELINE = "baseline"
    PAID = "paid"
    NOT_PAID = "not paid"
    COULD_NOT_RUN = "could not run"
    """Not paid, and what did not run to its end might have been."""
    NOT_JUDGED = "not judged"
    """The reference is short of full marks, so there is nothing to hold it against."""


class RolloutRow(msgspec.Struct, frozen=True):
    """One rollout in the report. `reward` None: not scored. `failure`: the agent's own, if any."""

    case: str
    family: str
    expectation: str
    reward: float | None
    terms: dict[str, float]
    dead: bool
    why: str | None = None
    failure: str | None = None


class AgentRow(msgspec.Struct, frozen=True):
    """One agent in the report. `reward` and `terms` are means over the scored rollouts."""

    name: str
    role: str
    needs: str
    trick: str
    reward: float | None
    terms: dict[str, float]
    metrics: dict[str, int]
    """Sums over the rollouts: cents, or counts."""
    verdict: AgentVerdict
    planned: int
    scored: int
    dead: int
    failed: int
    rollouts: list[RolloutRow]


class Tool(msgspec.Struct, frozen=True):
    """Which tool made a report."""

    name: str = "clawback"
    version: str = __version__
    catalogue: str = msgspec.field(default_factory=catalogue)
    """A digest of what is tried: attacks, faults, laws, rules and the audits that use them."""


class TermRow(msgspec.Struct, frozen=True):
    """One term of the scorer under audit."""

    name: str
    code: str
    weight: float
    question: str


class CasesRow(msgspec.Struct, frozen=True):
    """Which cases were played."""

    name: str
    count: int
    digest: str


class AttackReport(msgspec.Struct, frozen=True):
    """All there is to say; encodes to the documented JSON as it stands."""

    schema_version: int
    tool: Tool
    target: str
    target_digest: str
    seed: int
    """Nothing is drawn when agents play: always 0."""
    scorer: str
    terms: list[TermRow]
    reverts: list[str]
    cases: CasesRow
    margin: float
    agents: list[AgentRow]
    verdict: Verdict
    why: str
