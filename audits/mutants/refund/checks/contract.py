"""What is stated of a scorer outside of its code: its terms, weights and names, and what it gives.

docs/scoring.md and the JSON of every report speak of them, so a change of them must be noticed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib.resources import files
from typing import Any

import msgspec

from audits.mutants.guard import Guard, Kind
from audits.mutants.refund.bench import Bench
from scorer import Score, Scorer, Term, published


class Stated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One scorer as it is stated: audits/mutants/refund/checks/stated.json."""

    terms: dict[str, tuple[str, float]]
    """Code and weight by name, in their order."""
    metrics: list[str]


def contract(scorer: Scorer[Any], stated_as: str = "") -> Guard[Bench]:
    """Make the guard for a scorer that may lack some of its terms.

    `stated_as` is what it is stated as, if that is not its name.
    """
    text = files(__package__).joinpath("stated.json").read_bytes()
    stated = msgspec.json.decode(text, type=dict[str, Stated])[stated_as or scorer.name]
    there = {term.name for term in scorer.terms}
    terms = {name: row for name, row in stated.terms.items() if name in there}
    check = partial(_first, scorer.name, Stated(terms, stated.metrics))
    return Guard("check:contract", Kind.CHECK, check, round=3)


def _first(name: str, stated: Stated, bench: Bench) -> str | None:
    return next(_broken(name, stated, bench), None)


def _broken(name: str, stated: Stated, bench: Bench) -> Iterator[str]:
    scorer = bench.scorer
    if scorer.name != name:
        yield f"the scorer is called {scorer.name}"
    if [(term.name, (term.code, term.weight)) for term in scorer.terms] != list(
        stated.terms.items()
    ):
        yield "terms, codes or weights are not those that are stated"
    if list(scorer.metrics) != stated.metrics:
        yield "the metrics are not those that are stated"
    if scorer.full_marks != round(sum(weight for _, weight in stated.terms.values()), 4):
        yield "full marks are not what the weights add up to"
    if name == "published" and not _refuses_an_unknown_fix():
        yield "a fix that there is not is turned back"
    for term in scorer.terms:
        yield from _lookup(scorer, term)
    yield from filter(None, (_odd(scorer, bench.score_at(place)) for place in range(100)))


def _refuses_an_unknown_fix() -> bool:
    try:
        published(["no-such-fix"])
    except ValueError:
        return True
    return False


def _lookup(scorer: Scorer[Any], term: Term[Any]) -> Iterator[str]:
    """Look a term up by everything that it may be called."""
    for name in (term.name, term.code, f"{term.code}_{term.name}"):
        for written in (name, f" {name.upper()} ", name.replace("_", "-")):
            if scorer.term(written) is not term:
                yield f"{written!r} does not name the term {term.name}"
    rest = tuple(other for other in scorer.terms if other is not term)
    if scorer.without(term.code).terms != rest:
        yield f"leaving out {term.code} does not leave the other terms"
    try:
        scorer.term(f"not-{term.name}")
        yield "a name that no term has is taken for one"
    except KeyError:
        pass


def _odd(scorer: Scorer[Any], score: Score) -> str | None:
    """Say what is wrong with a score's form: value a float or None, terms floats, each there."""
    if list(score.terms) != [term.name for term in scorer.terms]:
        return "a score does not have the scorer's terms"
    values = [*score.terms.values(), 0.0 if score.value is None else score.value]
    if not all(type(value) is float for value in values):
        return "a score holds something that is no float"
    return None if score.why or not score.dead else "a dead score does not say why"
