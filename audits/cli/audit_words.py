"""The options of `clawback audit`, as the audit that they ask for: on a command line, or a line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from audits.cli.reward_options import ask_of, declared_of, effort_of, list_of
from audits.errors import CannotAuditError

if TYPE_CHECKING:
    from audits.rewards.plan import RewardPlan
    from audits.rewards.session import Ask
    from audits.sweep import Task

HERE_ONLY = ("--suite", "--format", "--output", "--report", "--exit-zero", "--help")
"""Options that are of a whole run, and not of a target."""


def asked(given: Mapping[str, Any]) -> tuple[Ask, RewardPlan]:
    """Return what is asked for; `given` are values by the names that `audit` has for them.

    Raises `CannotAuditError` for a word that means nothing.
    """
    from audits.rewards.plan import RewardPlan
    from audits.rewards.words import ask_words

    ask = ask_of(*(given[name] for name in OF_ASK))
    return ask, RewardPlan(
        seed=given["seed"],
        arguments=ask_words(ask),
        effort=effort_of(given["quick"], given["thorough"]),
        select=list_of(given["select"]),
        ignore=list_of(given["ignore"]),
        only_rows=tuple(given["row"] or ()),
        declared=declared_of(*(given[name] for name in OF_DECLARED)),
    )


OF_ASK = (
    *("target", "rows", "shape", "convention", "mapping", "python", "stub_parents"),
    *("timeout", "memory", "load_timeout"),
)
OF_DECLARED = ("effects", "reads", "agent_writable", "gold_at")


def task_of(words: list[str], usual: list[str], limit: float) -> Task:
    """Read the words of a line as `clawback audit` would; `usual` holds where they say nothing.

    Raises `CannotAuditError`.
    """
    import msgspec

    from audits.rewards.session import search_paths
    from audits.rules import severity
    from audits.sweep import Task

    paths = search_paths()
    given = _parsed(words, usual)
    if not given["target"]:
        raise CannotAuditError("expected a target first, e.g. my_rewards.py:score --rows FILE")
    ask, plan = asked(given)
    return Task(
        ask=msgspec.structs.replace(ask, paths=paths),
        plan=plan,
        fail_on=severity(given["fail_on"]),
        limit=limit,
        folder=paths[0],
    )


def _parsed(words: list[str], usual: list[str]) -> dict[str, Any]:
    from audits.cli import app

    if taken := next((w for w in words if w.partition("=")[0] in HERE_ONLY), None):
        raise CannotAuditError(f"{taken}: it is the sweep's, and not a target's; leave it out here")
    efforts = {"--quick", "--thorough"}
    if efforts & set(words):
        usual = [word for word in usual if word not in efforts]
    from typer.main import get_command

    verb: Any = get_command(app)
    try:
        verb = verb.commands["audit"]
        given: dict[str, Any] = verb.make_context("audit", [*usual, *words]).params
    except Exception as error:
        if told := getattr(error, "format_message", None):
            raise CannotAuditError(str(told()).rstrip(".")) from None
        raise
    return given
