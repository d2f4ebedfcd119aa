"""A user's small project with a reward in it, and its mutation from start to end."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from audits.mutants import MutantRow, MutatePlan
from audits.mutants.reward import listed_mutants, mutate_reward
from audits.result import Result
from audits.rewards.plan import Effort, RewardPlan
from audits.rewards.session import Ask, opened
from audits.rules import Severity

MINE = """
BONUS = 0.2

def said(completion):
    return completion.strip().lower()

def score(prompt, completion, answer):
    if said(completion) != answer.lower():
        return 0.0
    return min(1.0, 0.9 + BONUS)

def unasked(number):
    return number + 1
"""

CHECK = """
from mine import score

assert score("", "lima", "Lima") == 1.0
assert score("", " Lima ", "Lima") == 1.0
assert score("", "Limazzz", "Lima") == 0.0
"""

ROWS = [{"prompt": f"Capital {at}?", "answer": name} for at, name in enumerate(["Lima", "Oslo"])]

PYTHON_CHECK = f"{sys.executable} check.py"


def project(folder: Path, mine: str = MINE, check: str = CHECK, **files: str) -> Path:
    """Write a project: `mine.py`, `check.py`, `rows.jsonl`, and files by their paths."""
    for name, text in {"mine.py": mine, "check.py": check, **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return folder


def listed(target: str = "mine:score") -> list[MutantRow]:
    """List the mutants of a target of the project that the process stands in."""
    with opened(Ask(target=target, rows="rows.jsonl")) as (reward, _):
        return listed_mutants(reward, MutatePlan())


def mutated(
    target: str = "mine:score", rows: str = "rows.jsonl", shape=None, python=sys.executable, **plan
) -> Result:
    """Mutate a target of the project that the process stands in; warnings fail, as in the verb."""
    ask = Ask(target=target, rows=rows, shape=shape, python=python)
    attacked = RewardPlan(effort=Effort.QUICK)
    made = MutatePlan(arguments=f"{target} --rows {rows}", **plan)
    with opened(ask) as (reward, found):
        result = Result(audit="mutate", target=target, seed=0, fail_on=Severity.WARNING)
        for event in mutate_reward(reward, found, made, attacked, ask.timeout):
            result.take(event)
    return result


def changes(result: Result, key: str) -> set[tuple[str, str]]:
    """Give what the mutants of a list change, as text before and after."""
    return {tuple(row.change.split("`")[1::2]) for row in result.extra[key]}
