"""A project's settings: `[tool.clawback]` in pyproject.toml, or clawback.toml, found upward.

An unknown key is an error that names the nearest one. Paths are told from the file's folder.
"""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec

from audits.errors import CannotAuditError, one_line, unknown
from audits.misfits import misfit
from audits.rules import RULES, Severity

NAMES = ("clawback.toml", "pyproject.toml")


Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
"""A fraction: 0.2 is a fifth."""
Seconds = Annotated[float, msgspec.Meta(ge=0.01, le=86_400)]
"""As on the command line: at most a day."""
MegaBytes = Annotated[int, msgspec.Meta(ge=64, le=1 << 24)]
Seed = Annotated[int, msgspec.Meta(ge=0)]


class Bars(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """The most that a target's numbers may be, as fractions; None: no limit."""

    max_cheat_ceiling: Share | None = None
    max_best_blind_policy: Share | None = None
    max_dead_rollout_pay: Share | None = None
    max_right_answers_denied: Share | None = None


class TargetSettings(Bars, frozen=True, kw_only=True, rename="kebab"):
    """One reward of the project's; keys are the options of `clawback audit`."""

    target: str
    rows: str = ""
    shape: str = "auto"
    convention: str | None = None
    map: dict[str, str] = {}
    python: str | None = None
    stub_parents: bool = False
    timeout: Seconds = 10.0
    memory: MegaBytes = 4096
    load_timeout: Seconds = 120.0
    effects: list[str] = []
    reads: list[str] = []
    agent_writable: list[str] = []
    gold_at: list[str] = []
    effort: str | None = None
    select: list[str] = []
    ignore: list[str] = []
    fail_on: Severity | None = None


class ScorerSettings(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """One scorer of the refund desk's, and which audits are made of it."""

    scorer: str
    revert: list[str] = []
    without: list[str] = []
    cases: str = "eval"
    audits: list[str] = msgspec.field(default_factory=lambda: ["attack"])
    accepted_mutants: str | None = None
    """A file of mutants that may survive, with reasons; for the audit `mutate`."""
    fail_on: Severity | None = None


class Suppression(msgspec.Struct, frozen=True, kw_only=True, rename="kebab"):
    """A rule that does not count, for one target or all, with the reason."""

    rule: str
    """A rule's id, or how it begins."""
    reason: str
    target: str | None = None
    expires: datetime.date | None = None
    """The last day on which it holds."""

    @property
    def told(self) -> str:
        """The suppression in a line for people."""
        on = f" on {self.target}" if self.target else ""
        return f"{self.rule}{on} ({flat(self.reason)})"


class Settings(Bars, frozen=True, kw_only=True, rename="kebab"):
    """All that a project may say."""

    fail_on: Severity = Severity.ERROR
    seed: Seed = 0
    effort: str = "normal"
    baseline: str = "clawback-baseline.toml"
    compare_mutants: bool = False
    """Whether `gate --base` compares which mutants survive, too."""
    targets: list[TargetSettings] = []
    scorers: list[ScorerSettings] = []
    suppress: list[Suppression] = []


def spelled(path: Path, key: str = "") -> str:
    """Write a table's name as it stands in that file: in pyproject.toml, below ours."""
    below = "tool.clawback" if path.name == "pyproject.toml" else ""
    return ".".join(filter(None, (below, key)))


def found(start: Path) -> Path | None:
    """Return the nearest file with settings, here or above; None if there is none."""
    for folder in (start, *start.parents):
        for name in NAMES:
            if (folder / name).is_file() and _table(folder / name) is not None:
                return folder / name
    return None


def read_settings(path: Path) -> Settings:
    """Read a file's settings. Raises `CannotAuditError`, naming file, key and remedy."""
    table = _table(path)
    if table is None:
        raise CannotAuditError(f"{path}: no settings in it; expected a table [tool.clawback]")
    _check_keys(table, Settings, str(path))
    for key, kind in (
        ("targets", TargetSettings), ("scorers", ScorerSettings), ("suppress", Suppression),
    ):  # fmt: skip
        for number, entry in enumerate(_entries(table, key, path), 1):
            _check_keys(entry, kind, f"{path}, {key} {number}")
    settings = converted(table, Settings, str(path))
    for one in settings.suppress:
        check_reason(one.reason, f"{path}, suppress {one.rule}")
    _check_texts(settings, path)
    return settings


def _check_texts(settings: Settings, path: Path) -> None:
    """Raise `CannotAuditError` for a text that fits its type and names nothing."""
    for one in settings.suppress:
        if not one.rule or not any(rule.startswith(one.rule.upper()) for rule in RULES):
            raise unknown(f"{path}, suppress, rule", one.rule, RULES)
    names = [("baseline", settings.baseline), *(("target", one.target) for one in settings.targets)]
    for key, text in names:
        if not text or not text.isprintable():
            raise CannotAuditError(f"{path}, {key}: expected printable text; got {text!r}")


def _entries(table: dict[str, Any], key: str, path: Path) -> list[dict[str, Any]]:
    entries = table.get(key, [])
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        raise CannotAuditError(f"{path}: {key}: expected [[{spelled(path, key)}]] tables")
    return entries


def _table(path: Path) -> dict[str, Any] | None:
    """Return the table that is ours; None for a pyproject.toml without one."""
    read = toml(path)
    if path.name != "pyproject.toml":
        return read
    tool = read.get("tool")
    ours = tool.get("clawback") if isinstance(tool, dict) else None
    if ours is not None and not isinstance(ours, dict):
        raise CannotAuditError(f"{path}: expected a table [tool.clawback]; got {ours!r}")
    return ours


def toml(path: Path) -> dict[str, Any]:
    """Read a TOML file. Raises `CannotAuditError` if it cannot be."""
    if path.exists() and not path.is_file():
        raise CannotAuditError(f"{path}: expected a file; this is a folder, a pipe or a device")
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CannotAuditError(f"{path}: cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:  # a number of 5,000 digits, 3,000 lists in lists
        raise CannotAuditError(f"{path}: not TOML: {error}") from None


Kind = TypeVar("Kind", bound=msgspec.Struct)


def converted(table: object, kind: type[Kind], where: str) -> Kind:
    """Make a value of a table. Raises `CannotAuditError` for a wrong type or a missing key."""
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        raise CannotAuditError(f"{where}: {misfit(error, table, kind)}") from None


def _check_keys(table: Iterable[str], kind: type[msgspec.Struct], where: str) -> None:
    known: Sequence[str] = kind.__struct_encode_fields__
    for key in table:
        if key not in known:
            raise unknown(f"{where}, key", key, known)


def check_reason(reason: str, where: str) -> None:
    """Raise `CannotAuditError` unless there is a reason."""
    if not reason.strip():
        raise CannotAuditError(f"{where}: reason: expected why this is accepted; got {reason!r}")


def flat(reason: str) -> str:
    """Write a reason in one line: it stands in tables and in a job's log."""
    return one_line(" ".join(reason.split()))
