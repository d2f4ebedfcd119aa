"""What is under audit on a desk of ours: a scorer, the cases, and the agents that face it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import msgspec

from attackers import Agent, Role
from attackers.refund import agents as refund_agents
from audits.errors import CannotAuditError, unknown
from audits.provenance import Place, Source, digest_of, place_of
from desk import Rollout, refund, settlement
from scorer import REVERTS, Scorer, hardened, published

SCORERS = ("hardened", "published")
CASE_SETS: dict[str, Callable[[], refund.CaseSet]] = {
    "eval": refund.eval_cases,
    "eval18": refund.eval18_cases,
    "train": refund.train_cases,
}


class Cases(Protocol):
    """Cases of a desk under a name, with a digest of them."""

    @property
    def name(self) -> str:
        """Their name."""
        ...

    @property
    def cases(self) -> tuple[Any, ...]:
        """The cases: each has an `id`, a `family` and an `expect.kind`."""
        ...

    @property
    def digest(self) -> str:
        """SHA-256 of them, in hex."""
        ...


@dataclass(frozen=True, slots=True)
class Target:
    """A scorer of ours with the cases and agents of its desk."""

    scorer: Scorer[Any]
    reverts: tuple[str, ...]
    cases: Cases
    agents: dict[str, Agent[Any]]
    desk: str = "refund"
    play: Callable[[Any, Any], Rollout[Any, Any]] = refund.play
    """Lets an agent work a case of the desk."""
    wrongs: Callable[[Any], tuple[Any, ...]] = refund.wrongs
    """Names all that is wrong with a rollout by the desk's own yardstick, no scorer's."""

    @property
    def name(self) -> str:
        """The target as reports name it, e.g. `refund:published-no-dead-guard`."""
        return "-".join((f"{self.desk}:{self.scorer.name}", *self.reverts))

    @property
    def source(self) -> Source:
        """Where the terms' code stands, and the digest of it and of how they are put together."""
        scorer = self.scorer
        functions = [scorer.guard, scorer.read, *(term.judge for term in scorer.terms)]
        codes = [code for one in functions if (code := getattr(one, "__code__", None))]
        weights = (f"{term.name} {term.weight}" for term in scorer.terms)
        digest = digest_of((Path(code.co_filename) for code in codes), self.name, *weights)
        places = {term.name: place for term in scorer.terms if (place := _place(term.judge))}
        return Source(digest, next(iter(places.values()), None), places)

    @property
    def reference(self) -> Agent[Any]:
        """The agent that does the work."""
        return next(agent for agent in self.agents.values() if agent.role is Role.REFERENCE)


def refund_target(
    scorer: str = "hardened",
    reverts: Iterable[str] = (),
    without: Iterable[str] = (),
    cases: str = "eval",
) -> Target:
    """Build a target on the refund desk from the names that a command line gives."""
    reverts = tuple(reverts)
    built = _scorer(scorer, reverts)
    for name in without:
        built = without_term(built, name)
    return Target(built, reverts, case_set(cases), all_agents())


def all_agents() -> dict[str, Agent[refund.Agent]]:
    """Return the refund desk's agents, and after them what plugins add."""
    from audits import plugins  # noqa: PLC0415 - plugins know what a target is

    ours = refund_agents()
    return ours | plugins.agents()


def _place(judge: Callable[..., Any]) -> Place | None:
    code = getattr(judge, "__code__", None)
    return place_of(code.co_filename, code.co_firstlineno) if code else None


def _scorer(name: str, reverts: tuple[str, ...]) -> Scorer[Any]:
    if name not in SCORERS:
        raise unknown("--scorer", name, SCORERS)
    for revert in reverts:
        if revert not in REVERTS:
            raise unknown("--revert", revert, REVERTS)
    if name == "published":
        return published(reverts)
    if reverts:
        raise CannotAuditError(
            f"--revert: the scorer 'hardened' has no fix to turn back; got {reverts[0]!r}. "
            "Use --scorer published."
        )
    return hardened()


def without_term(scorer: Scorer[Any], name: str) -> Scorer[Any]:
    """Leave a term out. Raises `CannotAuditError` for one there is not, and for the last."""
    try:
        left = scorer.without(name)
    except KeyError:
        raise unknown("--without", name, (term.name for term in scorer.terms)) from None
    if not left.terms:
        raise CannotAuditError(f"--without {name}: no term is left; leave at least one in")
    return left


def case_set(name: str) -> refund.CaseSet:
    """Find the cases that a command line names. Raises `CannotAuditError` where there are none."""
    if name in CASE_SETS:
        return CASE_SETS[name]()
    path = Path(name)
    try:
        if not path.suffix and not path.exists():
            raise unknown("--cases", name, (*CASE_SETS, "a JSON lines file"))
        found = refund.read_cases(path)
    except refund.CaseError as error:
        raise CannotAuditError(str(error)) from None
    except OSError as error:
        raise CannotAuditError(f"--cases {name}: cannot look there: {error.strerror}") from None
    # A file's name need not be UTF-8, and a report has to be.
    shown = found.name.encode(errors="backslashreplace").decode()
    return msgspec.structs.replace(found, name=shown)


def settlement_case_set(name: str) -> settlement.SettlementCases:
    """Find the settlement desk's cases by a name. Raises `CannotAuditError` for another one."""
    if name not in settlement.CASE_SETS:
        raise unknown("--cases", name, settlement.CASE_SETS)
    return settlement.settlement_cases(name)
