"""A desk's tools as methods, for frameworks that read tools off a class."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter, Signature
from typing import Any

from attackers.loop import Schema

Call = Callable[[Any, str, dict[str, Any]], str]
"""Makes a call for an object: (self, tool, arguments) -> the answer as JSON text."""


def methods(
    tools: tuple[Schema, ...], call: Call, integer: Any = int, describe: bool = False
) -> dict[str, Callable[..., str]]:
    """Make a method of each tool, with the signature and the words of its schema.

    `integer` is the annotation of whole numbers; with `describe` the docstring lists the arguments.
    An argument that is left out, or None, is not in the call.
    """
    described = [schema["function"] for schema in tools]
    return {one["name"]: _method(one, call, integer, describe) for one in described}


def _method(told: Schema, call: Call, integer: Any, describe: bool) -> Callable[..., str]:
    name, signature = told["name"], _signature(told["parameters"], integer)

    def method(self: Any, *args: Any, **named: Any) -> str:
        given = signature.bind(self, *args, **named).arguments
        kept = {key: v for key, v in given.items() if key != "self" and v is not None}
        return call(self, name, kept)

    method.__name__ = method.__qualname__ = name
    method.__doc__ = told["description"] + (_listed(told["parameters"]) if describe else "")
    method.__signature__ = signature  # type: ignore[attr-defined]
    parameters = list(signature.parameters.values())[1:]
    method.__annotations__ = {one.name: one.annotation for one in parameters} | {"return": str}
    return method


def _signature(schema: Mapping[str, Any], integer: Any) -> Signature:
    made = [Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)]
    for name, argument in schema["properties"].items():
        kind = integer if argument["type"] == "integer" else str
        needed = name in schema["required"]
        made.append(
            Parameter(
                name,
                Parameter.POSITIONAL_OR_KEYWORD,
                default=Parameter.empty if needed else None,
                annotation=kind if needed else kind | None,
            )
        )
    return Signature(made, return_annotation=str)


def _listed(schema: Mapping[str, Any]) -> str:
    """Write the arguments as docstrings list them; a name in words tells a model nothing new."""
    lines = [f"    {name}: {name.replace('_', ' ')}" for name in schema["properties"]]
    return "\n\nArgs:\n" + "\n".join(lines) if lines else ""
