"""What the generated blocks of the documents are made of: real output of real commands.

Used by cog (`make docs` writes them, `make check` compares): `from blocks import show`. What takes
long to run is taken from a snapshot that the tests compare with the command (`kept`).
"""

from __future__ import annotations

import ast
import inspect
import os
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent


def output(words: str) -> str:
    """Run `clawback WORDS` and return what it printed to stdout."""
    done = subprocess.run(
        [sys.executable, str(HOME / "clawback.py"), *shlex.split(words)],
        cwd=HOME,
        env=os.environ | {"COLUMNS": "100", "NO_COLOR": "1", "CLAWBACK_STORE": "off"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 1):
        raise RuntimeError(f"clawback {words}: exit code {done.returncode}\n{done.stderr}")
    return "\n".join(line.rstrip() for line in done.stdout.rstrip().splitlines())


def show(words: str) -> None:
    """Print a command and its output as a block of Markdown, for cog."""
    print(f"\n```text\n$ clawback {words}\n{output(words)}\n```\n")  # noqa: T201 - cog reads stdout


def kept(name: str) -> None:
    """Print a whole run from its snapshot, which the tests hold against the command, for cog."""
    page = (HOME / "tests/audits" / name).read_text(encoding="utf-8")
    command, _, rest = page.partition("\n-- exit code: ")
    printed = rest.partition("-- stdout\n")[2].rpartition("-- stderr\n")[0]
    text = "\n".join(line.rstrip() for line in printed.rstrip().splitlines())
    print(f"\n```text\n{command}\n{text}\n```\n")  # noqa: T201 - cog reads stdout


def table(head: tuple[str, ...], rows: list[tuple[object, ...]]) -> None:
    """Print a table of Markdown, for cog."""
    lines = [head, tuple("---" for _ in head), *rows]
    text = "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
    print(f"\n{text}\n")  # noqa: T201 - cog reads stdout


def fields(kind: type) -> None:
    """Print a table of a struct's fields, each with its own docstring, for cog."""
    body = ast.parse(textwrap.dedent(inspect.getsource(kind))).body[0].body
    rows = [
        (f"`{one.target.id}`", f"`{ast.unparse(one.annotation)}`".replace("|", "or"), _below(after))
        for one, after in zip(body, [*body[1:], None], strict=True)
        if isinstance(one, ast.AnnAssign)
    ]
    table(("field", "type", "what it is"), rows)


def _below(after: ast.stmt | None) -> str:
    """Return the docstring below a field, on one line; nothing where there is none."""
    if not isinstance(after, ast.Expr) or not isinstance(after.value, ast.Constant):
        return ""
    return " ".join(str(after.value.value).split()).replace("|", "\\|")
