"""What the generated blocks of the documents are made of: real output of real commands.

Used by cog (`make docs` writes them, `make check` compares): `from blocks import show`. What takes
long to run is taken from a snapshot that the tests compare with the command (`kept`).
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
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
