"""What can be changed in a module while it runs: function bodies and their defaults.

A place gives its spots, and can be made ready for a swap while its tree carries a change.
"""

from __future__ import annotations

import ast
import marshal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any, Protocol

from audits.mutants.mutant import CannotSwapError, Undo
from audits.mutants.operators import Spot
from audits.mutants.source import Live, Unit, pairs
from audits.mutants.spots import body_spots, default_spots


@dataclass(frozen=True, slots=True)
class Ready:
    """A change that was compiled. Two with the same signature do the same."""

    signature: object
    swap: Callable[[], Undo]


class Place(Protocol):
    """Something in a module that can be changed."""

    @property
    def qualname(self) -> str:
        """Its name within its module."""

    @property
    def function(self) -> str:
        """The function that it belongs to; empty for none."""

    def spots(self) -> Iterator[Spot]:
        """Where in it a change may be made."""

    def ready(self) -> Ready:
        """Compile it as its tree stands now.

        Raises `CannotSwapError`, and whatever the changed code raises when it is evaluated.
        """


@dataclass(frozen=True, slots=True)
class Body:
    """The body of a function that is alive."""

    unit: Unit
    codes: list[CodeType]
    """The code that its living functions run: one, or several where the module was loaded anew."""
    live: Live

    @property
    def qualname(self) -> str:
        """The function's name within its module."""
        return self.unit.qualname

    @property
    def function(self) -> str:
        """The function itself."""
        return self.unit.qualname

    def spots(self) -> Iterator[Spot]:
        """Every spot of the body."""
        return body_spots(self.unit.node)

    def ready(self) -> Ready:
        """Pair each living function with the code it is to run."""
        changed = self.unit.compiled()
        swaps = [
            (function, new)
            for code in self.codes
            for old, new in pairs(code, changed)
            for function in self.live.get(id(old), ())
        ]
        for function, new in swaps:
            if function.__code__.co_freevars != new.co_freevars:
                raise CannotSwapError(f"{self.qualname}: a closure would lose its free names")
        return Ready(signature(changed), lambda: _set_codes(swaps))


@dataclass(frozen=True, slots=True)
class Defaults:
    """The defaults of a function that is alive."""

    unit: Unit
    functions: list[FunctionType]

    @property
    def qualname(self) -> str:
        """The function's name within its module, marked as its defaults."""
        return f"{self.unit.qualname} (defaults)"

    @property
    def function(self) -> str:
        """The function that they are defaults of."""
        return self.unit.qualname

    def spots(self) -> Iterator[Spot]:
        """Every spot of the defaults."""
        return default_spots(self.unit.node)

    def ready(self) -> Ready:
        """Evaluate the defaults as they stand."""
        args, names = self.unit.node.args, vars(self.unit.source.module)
        plain = tuple(evaluated(node, names) for node in args.defaults)
        keyword = {
            arg.arg: evaluated(node, names)
            for arg, node in zip(args.kwonlyargs, args.kw_defaults, strict=True)
            if node is not None
        }
        return Ready(repr((plain, keyword)), lambda: _set_defaults(self.functions, plain, keyword))


def evaluated(node: ast.expr, names: dict[str, Any]) -> Any:
    """Evaluate an expression among a module's names."""
    tree = ast.fix_missing_locations(ast.Expression(node))
    return eval(compile(tree, "<changed>", "eval", dont_inherit=True), names)  # the module's own


def signature(code: CodeType) -> bytes:
    """Write what a code object does, without the lines that it stands on."""
    return marshal.dumps(_unplaced(code))


def _unplaced(code: CodeType) -> CodeType:
    consts = tuple(_unplaced(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=b"", co_firstlineno=1, co_consts=consts)


def _set_codes(swaps: list[tuple[FunctionType, CodeType]]) -> Undo:
    before = [(function, function.__code__) for function, _ in swaps]
    for function, code in swaps:
        function.__code__ = code

    def undo() -> None:
        for function, code in before:
            function.__code__ = code

    return undo


def _set_defaults(
    functions: list[FunctionType], plain: tuple[Any, ...], keyword: dict[str, Any]
) -> Undo:
    before = [(one, one.__defaults__, one.__kwdefaults__) for one in functions]
    for function in functions:
        function.__defaults__, function.__kwdefaults__ = plain or None, keyword or None

    def undo() -> None:
        for function, old, old_keyword in before:
            function.__defaults__, function.__kwdefaults__ = old, old_keyword

    return undo
