"""Every published figure of the refund desk as one guard, whatever scorer is under audit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from audits.mutants.guard import Guard, Kind
from audits.mutants.refund.bench import Bench
from audits.reproduce import reproduce_refund
from desk.refund import RefundRollout
from scorer import Scorer


def figures() -> Guard[Bench]:
    """Make the guard."""
    return Guard("figures", Kind.FIGURES, _differ, round=4)


def _differ(_bench: Bench) -> str | None:
    with _measured_once():
        wrong = [one for one in reproduce_refund().figures if not one.equal]
    return f"{wrong[0].name}: {wrong[0].published} became {wrong[0].measured}" if wrong else None


@contextmanager
def _measured_once() -> Iterator[None]:
    """Measure a rollout once for all figures that one scorer gives of it."""
    measure = Scorer.measure
    known: dict[tuple[int, int], tuple[Scorer[Any], dict[str, int]]] = {}

    def once(scorer: Scorer[Any], rollout: RefundRollout) -> dict[str, int]:
        key = id(scorer), id(rollout)
        if key not in known:
            known[key] = scorer, measure(scorer, rollout)
        return known[key][1]

    with patch.object(Scorer, "measure", once):
        yield
