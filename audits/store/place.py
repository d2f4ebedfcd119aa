"""Where the store is, and the one way results are put into it: a failure is one warning."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path

from audits.provenance import respelled
from audits.result import Result
from audits.store.database import make_folder
from audits.store.saved import Reached, Saved
from audits.store.store import Store

VARIABLE = "CLAWBACK_STORE"
"""The environment variable that names the store's folder, or says `off`."""

FOLDER = ".clawback"

ROWS = "rows"
"""The folder in the store for rows that were piped in."""

Spelled = Callable[[str], str]
"""Spells a target as it is found where the command was run."""


def folder_of_store() -> Path | None:
    """Return the store's folder: named, or beside the project's settings, or here; None if off."""
    named = os.environ.get(VARIABLE, "")
    if named == "off":
        return None
    if named:
        return Path(named).resolve()
    above = (Path.cwd(), *Path.cwd().parents)
    roots = (one for one in above if (one / FOLDER).is_dir() or (one / ".git").exists())
    return next(roots, Path.cwd()) / FOLDER


def keep_rows(text: bytes) -> Path | None:
    """Keep rows that came from nowhere, by what they are; None if the store is off.

    Raises `OSError` if they cannot be written.
    """
    folder = folder_of_store()
    if folder is None:
        return None
    make_folder(folder)
    file = folder / ROWS / f"{sha256(text).hexdigest()[:16]}.jsonl"
    file.parent.mkdir(exist_ok=True)
    if not file.exists():
        part = file.with_suffix(f".{os.getpid()}")
        part.write_bytes(text)
        part.replace(file)
    return file


def stay() -> None:
    """Hold on to a folder that is named from here, before the current folder changes."""
    if os.environ.get(VARIABLE, "") not in ("", "off"):
        os.environ[VARIABLE] = str(Path(os.environ[VARIABLE]).absolute())


def keep(results: Iterable[Result], words: Sequence[str], ran_in: Path | None = None) -> bool:
    """Save what was found by a command line; where that cannot be done, say so and return False."""
    folder = folder_of_store()
    made = list(results)
    if folder is None or not any(result.findings or result.kept for result in made):
        return True
    try:
        here = os.path.relpath(ran_in or Path.cwd(), folder)
        spelled = partial(respelled, was=Path.cwd(), now=ran_in or Path.cwd())
        found = [one for result in made for one in _saved(result, spelled, here, list(words))]
        Store(folder).save(found, _reached(made, spelled, here, list(words)))
    except (OSError, sqlite3.Error, ValueError) as error:
        print(  # noqa: T201 - a note for people
            f"clawback: {folder}: findings are not saved: {error}; set {VARIABLE} to a folder that "
            "can be written, or to off",
            file=sys.stderr,
        )
        return False
    return True


def _saved(result: Result, spelled: Spelled, here: str, words: list[str]) -> Iterable[Saved]:
    for found in result.findings:
        yield Saved(
            id=found.fingerprint(result.target),
            audit=result.audit,
            target=spelled(result.target),
            finding=found,
            folder=here,
            words=words,
            seed=result.seed,
            strategies=result.strategies,
        )


def _reached(
    results: list[Result], spelled: Spelled, here: str, words: list[str]
) -> dict[str, Reached]:
    """Say how a target was reached whose right answers are known."""
    return {
        spelled(result.target): Reached(
            ask=result.kept["ask"], folder=here, words=words, answers=result.kept["answers"]
        )
        for result in results
        if {"ask", "answers"} <= set(result.kept)
    }
