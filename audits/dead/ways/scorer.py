"""Scorers that fail on a rollout that is alive: one part of a copy of the scorer is spoilt."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from math import inf, nan
from typing import Any, NoReturn

from audits.dead.fault import ScorerFault, Spoilt
from scorer import Scorer, Term

Part = Callable[..., Any]


def _raise() -> NoReturn:
    raise RuntimeError("a part of the scorer fails")


def _watched(give: Callable[[], Any]) -> tuple[Part, Callable[[], bool]]:
    """Return a part that gives what `give` gives, and whether it was ever asked."""
    times: list[int] = []

    def part(*_args: Any) -> Any:
        times.append(1)
        return give()

    return part, lambda: bool(times)


def _each_term(give: Callable[[], Any], scorer: Scorer[Any]) -> Iterator[Spoilt]:
    for index, term in enumerate(scorer.terms):
        part, asked = _watched(give)
        spoilt: Term[Any] = replace(term, judge=part)
        terms = (*scorer.terms[:index], spoilt, *scorer.terms[index + 1 :])
        yield Spoilt(f"term {term.name}", replace(scorer, terms=terms), asked)


def _reader(scorer: Scorer[Any]) -> Iterator[Spoilt]:
    part, asked = _watched(_raise)
    yield Spoilt("reader", replace(scorer, read=part), asked)


def _guard(scorer: Scorer[Any]) -> Iterator[Spoilt]:
    part, asked = _watched(_raise)
    yield Spoilt("guard", replace(scorer, guard=part), asked)


_TERMS: tuple[tuple[str, str, Callable[[], Any]], ...] = (
    ("term-raises", "raises", _raise),
    ("term-nan", "gives NaN", lambda: nan),
    ("term-none", "gives None", lambda: None),
    ("term-infinity", "gives infinity", lambda: inf),
    ("term-too-high", "gives 2, and it ought to give 1 at most", lambda: 2.0),
    ("term-negative", "gives -1, and it ought to give 0 at least", lambda: -1.0),
)

FAULTS = (
    *(
        ScorerFault(name=name, what=f"a term of the scorer {what}", spoil=partial(_each_term, give))
        for name, what, give in _TERMS
    ),
    ScorerFault(name="reader-raises", what="the scorer's reader of evidence raises", spoil=_reader),
    ScorerFault(name="guard-raises", what="the scorer's guard raises", spoil=_guard),
)
