"""The refund desk for TRL's GRPO: rows, an environment with its four tools, and reward functions.

    from datasets import Dataset
    from trl import GRPOTrainer
    from audits.exports.trl_refund import RefundDesk, refund_reward, refund_rows

    GRPOTrainer(
        model=...,
        train_dataset=Dataset.from_list(refund_rows("train")),
        environment_factory=RefundDesk,
        reward_funcs=[refund_reward("hardened")],
    )

Needs nothing of TRL's. A reward is a number, or None where a rollout is not scored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from audits.exports.refund import RefundExport, ticket_text
from audits.rescore.told import Told, message, played_again
from audits.target import case_set
from desk import Kind, died
from desk.refund import Case, Episode, RefundRollout, Tools

Rewards = Callable[..., list[float | None]]


def refund_rows(cases: str = "train", hints: bool = False) -> list[dict[str, Any]]:
    """Make a row of each case: the prompt as messages, and in `case` and `cases` which it is.

    Only `prompt` is shown to a model.
    """
    this = RefundExport.named(cases=cases, hints=hints)
    return [
        {
            "prompt": [
                {"role": "system", "content": this.system},
                {"role": "user", "content": ticket_text(case)},
            ],
            "case": case.id,
            "cases": cases,
        }
        for case in this.cases.cases
    ]


class RefundDesk:
    """One rollout's desk, as `environment_factory`: its public methods are the model's tools."""

    def __init__(self) -> None:
        self._episode: Episode | None = None

    def reset(self, case: str, cases: str = "train", **_row: Any) -> None:
        """Open a fresh desk for the row's case."""
        self._episode = Episode(_case(case, cases))

    def lookup_order(self, order_id: str) -> str:
        """Look up an order: customer, total and lines.

        Args:
            order_id: order id
        """
        return _written(self._tools.lookup_order(order_id))

    def refund_history(self, order_id: str) -> str:
        """List the refunds on an order.

        Args:
            order_id: order id
        """
        return _written(self._tools.refund_history(order_id))

    def issue_refund(
        self,
        order_id: str,
        amount_cents: int,
        idempotency_key: str,
        reason: str,
        sku: str | None = None,
    ) -> str:
        """Pay a refund on an order, in cents.

        Args:
            order_id: order id
            amount_cents: amount cents
            idempotency_key: idempotency key
            reason: reason
            sku: sku
        """
        paid = self._tools.issue_refund(order_id, amount_cents, idempotency_key, reason, sku)
        return _written(paid)

    def escalate(self, order_id: str, reason: str) -> str:
        """Hand the case to a person.

        Args:
            order_id: order id
            reason: reason
        """
        return _written(self._tools.escalate(order_id, reason))

    @property
    def _tools(self) -> Tools:
        if self._episode is None:
            raise RuntimeError("reset: expected a case before the first tool call")
        return self._episode.tools


def _written(answer: dict[str, Any]) -> str:
    return msgspec.json.encode(answer).decode()


def refund_reward(scorer: str = "hardened") -> Rewards:
    """Build a reward function: what the desk recorded, scored by `hardened` or `published`.

    With `environment_factory=RefundDesk` the desks themselves are scored; without it the tool calls
    in the completions are made again on a fresh desk. Raises `CannotAuditError` for a scorer that
    there is not.
    """
    this = RefundExport.named(scorer)

    def reward(
        completions: Sequence[Any],
        case: Sequence[str],
        cases: Sequence[str] | None = None,
        environments: Sequence[Any] | None = None,
        **_columns: Any,
    ) -> list[float | None]:
        sets = cases or ["train"] * len(case)
        if environments is not None:
            made = [_ended(desk) for desk in environments]
        else:
            rows = zip(completions, case, sets, strict=True)
            made = [_again(said, _case(name, of)) for said, name, of in rows]
        return [None if one is None else this.score(one).value for one in made]

    reward.__name__ = f"refund_{this.scorer.name}"
    return reward


def _ended(desk: Any) -> RefundRollout | None:
    """Close a desk; None for another environment's, or for one that was never opened."""
    episode = desk._episode if isinstance(desk, RefundDesk) else None
    return episode.close() if episode is not None else None


def _case(name: str, cases: str) -> Case:
    if name not in _by_id(cases):
        raise KeyError(f"case: expected one of the cases of {cases}, got {name!r}")
    return _by_id(cases)[name]


@cache
def _by_id(cases: str) -> dict[str, Case]:
    return {case.id: case for case in case_set(cases).cases}


def _again(completion: str | Sequence[Mapping[str, Any]], case: Case) -> RefundRollout:
    """Make a completion's calls on a fresh desk; one that cannot be read is the agent's death."""
    said = completion
    if isinstance(said, str):
        said = [{"role": "assistant", "content": said}]
    try:
        messages = tuple(message(one) for one in said)
    except (ValueError, TypeError, AttributeError) as error:
        return Episode(case).close(failure=died(Kind.BAD_CALL, error))
    return played_again(Told(case=case.id, messages=messages), case, 0, "trl")[0]
