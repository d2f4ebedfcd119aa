"""The settlement paper's findings, each beside the one measured here, under one of three labels."""

from __future__ import annotations

from collections.abc import Generator
from enum import StrEnum
from importlib.resources import files

import msgspec

from audits.attacks.rows import SCHEMA_VERSION, Tool
from audits.events import Event, Extra, Step
from audits.reproduce.figures import NotRecomputable, figure
from audits.reproduce.settlement_measured import Measured, Span, measure
from audits.settlement.plan import CorpusRow, corpus_row
from audits.verdict import Verdict


class Label(StrEnum):
    """How a finding is held against the published one."""

    EXACT = "exact"
    """Derived: it must be equal, digit by digit."""
    WITHIN = "within interval"
    """The published figure lies in our 95% interval, and ours in the published one if there is."""
    QUALITATIVE = "qualitative"
    """Sign and order must be the published ones; the size is shown, and judged by nobody."""


class SettlementFigure(msgspec.Struct, frozen=True):
    """One finding, both sides as text."""

    name: str
    label: Label
    published: str
    measured: str
    holds: bool


class SettlementReport(msgspec.Struct, frozen=True):
    """All findings; encodes to the documented JSON as it stands."""

    schema_version: int
    tool: Tool
    world: str
    corpus: CorpusRow
    figures: list[SettlementFigure]
    not_recomputable: list[NotRecomputable]
    holding: int
    of: int
    verdict: Verdict
    why: str


class Ranged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A published figure, with its published interval if there is one."""

    name: str
    published: str
    interval: tuple[str, str] | None = None


class Published(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was published, as data: audits/reproduce/settlement.json."""

    source: str
    exact: dict[str, str]
    within: list[Ranged]
    qualitative: dict[str, str]
    not_recomputable: list[NotRecomputable]


def reproduce_settlement() -> Generator[Event, None, None]:
    """Measure every finding again; yields steps, then the `report`."""
    text = files("audits.reproduce").joinpath("settlement.json").read_bytes()
    stated = msgspec.json.decode(text, type=Published)
    measured: Measured | None = None
    for made in measure():
        if isinstance(made, Step):
            yield made
        else:
            measured = made
    assert measured is not None
    yield Extra("report", _report(stated, measured))


def _report(stated: Published, measured: Measured) -> SettlementReport:
    figures = [
        *(_exact(name, value, measured.exact[name]) for name, value in stated.exact.items()),
        *(_within(one, measured.within[one.name]) for one in stated.within),
        *(
            SettlementFigure(name, Label.QUALITATIVE, value, *measured.qualitative[name])
            for name, value in stated.qualitative.items()
        ),
    ]
    holding = sum(one.holds for one in figures)
    missed = [one.name for one in figures if not one.holds]
    also = f"; not so: {', '.join(missed)}" if missed else ""
    return SettlementReport(
        schema_version=SCHEMA_VERSION,
        tool=Tool(),
        world="settlement",
        corpus=corpus_row(measured.corpus),
        figures=figures,
        not_recomputable=stated.not_recomputable,
        holding=holding,
        of=len(figures),
        verdict=Verdict.FINDINGS if missed else Verdict.CLEAN,
        why=f"{holding} of {len(figures)} findings hold as labelled{also}",
    )


def _exact(name: str, published: str, measured: float | str) -> SettlementFigure:
    if isinstance(measured, str):
        return SettlementFigure(name, Label.EXACT, published, measured, measured == published)
    made = figure(name, published, measured)
    return SettlementFigure(name, Label.EXACT, made.published, made.measured, made.equal)


def _within(stated: Ranged, measured: Span) -> SettlementFigure:
    places = len(stated.published.partition(".")[2])
    low, high = measured.interval
    shown = f"{measured.value:.{places}f} [{low:.{places}f}, {high:.{places}f}]"
    holds = low <= float(stated.published) <= high
    published = stated.published
    if stated.interval:
        published += f" [{', '.join(stated.interval)}]"
        holds &= float(stated.interval[0]) <= measured.value <= float(stated.interval[1])
    return SettlementFigure(stated.name, Label.WITHIN, published, shown, holds)
