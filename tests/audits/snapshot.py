"""Whole runs beside files that show what they printed; see `matches`."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path

from clawback import __version__
from tests.audits.command import Ended

FOLDER = Path(__file__).with_name("snapshots")
DERIVED = re.compile(
    r'("(?:catalogue|target_digest)": "|name="(?:catalogue|target_digest)" value="|catalogue )\w+'
)
"""What changes with every change of a scorer or an attack; tests of their own look at it."""

TRIED = re.compile(r'\d+(?= tried)|(?<="tried": )\d+|(?<=  audit    )\d+')

UPDATE = "CLAWBACK_UPDATE_SNAPSHOTS"


def matches(name: str, args: Sequence[str], ended: Ended, folder: Path = FOLDER) -> None:
    """Fail unless the run printed and returned what the file `name` shows.

    With CLAWBACK_UPDATE_SNAPSHOTS=1 the file is written instead, except where CI is set: there a
    snapshot is only ever compared.
    """
    path = folder / f"{name}.txt"
    made = _page(args, ended)
    if os.environ.get(UPDATE) == "1":
        assert not os.environ.get("CI"), f"{UPDATE} is set in CI; snapshots are only compared there"
        path.write_text(made, encoding="utf-8")
        return
    assert path.exists(), f"no snapshot {path}; look at the output and run with {UPDATE}=1"
    kept = path.read_text(encoding="utf-8")
    diff = "\n".join(unified_diff(kept.splitlines(), made.splitlines(), "kept", "now", lineterm=""))
    assert made == kept, f"{diff}\nIf this is right, run with {UPDATE}=1."


def _page(args: Sequence[str], ended: Ended) -> str:
    command = " ".join(["clawback", *args])
    parts = f"$ {command}\n-- exit code: {ended.code}\n-- stdout\n{ended.out}-- stderr\n{ended.err}"
    parts = (
        parts.replace(f"clawback {__version__}", "clawback <version>")
        .replace(f'"version": "{__version__}"', '"version": "<version>"')
        .replace(
            f'name="tool_version" value="{__version__}"', 'name="tool_version" value="<version>"'
        )
    )
    return DERIVED.sub(r"\1<derived>", parts)


def uncounted(ended: Ended) -> Ended:
    """Leave out how much was tried: it changes with every attack that is added."""
    return ended._replace(out=TRIED.sub("N", ended.out))
