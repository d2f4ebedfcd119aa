"""What a model is told of a desk's tools, in the shape of chat completions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]
"""One tool as chat completions describe it: `{"type": "function", "function": {...}}`."""


def tool_schemas(
    signatures: Mapping[str, Mapping[str, bool]],
    told: Mapping[str, str],
    types: Mapping[str, str],
) -> tuple[Schema, ...]:
    """Describe tools to a model.

    `signatures` says for each tool which arguments it has and whether each is required, `told`
    what it does in one sentence, `types` the JSON type of each argument that is not text.
    """
    return tuple(
        {
            "type": "function",
            "function": {
                "name": tool,
                "description": told[tool],
                "parameters": _parameters(arguments, types),
            },
        }
        for tool, arguments in signatures.items()
    )


def _parameters(arguments: Mapping[str, bool], types: Mapping[str, str]) -> Schema:
    return {
        "type": "object",
        "properties": {name: {"type": types.get(name, "string")} for name in arguments},
        "required": [name for name, required in arguments.items() if required],
        "additionalProperties": False,
    }
