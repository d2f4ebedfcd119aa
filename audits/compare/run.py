"""Opening two scorers on the same rows, and comparing them."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from attackers.rows import Row
from audits.compare.compare import COMPARED, compare
from audits.compare.revision import Revision
from audits.errors import CannotAuditError
from audits.events import Event, Found
from audits.result import Result
from audits.rewards.heard import NOTHING
from audits.rewards.plan import RewardPlan
from audits.rewards.session import Ask, load_rows, opened
from audits.rewards.words import ask_words, plan_words, rule_words
from audits.targets.process import AbsentError
from audits.targets.reward import WorkerReward

Opened: TypeAlias = tuple[WorkerReward, tuple[Row, ...]]
"""A reward in a worker, with its rows."""


class NewSinceError(CannotAuditError):
    """A target was not there yet in the revision that it is to be held against."""


def compared(
    was: Ask,
    now: Ask,
    plan: RewardPlan,
    mutants: bool = False,
    base: Revision | None = None,
    hear: Callable[[Event], None] = lambda event: None,
) -> Result:
    """Compare two scorers on the rows of the second; each runs in a worker of its own.

    The first is taken from `base`, if a revision is given. One that will not load is the result's
    reason, and the verdict INCONCLUSIVE. `hear` is told every event. Raises `NewSinceError` if the
    first was not there yet.
    """
    result = Result(audit="compare", target=now.target, seed=plan.seed)
    result.extra |= _named(was, now, base)
    replay = shlex.join(["clawback", *compare_words(was, now, plan, mutants, base)])
    raw = load_rows(now) if now.rows else None
    read: set[str] = set()
    try:
        with opened(now, raw) as after, _first(was, raw, base, read) as before:
            result.source = after[0].source
            result.extra["before_digest"] = before[0].source.digest
            for event in compare(before[0], *after, plan):
                result.take(_replayed_by(replay, event))
                hear(event)
            if mutants and not result.unsound:
                from audits.compare.surviving import (  # noqa: PLC0415 - mutants take long to import
                    newly_surviving,
                )

                for event in newly_surviving(before, after, plan, now.timeout):
                    result.take(event)
                result.extra["rules"] |= {"M401": NOTHING}
        if base:  # its rows are today's, on purpose
            base.check_read(was.target, read - {str(Path(now.rows).absolute())})
    except NewSinceError:
        raise
    except CannotAuditError as error:
        why = str(error).removeprefix(f"{now.target}: ")
        result.unsound, result.reasons = True, [*result.reasons, why]
    if base:
        base.name_places(result)
    return result


def compare_words(
    was: Ask, now: Ask, plan: RewardPlan, mutants: bool, base: Revision | None
) -> list[str]:
    """Give the command line that compares the same again; a revision by its commit."""
    words = ["compare", was.target, *shlex.split(ask_words(now) + plan_words(plan))]
    words += rule_words(plan)
    words += ["--mutants"] if mutants else []
    return words + (["--base", base.commit] if base else [])


def _named(was: Ask, now: Ask, base: Revision | None) -> dict[str, Any]:
    """Say what stands before: the other scorer, or the revision, or both."""
    if base is None:
        return {"before": was.target}
    same = was.target == now.target
    named = base.name if same else f"{was.target} at {base.name}"
    file = {"before_file": old} if (old := base.followed(was)) else {}
    return {"before": named, "before_commit": base.commit} | file


def _new(was: Ask, base: Revision) -> str:
    then = f" (its file was {old} then)" if (old := base.followed(was)) else ""
    return f"{was.target} is new since {base.name}{then}: nothing to compare"


@contextmanager
def _first(
    was: Ask, raw: list[dict[str, Any]] | None, base: Revision | None, read: set[str]
) -> Iterator[Opened]:
    """Open what is compared with; of a revision's, `read` is given the files that it reads."""
    with ExitStack() as stack:
        try:
            there = opened(base.ask(was), raw, read) if base else opened(was, raw)
            made = stack.enter_context(there)
        except CannotAuditError as error:
            if base is None:
                raise
            if isinstance(error, AbsentError):
                base.check_holds(was)
                raise NewSinceError(_new(was, base)) from None
            raise CannotAuditError(
                f"{error}; --base takes any revision in which it loads, and without --base today's "
                "is judged by itself"
            ) from None
        if base:
            base.check_loaded(was.target, made[0].worker.target.get("file"))
        yield made


def _replayed_by(command: str, event: Event) -> Event:
    if not isinstance(event, Found) or event.finding.rule not in COMPARED:
        return event
    return Found(msgspec.structs.replace(event.finding, replay=command))
