"""`clawback mutate TARGET --rows FILE`: break a reward of yours, see whether anybody notices."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from audits.cli.common import finish, run_audit
from audits.cli.output import Outlet, put
from audits.report.formats import Format
from audits.report.written import as_json
from audits.verdict import Exit

if TYPE_CHECKING:
    from attackers.rows import Declared
    from audits.mutants import MutatePlan
    from audits.rewards.session import Ask


def mutate_reward(
    ask: Ask,
    plan: MutatePlan,
    declared: Declared,
    thorough: bool,
    to: Outlet,
    exit_zero: bool,
) -> int:
    """Try the mutants of a user's reward."""
    from msgspec.structs import replace

    from audits.mutants.reward import mutate_reward as mutated
    from audits.report.reward_mutants_text import reward_mutants_text
    from audits.rewards.declared import check_declared
    from audits.rewards.plan import Effort, RewardPlan
    from audits.rewards.session import opened
    from audits.rewards.words import ask_words, plan_words
    from audits.rules import Severity

    attacked = RewardPlan(declared=declared)
    words = ask_words(ask) + plan_words(attacked) + (" --thorough" if thorough else "")
    effort = Effort.NORMAL if thorough else Effort.QUICK
    attacked = replace(attacked, seed=plan.seed, effort=effort)
    plan = replace(plan, arguments=words, where="")
    with opened(ask) as (reward, rows):
        check_declared(attacked.declared, rows, reward.shape)
        events = mutated(reward, rows, plan, attacked, ask.timeout)
        result = run_audit("mutate", reward, plan.seed, events)
    result.fail_on = Severity.WARNING
    return finish(result, to, exit_zero, reward_mutants_text)


def list_reward(ask: Ask, plan: MutatePlan, format: Format, output: Path | None) -> int:
    """List the mutants of a user's reward, and try none."""
    from audits.mutants.reward import listed_mutants
    from audits.report.mutants_text import list_text
    from audits.rewards.session import opened

    with opened(ask) as (reward, _):
        found = listed_mutants(reward, plan)
    put(as_json(found) if format is Format.JSON else list_text(found), output)
    return Exit.CLEAN
