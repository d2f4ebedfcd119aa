"""Our desks for TRL's GRPO: rows, an environment with the tools, and reward functions.

    from datasets import Dataset
    from trl import GRPOTrainer
    from audits.exports.trl_desks import RefundDesk, refund_reward, refund_rows

    GRPOTrainer(
        model=...,
        train_dataset=Dataset.from_list(refund_rows("train")),
        environment_factory=RefundDesk,
        reward_funcs=[refund_reward("hardened")],
    )

So for the settlement desk, with `SettlementDesk`, `settlement_rows` and `settlement_reward`.
Needs nothing of TRL's. A reward is a number, or None where a rollout is not scored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, ClassVar

import msgspec

from attackers.loop import Opened
from audits.exports.export import EXPORTS, REFUND, SCORER, SETTLEMENT, Chosen, Export
from audits.exports.methods import methods
from audits.rescore.told import Told, message, played_again
from desk import Kind, Rollout, died

Rewards = Callable[..., list[float | None]]

TRAIN = "train"


def rows(desk: Export, cases: str = TRAIN, hints: bool = False) -> list[dict[str, Any]]:
    """Make a row of each case: the prompt as messages, and in `case` and `cases` which it is.

    Only `prompt` is shown to a model.
    """
    this = desk.chosen(cases=cases, hints=hints)
    return [{"prompt": this.messages(case), "case": case.id, "cases": cases} for case in this.cases]


class DeskEnvironment:
    """One rollout's case, as `environment_factory`: its public methods are the model's tools."""

    _desk: ClassVar[Export]

    def __init_subclass__(cls, desk: Export) -> None:
        cls._desk = desk
        for name, method in methods(desk.interface.tools, _call, describe=True).items():
            setattr(cls, name, method)

    def __init__(self) -> None:
        self._opened: Opened | None = None

    def reset(self, case: str, cases: str = TRAIN, **_row: Any) -> None:
        """Open the row's case afresh."""
        self._opened = self._desk.interface.open(_case(self._desk, case, cases))


def _call(self: DeskEnvironment, tool: str, args: dict[str, Any]) -> str:
    if self._opened is None:
        raise RuntimeError("reset: expected a case before the first tool call")
    return msgspec.json.encode(self._opened.call(tool, args)).decode()


def reward(desk: Export, scorer: str = SCORER) -> Rewards:
    """Build a reward function: what the desk recorded, scored by one of its scorers.

    With an `environment_factory` of ours the cases that were worked are scored; without it the tool
    calls in the completions are made again on a case opened afresh. Raises `CannotAuditError` for a
    scorer that there is not.
    """
    this = desk.chosen(scorer)

    def rewards(
        completions: Sequence[Any],
        case: Sequence[str],
        cases: Sequence[str] | None = None,
        environments: Sequence[Any] | None = None,
        **_columns: Any,
    ) -> list[float | None]:
        sets = cases or [TRAIN] * len(case)
        if environments is not None:
            made = [_ended(desk, one) for one in environments]
        else:
            asked = zip(completions, case, sets, strict=True)
            made = [_again(desk, said, _case(desk, name, of)) for said, name, of in asked]
        return [None if one is None else this.score(one).value for one in made]

    rewards.__name__ = f"{desk.name}_{this.target.scorer.name}"
    return rewards


def _ended(desk: Export, one: Any) -> Rollout[Any, Any] | None:
    """Close a case; None for another environment's, or for one that was never opened."""
    ours = isinstance(one, DeskEnvironment) and one._desk is desk
    return one._opened.close() if ours and one._opened is not None else None


def _case(desk: Export, name: str, cases: str) -> Any:
    known = _chosen(desk.name, cases).by_id
    if name not in known:
        raise KeyError(f"case: expected one of the cases of {cases}, got {name!r}")
    return known[name]


def _again(desk: Export, completion: str | Sequence[Mapping[str, Any]], case: Any) -> Any:
    """Make a completion's calls afresh; one that cannot be read is the agent's death."""
    said = completion
    if isinstance(said, str):
        said = [{"role": "assistant", "content": said}]
    try:
        messages = tuple(message(one) for one in said)
    except (ValueError, TypeError, AttributeError) as error:
        return desk.interface.open(case).close(failure=died(Kind.BAD_CALL, error))
    told = Told(case=case.id, messages=messages)
    return played_again(told, case, 0, "trl", desk.interface.open)[0]


@cache
def _chosen(desk: str, cases: str) -> Chosen:
    return next(one for one in EXPORTS if one.name == desk).chosen(cases=cases)


class RefundDesk(DeskEnvironment, desk=REFUND):
    """The refund desk."""


class SettlementDesk(DeskEnvironment, desk=SETTLEMENT):
    """The settlement desk."""


refund_rows, refund_reward = partial(rows, REFUND), partial(reward, REFUND)
settlement_rows, settlement_reward = partial(rows, SETTLEMENT), partial(reward, SETTLEMENT)
