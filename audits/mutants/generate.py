"""All mutants of a module: every operator at every spot of its functions, defaults and tables."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Container, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FunctionType, ModuleType

from audits.mutants.closures import keep_free_names
from audits.mutants.mutant import CannotSwapError, Mutant, content_id
from audits.mutants.operators import OPERATORS, Operator, Spot
from audits.mutants.places import Body, Defaults, Place, Ready
from audits.mutants.source import (
    Live,
    Source,
    Unit,
    code_name,
    first_line,
    live_functions,
    read_source,
    units,
)
from audits.mutants.tables import tables


@dataclass(slots=True)
class Crop:
    """What was made of a module, and what could not be."""

    mutants: list[Mutant] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    """Of what no mutant could be made, and why."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change to a tree: one node may stand in another's place."""

    operator: Operator
    spot: Spot
    before: ast.AST
    after: ast.AST

    @property
    def key(self) -> tuple[str, str, str]:
        """What it changes, as text."""
        return self.operator.name, ast.unparse(self.before), ast.unparse(self.after)

    @contextmanager
    def made(self) -> Iterator[None]:
        """Be in the tree inside a `with`."""
        self.spot.put(self.after)
        try:
            yield
        finally:
            self.spot.put(self.before)


class All:
    """Holds every name."""

    def __contains__(self, _name: object) -> bool:
        """Say yes."""
        return True


def mutants_of(module: ModuleType, name: str = "", wanted: Container[str] = All()) -> Crop:
    """Make every mutant of a module that is loaded, of the functions and values `wanted`.

    `name` is what they call the module. Raises `NoSourceError`.
    """
    source, crop = read_source(module, name), Crop()
    live = live_functions(source.file)
    for unit in units(source):
        if unit.qualname not in wanted:
            continue
        places = _alive(unit, live)
        if not places:
            crop.left_out.append(f"{source.name}:{unit.qualname}: no living function runs it")
        for place in places:
            _grow(source, place, crop)
    for table in tables(source):
        if table.qualname in wanted:
            _grow(source, table, crop)
    return crop


def bodies_of(module: ModuleType, name: str = "") -> list[Body]:
    """Give the body of every living function of a module. Raises `NoSourceError`."""
    source = read_source(module, name)
    live = live_functions(source.file)
    places = [place for unit in units(source) for place in _alive(unit, live)]
    return [place for place in places if isinstance(place, Body)]


def _alive(unit: Unit, live: Live) -> list[Place]:
    """Give a function's body and its defaults as places, if it is alive."""
    running = [one for functions in live.values() for one in functions if _is(one, unit)]
    if not running:
        return []
    codes = list({id(one.__code__): one.__code__ for one in running}.values())
    keep_free_names(unit.node, codes[0])
    return [Body(unit, codes, live), Defaults(unit, running)]


def _is(function: FunctionType, unit: Unit) -> bool:
    begins = function.__code__.co_firstlineno == first_line(unit.node)
    return begins and code_name(function) == unit.qualname


def _grow(source: Source, place: Place, crop: Crop) -> None:
    """Add the mutants of one place; one that does the same as another is not made twice."""
    times: Counter[tuple[str, str, str]] = Counter()
    known = {place.ready().signature}
    for change in _changes(place):
        times[change.key] += 1
        try:
            ready = _ready(place, change)
        except CannotSwapError as error:
            crop.left_out.append(f"{source.name}:{error}")
            continue
        if ready is not None and ready.signature not in known:
            known.add(ready.signature)
            crop.mutants.append(_mutant(source, place, change, times[change.key], ready))


def _changes(place: Place) -> Iterator[Change]:
    for spot in place.spots():
        before = spot.node
        for operator in OPERATORS:
            if isinstance(before, operator.of):
                for after in operator.make(before, spot):
                    ast.copy_location(after, before)
                    yield Change(operator, spot, before, after)


def _ready(place: Place, change: Change) -> Ready | None:
    """Compile a place with a change in it; None for what no program could hold."""
    with change.made():
        try:
            return place.ready()
        except CannotSwapError:
            raise
        except Exception:  # noqa: BLE001 - a changed table may raise anything when evaluated
            return None


def _mutant(source: Source, place: Place, change: Change, time: int, ready: Ready) -> Mutant:
    name, before, after = change.key
    module = source.name

    def text() -> str:
        with change.made():
            return ast.unparse(source.tree)

    return Mutant(
        id=content_id(f"{module}:{place.qualname}", name, before, after, time),
        module=module,
        file=source.file,
        qualname=place.qualname,
        function=place.function,
        operator=name,
        says=change.operator.says,
        before=before,
        after=after,
        line=getattr(change.before, "lineno", 1),
        end_line=getattr(change.before, "end_lineno", None) or 1,
        swap=ready.swap,
        text=text,
    )
