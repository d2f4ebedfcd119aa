"""What a report on twins shows beside its findings; the keys of the JSON are made here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from audits.attacks.rows import CasesRow
from audits.events import Extra
from audits.target import Target
from audits.twins.grounds import GROUNDS
from audits.twins.rows import AgentRow
from desk.twins import Twins


def tables(
    target: Target, margin: float, made: Twins[Any], rows: Sequence[AgentRow]
) -> Iterator[Extra]:
    """Yield the case set and what it asks for, the pairs made of it, and a row per agent."""
    cases, ground = target.cases, GROUNDS[target.desk]
    kinds = Counter(case.expect.kind for case in cases.cases)
    contrasts = Counter(pair.contrast for pair in made.pairs)
    yield Extra("cases", CasesRow(cases.name, len(cases.cases), cases.digest))
    yield Extra("expected", {kind: kinds[kind] for kind in ground.kinds})
    yield Extra("pairs", CasesRow(made.name, len(made.pairs), made.digest))
    yield Extra("pairs_are", ground.pairs_are)
    yield Extra("contrasts", {str(kind): contrasts[kind] for kind in ground.contrasts})
    yield Extra("margin", margin)
    yield Extra("agents", list(rows))
