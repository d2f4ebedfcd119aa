"""The words of a command line that make the same audit again, for replay commands."""

from __future__ import annotations

import shlex
import sys

from attackers.rows import Declared
from audits.rewards.plan import Effort, RewardPlan
from audits.rewards.session import Ask

_USUAL = Ask(target="")


def ask_words(ask: Ask) -> str:
    """Write the target and how it is reached, what is as usual left out."""
    words = [ask.target]
    words += ["--rows", ask.rows] if ask.rows else []
    words += ["--shape", ask.shape] if ask.shape else []
    words += ["--convention", ask.convention] if ask.convention else []
    for name, column in ask.mapping.items():
        words += ["--map", f"{name}={column}"]
    words += ["--python", ask.python] if ask.python != sys.executable else []
    words += ["--stub-parents"] if ask.stub_parents else []
    for option, value, usual in (
        ("--timeout", ask.timeout, _USUAL.timeout),
        ("--memory", ask.memory_mb, _USUAL.memory_mb),
        ("--load-timeout", ask.load_timeout, _USUAL.load_timeout),
    ):
        words += [option, f"{value:g}"] if value != usual else []
    return shlex.join(words)


def plan_words(plan: RewardPlan) -> str:
    """Write how the audit is made, with a blank before each word; rules are left out."""
    words = ["--seed", str(plan.seed)] if plan.seed else []
    words += [f"--{plan.effort}"] if plan.effort is not Effort.NORMAL else []
    for index in plan.only_rows:
        words += ["--row", str(index)]
    words += _declared(plan.declared)
    return "".join(f" {shlex.quote(word)}" for word in words)


def rule_words(plan: RewardPlan) -> list[str]:
    """Write which rules are looked at."""
    chosen = (("--select", plan.select), ("--ignore", plan.ignore))
    return [word for option, some in chosen if some for word in (option, ",".join(some))]


def _declared(declared: Declared) -> list[str]:
    words: list[str] = []
    for option, values in (
        ("--effects", declared.effects),
        ("--reads", declared.reads),
        ("--agent-writable", declared.agent_writable),
        ("--gold-at", declared.gold_at),
    ):
        words += [option, ",".join(values)] if values else []
    return words
