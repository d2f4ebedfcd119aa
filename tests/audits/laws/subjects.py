"""Settings to try laws in, and scorers that go wrong in one way."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from audits.laws import LAWS, Law, LawsPlan, laws
from audits.laws.canaries import Twisted, twisted
from audits.laws.law import Subject
from audits.laws.sources import Setting
from audits.result import Result, result_of
from audits.target import Target, refund_target
from desk.refund import RefundDesk, eval_cases
from scorer import hardened

CASES = eval_cases().cases


def setting(examples: int = 40, desk: type[RefundDesk] = RefundDesk, seed: int = 0) -> Setting:
    return Setting(Subject(hardened(), desk), CASES, seed, examples)


def checked(target: Target, only: str | None = None, examples: int = 40, **plan: Any) -> Result:
    made = LawsPlan(only=only, examples=examples, **plan)
    return result_of("laws", target, made.seed, laws(target, made))


def with_scorer(twist: Twisted) -> Target:
    """A target whose hardened scorer is twisted."""
    return on_subject(twisted(twist))


def on_subject(twist: Callable[[Subject], Subject]) -> Target:
    target = refund_target()
    return replace(target, scorer=twist(Subject(target.scorer)).scorer)


def steps(*names: str) -> dict[Law, Any]:
    return {LAWS[name]: LAWS[name].step for name in names}


def shapes(result: Result) -> set[str]:
    return {found.shape for found in result.findings}
