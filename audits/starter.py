"""What `clawback init` writes: settings that the gate reads, a first test, a CI job."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import msgspec

from audits.demo import MENDED, ROWS
from audits.errors import CannotAuditError, unwritable
from audits.whole import write_whole

EXAMPLE, EXAMPLE_ROWS = "example_reward.py", "example_rows.jsonl"
"""A sound reward of a few lines, written where the user names none."""

TEST = Path("tests/test_clawback.py")
WORKFLOWS = Path(".github/workflows")
"""Where GitHub looks for jobs: below the repository's root, and nowhere else."""


class File(msgspec.Struct, frozen=True):
    """One file to write."""

    path: Path
    text: str
    what: str
    """What it is for, in a few words."""
    grows: bool = False
    """Whether what stood there stays, and the text comes after it."""


def files(target: str, rows: str) -> list[File]:
    """Return what is to be written here for a target; for an example where it is empty.

    Raises `CannotAuditError` where the project has settings already.
    """
    made = [] if target else _example()
    target, rows = (target, rows) if target else (f"{EXAMPLE}:score", EXAMPLE_ROWS)
    made.append(_settings(target, rows))
    made.append(File(TEST, _test(target, rows), "a first test: pytest"))
    made.append(_workflow())
    return made


def write(made: list[File], force: bool) -> None:
    """Write all of it, or nothing. Raises `CannotAuditError` for what is there already."""
    there = [str(one.path) for one in made if one.path.exists() and not one.grows]
    if there and not force:
        raise CannotAuditError(
            f"init: already there: {', '.join(there)}; move it away, or write over it with --force"
        )
    for one in made:
        try:
            one.path.parent.mkdir(parents=True, exist_ok=True)
            before = one.path.read_text(encoding="utf-8") if one.grows else ""
            write_whole(one.path, before + one.text)
        except OSError as error:
            raise unwritable("init:", one.path, error) from None


def _example() -> list[File]:
    reward = MENDED.read_text(encoding="utf-8").partition("\n")[2]
    return [
        File(
            Path(EXAMPLE), f'"""A small reward, to be replaced by yours."""\n{reward}', "a reward"
        ),
        File(Path(EXAMPLE_ROWS), ROWS.read_text(encoding="utf-8"), "its rows"),
    ]


def _settings(target: str, rows: str) -> File:
    """Settings go into pyproject.toml where there is one, and no clawback.toml beside it."""
    own, shared = Path("clawback.toml"), Path("pyproject.toml")
    what = "what the gate audits: clawback gate"
    if own.exists() or not shared.exists():
        return File(own, _table("", target, rows), what)
    text = shared.read_text(encoding="utf-8")
    try:
        if "clawback" in tomllib.loads(text).get("tool", {}):
            raise CannotAuditError(
                "init: pyproject.toml has a table [tool.clawback] already; add to it by hand, or "
                "take it out"
            )
    except tomllib.TOMLDecodeError as error:
        raise CannotAuditError(
            f"init: pyproject.toml is not TOML: {error}; mend it first"
        ) from None
    gap = "\n" if text.endswith("\n") else "\n\n"
    return File(shared, gap + _table("tool.clawback", target, rows), what, grows=True)


def _table(prefix: str, target: str, rows: str) -> str:
    """Write settings; a TOML string is written as JSON writes it."""
    head = f"[{prefix}]\n" if prefix else ""
    dot = f"{prefix}." if prefix else ""
    return (
        f'{head}fail-on = "error"  # error, warning or note\n\n'
        f"[[{dot}targets]]\ntarget = {json.dumps(target)}\n"
        + (f"rows = {json.dumps(rows)}\n" if rows else "")
    )


def _workflow() -> File:
    """Write the job at the repository's root; it works in this folder."""
    here = Path.cwd()
    root = next((one for one in (here, *here.parents) if (one / ".git").exists()), None)
    what = "a CI job that runs the gate"
    if root == here:
        return File(WORKFLOWS / "clawback.yml", _WORKFLOW, what)
    if root is None:
        what += "; GitHub looks for it at the root of a repository, and here is none yet"
        return File(WORKFLOWS / "clawback.yml", _WORKFLOW, what)
    inner = here.relative_to(root)
    named = f"clawback-{'-'.join(inner.parts)}"
    text = _WORKFLOW.replace("name: clawback", f"name: {json.dumps(named)}", 1)
    place = (
        f"    defaults:\n      run:\n        working-directory: {json.dumps(inner.as_posix())}\n"
    )
    up = Path(*[".."] * len(inner.parts))
    what += f" in {inner}; it is at the root of the repository, where GitHub looks"
    return File(
        up / WORKFLOWS / f"{named}.yml", text.replace("    steps:\n", f"{place}    steps:\n"), what
    )


def _test(target: str, rows: str) -> str:
    return _TEST.format(target=_placed(target), rows=_placed(rows))


def _placed(name: str) -> str:
    """Write a file as told from the project's folder, a module as it stands."""
    head, colon, _ = name.partition(":")
    return f"str(HERE / {name!r})" if head.endswith(".py") or not colon else repr(name)


_TEST = '''"""The reward cannot be earned without the work; see `clawback audit --help`."""

from pathlib import Path

import clawback
import pytest

HERE = Path(__file__).resolve().parent.parent


@pytest.mark.clawback(effort="quick")
def test_the_reward_cannot_be_earned_without_the_work():
    clawback.audit({target}, {rows}).assert_clean()
'''

_WORKFLOW = """\
name: clawback
on:
  push:
  pull_request:
permissions:
  contents: read
jobs:
  gate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: python -m pip install clawback  # and what your reward needs
      - run: clawback gate --format github --report markdown:"$GITHUB_STEP_SUMMARY"
"""
