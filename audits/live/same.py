"""Whether what a folder holds is the run that is asked for. Two runs are never mixed.

What is measured would be of neither. Only the endpoint may change, and only where none has finished
anything yet, or where one has failed: else something else may be meant under the same name.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec.structs import replace

from audits.errors import CannotAuditError, unknown
from audits.live.kept import ANOTHER, Kept
from audits.live.settings import MAY_CHANGE, Settings
from audits.whole import write_whole
from audits.worlds import WORLDS
from desk.once import TwiceError, named_once

SETTINGS = "run.json"
OWN = (SETTINGS, "rollouts.jsonl", "spoilt.jsonl", "records.jsonl", "plan.jsonl")
"""The files of a run's folder that are its own."""

UNTIL_IT_FAILS = f"go on with that one, which has not failed, or {ANOTHER}"


def read_settings(folder: Path) -> Settings | None:
    """Read what a folder is a run of; None where no run was begun. Raises `CannotAuditError`."""
    path = folder / SETTINGS
    if not path.exists():
        return None
    if not path.is_file():
        raise CannotAuditError(f"{path}: expected a file with the settings of a run; {ANOTHER}")
    try:
        text = path.read_bytes()
        named_once(text)
        found = msgspec.json.decode(text, type=Settings)
    except OSError as error:
        raise CannotAuditError(f"{path}: cannot read it: {error.strerror or error}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, TwiceError) as error:
        raise CannotAuditError(f"{path}: not the settings of a run: {error}; {ANOTHER}") from None
    if found.desk not in WORLDS:
        raise unknown(f"{path}: desk", found.desk, WORLDS)
    return found


def cases_of(folder: Path, desk: str) -> str:
    """Say by name and digest which cases of a desk a folder holds a run on; empty if it says none.

    Raises `CannotAuditError` for a run on another desk.
    """
    settings = read_settings(folder)
    if settings is None:
        return ""
    if settings.desk != desk:
        raise CannotAuditError(
            f"{folder / SETTINGS}: it is a run on the {settings.desk} desk: say --desk "
            f"{settings.desk}"
        )
    return settings.cases


def write_settings(folder: Path, settings: Settings) -> None:
    """Write what a folder is a run of, whole or not at all. Raises `OSError`."""
    text = msgspec.json.format(msgspec.json.encode(settings)).decode()
    write_whole(folder / SETTINGS, text + "\n")


def agree(folder: Path, before: Settings, wanted: Settings) -> None:
    """Raise `CannotAuditError`, which names the setting, where another run is kept there."""
    for name in Settings.__struct_fields__:
        if name not in MAY_CHANGE:
            _agree(folder, name, getattr(before, name), getattr(wanted, name))


def served(folder: Path, before: Settings | None, wanted: Settings, kept: Kept) -> Settings:
    """Return the settings with the endpoints that finished rollouts are from.

    Raises `CannotAuditError` where the endpoint may not change.
    """
    if before is None and (kept.finished or kept.spoilt or kept.cut):
        raise CannotAuditError(
            f"--out {folder}: it holds rollouts, but no {SETTINGS} that says what they are a run "
            f"of; put that file back, or {ANOTHER}"
        )
    if before is None or not kept.finished:
        return wanted
    had = (*before.earlier_urls, before.base_url)
    if wanted.base_url not in had and not kept.spoilt:
        _agree(folder, "base_url", before.base_url, wanted.base_url, UNTIL_IT_FAILS)
    return replace(wanted, earlier_urls=tuple(url for url in had if url != wanted.base_url))


def _agree(folder: Path, name: str, was: object, wanted: object, fix: str = ANOTHER) -> None:
    if was != wanted:
        raise CannotAuditError(
            f"--out {folder}: it holds a run with {name} {was!r}, this one has {wanted!r}; {fix}"
        )
