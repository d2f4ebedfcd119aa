"""The audit of a prompt: each rule of the reference's, each case, and talk of scores."""

from __future__ import annotations

from collections.abc import Generator

from audits.events import Counted, Event, Extra, Found, Started, Step
from audits.findings import Finding, Reach, finding
from audits.leak.known import KNOWN, Known
from audits.leak.lore import SCORED, Lore
from audits.leak.plain import Plain
from audits.leak.prompt import Prompt
from audits.target import Cases


def leak(prompt: Prompt, cases: Cases, desk: str = "refund") -> Generator[Event, None, None]:
    """Compare a prompt with what is measured; yields events as every audit does."""
    known = KNOWN[desk]
    yield Started(len(known.lore) + 2)
    sentences = prompt.sentences
    given: dict[str, list[Plain]] = {}
    for lore in known.lore:
        given[lore.name] = told = [one for one in sentences if lore.told_by(one.both)]
        if told:
            yield Found(_tells(lore, told, len(sentences)))
        yield Counted(tried=1)
        yield Step(lore.name)
    yield from _cases(prompt, cases, known)
    if scored := [one for one in sentences if SCORED.search(one.both)]:
        yield Found(
            finding(
                "P903",
                "It speaks of a measurement",
                "scored",
                reach=Reach(len(scored), len(sentences)),
                counterexample={"sentence": scored[0].joined},
            )
        )
    yield Counted(tried=1)
    yield Step("scored")
    yield Extra("sentences", len(sentences))
    yield Extra("rules", {name: len(told) for name, told in given.items()})


def _tells(lore: Lore, told: list[Plain], sentences: int) -> Finding:
    return finding(
        "P901",
        f"It tells that {lore.tells}",
        lore.name,
        reach=Reach(len(told), sentences),
        counterexample={"sentence": told[0].joined, "measured by": ", ".join(lore.terms)},
    )


def _cases(prompt: Prompt, cases: Cases, known: Known) -> Generator[Event, None, None]:
    text = prompt.plain.both
    found = {case.id: list(known.traces(text, case)) for case in cases.cases}
    held = {name: traced for name, traced in found.items() if traced}
    if held:
        first, traced = next(iter(held.items()))
        yield Found(
            finding(
                "P902",
                f"It holds words of cases under test ({cases.name})",
                "cases",
                case=first,
                reach=Reach(len(held), len(found)),
                counterexample={"words": "; ".join(traced), "cases": ", ".join(held)},
            )
        )
    yield Counted(tried=len(found))
    yield Step("cases")
