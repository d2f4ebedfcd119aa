"""The demonstration's reward, as people write them: with one hole, and mended in one word."""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path

from audits.errors import CannotAuditError, unwritable

HOME = Path(__file__).parent
HOLED, MENDED, ROWS = HOME / "reward.py", HOME / "mended.py", HOME / "rows.jsonl"

WORDS = f"{HOLED.name}:score --rows {ROWS.name}"
"""How the reward is audited in a folder that holds it."""


def body(path: Path) -> str:
    """Return a reward's function as it stands in its file."""
    _, word, rest = path.read_text(encoding="utf-8").partition("def ")
    return (word + rest).rstrip()


def change() -> str:
    """Return what mends the reward, as the lines that change."""
    lines = unified_diff(body(HOLED).splitlines(), body(MENDED).splitlines(), n=0, lineterm="")
    return "\n".join(line for line in lines if not line.startswith(("---", "+++", "@@")))


def write(folder: Path) -> list[Path]:
    """Write the holed reward and its rows into a folder, and return the files.

    Raises `CannotAuditError` where one of them is there already, or cannot be written.
    """
    made = [folder / source.name for source in (HOLED, ROWS)]
    for path in made:
        if path.exists():
            raise CannotAuditError(f"--keep: {path} is there already; name another folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path in made:
            path.write_bytes((HOME / path.name).read_bytes())
    except OSError as error:
        raise unwritable("--keep", folder, error, "; name another folder") from None
    return made
