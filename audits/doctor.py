"""Whether clawback can work here: what must be, and what is an extra, each with its remedy."""

from __future__ import annotations

import os
import platform
import sys
import tempfile
from collections.abc import Callable
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

import msgspec

from audits.errors import CannotAuditError
from audits.extras import EXTRAS, Extra, install
from audits.result import counted


class State(StrEnum):
    """How a part is."""

    OK = "ok"
    MISSING = "missing"
    """An extra that is not installed: all that does not need it works."""
    BROKEN = "broken"
    """What audits need, and what does not work."""


class Part(msgspec.Struct, frozen=True):
    """One part of an installation."""

    name: str
    state: State
    told: str
    """What there is, or what is wrong, in one line."""
    fix: str = ""
    """What to type, or to do; empty where there is nothing to mend."""


def checks() -> list[Part]:
    """Look at every part; nothing outside a temporary folder and the store is touched."""
    must: dict[str, Callable[[], str]] = {
        "python": _python,
        "worker": _worker,
        "store": _store,
        "settings": _settings,
    }
    parts = [_looked_at(name, look) for name, look in must.items()]
    return parts + [_extra(name, extra) for name, extra in EXTRAS.items()]


def _looked_at(name: str, look: Callable[[], str]) -> Part:
    try:
        return Part(name, State.OK, look())
    except CannotAuditError as error:
        told, _, fix = str(error).partition("; ")
        return Part(name, State.BROKEN, told, fix)


def _python() -> str:
    if not hasattr(os, "fork"):
        raise CannotAuditError(
            f"{sys.platform} has no fork, and audits run rewards in forked processes; "
            "use Linux, macOS or WSL"
        )
    return f"{platform.python_implementation()} {platform.python_version()} on {sys.platform}"


def _worker() -> str:
    """Let the demonstration's reward score one answer, where a user's reward would."""
    from audits.demo import MENDED, ROWS  # noqa: PLC0415 - only if it is asked for
    from audits.rewards.outcome import Kind, Sample  # noqa: PLC0415
    from audits.rewards.session import Ask, opened  # noqa: PLC0415

    with opened(Ask(target=f"{MENDED}:score", rows=str(ROWS))) as (reward, rows):
        ((outcome,),) = reward.score([[Sample(rows[0], rows[0].reference)]])
    if outcome.kind is not Kind.VALUE:
        raise CannotAuditError(f"a reward was called and did not answer: {outcome.detail}")
    return "a reward in a process of its own answers"


def _store() -> str:
    from audits.store.place import VARIABLE, folder_of_store  # noqa: PLC0415

    folder = folder_of_store()
    if folder is None:
        return f"off ({VARIABLE})"
    there = next(one for one in (folder, *folder.parents) if one.exists())
    try:
        with tempfile.TemporaryFile(dir=there):
            return f"findings are saved in {folder}"
    except OSError as error:
        raise CannotAuditError(
            f"findings cannot be saved in {folder}: {error.strerror}; set {VARIABLE} to a folder "
            "that can be written, or to off"
        ) from None


def _settings() -> str:
    from audits.settings import found, read_settings  # noqa: PLC0415

    path = found(Path.cwd())
    if path is None:
        return "none, here or above"
    settings = read_settings(path)
    scorers = counted(len(settings.scorers), "scorer")
    return f"{path}: {counted(len(settings.targets), 'target')}, {scorers}"


def _extra(name: str, extra: Extra) -> Part:
    """Tell whether an extra is there, without importing it."""
    if not all(map(find_spec, extra.modules)):
        return Part(name, State.MISSING, f"needed by {extra.needed_by}", install(name))
    return Part(name, State.OK, f"{' and '.join(extra.modules)} there: {extra.needed_by}")
