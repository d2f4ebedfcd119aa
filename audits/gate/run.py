"""Making the audits that a project's settings declare: a result each, and none ends the others."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import msgspec

from attackers.rows import Declared
from audits.attacks import attack, seats, select, summarise
from audits.attacks.result import attack_result
from audits.compare import NewSinceError, Revision, compare_words, compared
from audits.errors import CannotAuditError, unknown
from audits.gate.bars import hold_against
from audits.references import beside
from audits.result import Result, result_of
from audits.rewards.outcome import Shape
from audits.rewards.plan import Effort, RewardPlan
from audits.rewards.session import Ask
from audits.rewards.whole import audit_whole
from audits.rewards.words import ask_words, plan_words
from audits.rules import Severity
from audits.settings import NAMES, ScorerSettings, Settings, TargetSettings, spelled
from audits.suite import AUDITS, Audit
from audits.target import Target, refund_target

MARGIN = 0.05
"""How near to the reference counts as paid, as `clawback attack` has it."""

Job = Callable[[], Result]


@dataclass(frozen=True, slots=True)
class Made:
    """One audit that was made, with the words of a command that makes it again; or why not."""

    target: str
    result: Result | None = None
    words: list[str] = field(default_factory=list)
    note: str = ""
    """Why there was nothing to audit, for people."""


def run_gate(
    settings: Settings, only: str = "", base: Revision | None = None, file: str = NAMES[0]
) -> Iterator[Made]:
    """Make the audits one by one.

    `only` is a target's name, `file` that of the settings, for replay commands. Raises
    `CannotAuditError` if nothing is declared, or nothing of that name; what keeps a single audit
    from being made is that audit's result.
    """
    jobs = list(_jobs(settings, file))
    names = [name for name, _, _, _ in jobs]
    if not jobs:
        raise CannotAuditError(
            f"nothing is declared: {file} needs [[{spelled(Path(file), 'targets')}]] with target "
            "and rows"
        )
    if only and only not in names:
        raise unknown("--target", only, dict.fromkeys(names))
    for name, audit, words, job in jobs:
        if only in ("", name):
            yield Made(name, _made(name, audit, settings.seed, job), words)
    for one in settings.targets if base else ():
        if base and only in ("", one.target):
            yield _against(one, settings, base)


def count_of(settings: Settings, only: str, base: bool) -> int:
    """Return how many audits will be made."""
    against = [one.target for one in settings.targets] if base else []
    names = [name for name, _, _, _ in _jobs(settings)] + against
    return sum(only in ("", name) for name in names)


def _made(name: str, audit: str, seed: int, job: Job) -> Result:
    try:
        return job()
    except NewSinceError:
        raise
    except CannotAuditError as error:
        why = str(error).removeprefix(f"{name}: ")
        return Result(audit=audit, target=name, seed=seed, unsound=True, reasons=[why])


def _jobs(settings: Settings, file: str = NAMES[0]) -> Iterator[tuple[str, str, list[str], Job]]:
    for one in settings.targets:
        ask, plan = ask_of(one), plan_of(one, settings)
        words = ["audit", *shlex.split(ask_words(ask) + plan_words(plan))]
        yield one.target, "audit", words, partial(_audit, one, settings, file)
    for scorer in settings.scorers:
        if not scorer.audits:
            raise CannotAuditError(
                f"scorers, audits: expected at least one for {scorer.scorer}; there are attack, "
                + ", ".join(made.name for made in AUDITS)
            )
        for audit in scorer.audits:
            known = {made.name: made for made in AUDITS}
            if audit != "attack" and audit not in known:
                raise unknown("scorers, audits", audit, ["attack", *known])
            target = refund_target(scorer.scorer, scorer.revert, scorer.without, scorer.cases)
            job = partial(_of_desk, target, scorer, known.get(audit), settings)
            yield target.name, audit, [audit, *shlex.split(_words(scorer))], job


def _audit(one: TargetSettings, settings: Settings, file: str) -> Result:
    ask, plan = ask_of(one), plan_of(one, settings)
    result = Result(audit="audit", target=one.target, seed=plan.seed)
    result.fail_on = one.fail_on or settings.fail_on
    result.kept["ask"] = msgspec.to_builtins(ask)
    audit_whole(result, ask, plan)
    again = ["gate", "--config", file, "--target", one.target]
    again += ["--seed", str(plan.seed), "--effort", plan.effort]
    hold_against(result, one, settings, shlex.join(["clawback", *again]))
    return result


def _against(one: TargetSettings, settings: Settings, base: Revision) -> Made:
    """Hold a target against itself in another revision, on the rows of today."""
    ask, plan, mutants = ask_of(one), plan_of(one, settings), settings.compare_mutants
    job = partial(compared, ask, ask, plan, mutants, base)
    try:
        result = _made(one.target, "compare", settings.seed, job)
    except NewSinceError as error:
        return Made(one.target, note=str(error))
    result.fail_on = one.fail_on or settings.fail_on
    return Made(one.target, result, compare_words(ask, ask, plan, mutants, base))


def ask_of(one: TargetSettings) -> Ask:
    """Say how a declared target is reached."""
    if one.shape != "auto" and one.shape not in list(Shape):
        raise unknown(f"{one.target}, shape", one.shape, ["auto", *Shape])
    return Ask(
        target=one.target,
        rows=one.rows,
        shape=None if one.shape == "auto" else Shape(one.shape),
        convention=one.convention,
        mapping=one.map,
        python=one.python or sys.executable,
        stub_parents=one.stub_parents,
        timeout=one.timeout,
        memory_mb=one.memory,
        load_timeout=one.load_timeout,
    )


def plan_of(one: TargetSettings, settings: Settings) -> RewardPlan:
    """Say how a declared target is audited."""
    effort = one.effort or settings.effort
    if effort not in list(Effort):
        where = f"{one.target}, effort" if one.effort else "effort"
        raise unknown(where, effort, list(Effort))
    return RewardPlan(
        seed=settings.seed,
        effort=Effort(effort),
        arguments=ask_words(ask_of(one)),
        select=tuple(one.select),
        ignore=tuple(one.ignore),
        declared=Declared(
            effects=tuple(one.effects),
            reads=tuple(one.reads),
            agent_writable=tuple(one.agent_writable),
            gold_at=tuple(one.gold_at),
        ),
    )


def _of_desk(
    target: Target, scorer: ScorerSettings, audit: Audit | None, settings: Settings
) -> Result:
    words = _words(scorer)
    if audit is None:
        seated = select(seats(target, None), None)
        rows = list(attack(target, seated, MARGIN))
        return attack_result(target, summarise(target, rows, MARGIN, len(seated)), words)
    options = {}
    if audit.name == "mutate" and scorer.accepted_mutants is not None:
        options["accepted"] = Path(scorer.accepted_mutants)
    events = audit.events(target, settings.seed, words, **options)
    result = result_of(audit.name, target, settings.seed, events)
    beside(target, result)
    usual = Severity.WARNING if audit.name == "mutate" else settings.fail_on
    result.fail_on = scorer.fail_on or usual
    return result


def _words(scorer: ScorerSettings) -> str:
    words = ["--scorer", scorer.scorer]
    for option, values in (("--revert", scorer.revert), ("--without", scorer.without)):
        words += [word for value in values for word in (option, value)]
    words += ["--cases", scorer.cases] if scorer.cases != "eval" else []
    return "".join(f" {shlex.quote(word)}" for word in words)
