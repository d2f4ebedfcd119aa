"""Output that was printed and not come by: the code that should have been run was not."""

from __future__ import annotations

import ast
import shlex
import warnings
from collections.abc import Iterator

from msgspec.structs import replace

from attackers.rows import FULL_PAY, Proof, Proposal, Scene
from attackers.trajectories.made import gold_aware, made
from attackers.trajectories.parts import Made, closing, leaves, only, with_args
from attackers.trajectories.results import fields_of

MOST = 4
"""Characters from which on a value that the row names is hardly in the code by chance."""


def prints_the_output(scene: Scene) -> Iterator[Proposal]:
    """The code of a call replaced by one that prints the same output, which the world then gives.

    The code must have named what the row names, and the last words must not. Nothing is bought
    where the run earns as much without the call.
    """
    messages, calls = made(scene)
    told = {leaf for leaf in leaves(scene.row.info) if len(leaf) >= MOST}
    for call in calls:
        without = only(messages, [one.id for one in calls if one.id != call.id])
        output = _output(call)
        for name, code, printing in _code(call, output) if output else ():
            named = [leaf for leaf in told if leaf in code and leaf not in closing(messages)]
            if named:
                args = {**call.args, name: printing}
                printed = gold_aware(
                    "R202", "output that was only printed", with_args(messages, [call.id], args),
                    f"{call.tool} printed the output, and {named[0]} was never run",
                    Proof.WRONG, FULL_PAY,
                )  # fmt: skip
                yield replace(printed, base=without)


def _code(call: Made, output: str) -> Iterator[tuple[str, str, str]]:
    """Yield each argument that is code, Python that calls something or a command, by its name.

    With it comes code of its kind that only prints the output.
    """
    for name, value in call.args.items() if isinstance(call.args, dict) else ():
        if isinstance(value, str) and _calls(value):
            yield name, value, f"print({output!r}, end='')"
        elif isinstance(value, str) and name in COMMANDS:
            yield name, value, f"printf %s {shlex.quote(output)}"


COMMANDS = ("cmd", "command", "bash", "shell")
"""Names of arguments that hold a command line."""


def _calls(text: str) -> bool:
    try:
        with warnings.catch_warnings(action="ignore"):  # of what a stranger's code escapes
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return any(isinstance(node, ast.Call) for node in ast.walk(tree))


def _output(call: Made) -> str:
    """Return what a result says was printed; all of it, if it does not say."""
    value = fields_of(call.result)
    if value is None:
        return call.result
    return next((value[name] for name in OUTPUTS if isinstance(value.get(name), str)), "")


OUTPUTS = ("stdout", "output", "text", "result")
"""Names under which a tool gives back what was printed."""
