"""`clawback.audit(fn, rows)`: an audit from a test, made in an interpreter of its own.

A project may well hold a `scorer` or a `desk` of its own, and in its tests those names are taken.
So nothing of ours is imported there: this module says by what name a worker finds the function, and
has the rest done by a child on whose path are the installed packages and nothing else.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HOME = Path(__file__).resolve().parent

DEFAULTS: list[dict[str, Any]] = [{}]
"""Options of audits that do not say otherwise, the innermost last; a marker puts them there."""

Heard = list[tuple[set[str], dict[str, Any]]]
"""Audits that were made: the options that each named itself, and all that held for it."""

_HEARD: list[Heard] = []


class CannotAuditError(Exception):
    """The audit cannot be made as asked. The message names the argument, the value and the fix."""


@dataclass(frozen=True)
class Report:
    """What an audit found."""

    document: dict[str, Any]
    """The documented JSON."""
    texts: dict[str, str]
    """The report for people, by the severity from which on findings count."""
    verdicts: dict[str, str]
    """CLEAN, FINDINGS or INCONCLUSIVE, by that severity."""
    fail_on: str = "error"
    """The severity that holds where none is named."""

    @property
    def findings(self) -> list[dict[str, Any]]:
        """The findings of every severity, the proven ones first."""
        found: list[dict[str, Any]] = self.document["findings"]
        return found

    @property
    def verdict(self) -> str:
        """The verdict: by `fail_on`, what is proven counts if nothing else was said."""
        return self.verdicts[self.fail_on]

    @property
    def text(self) -> str:
        """The report for people."""
        return self.texts[self.fail_on]

    def assert_clean(self, *, fail_on: str | None = None) -> None:
        """Raise `AssertionError` with the report if anything of that severity or above was found.

        `fail_on` is error, warning or note. Raises `CannotAuditError` where the audit could not be
        made whole: that is never clean.
        """
        __tracebackhide__ = True
        word = fail_on or self.fail_on
        if word not in self.verdicts:
            raise CannotAuditError(
                f"fail_on: expected one of {', '.join(self.verdicts)}; got {word!r}"
            )
        if self.verdicts[word] == "FINDINGS":
            raise AssertionError(self.texts[word])
        if self.verdicts[word] != "CLEAN":
            raise CannotAuditError(self.texts[word])


def audit(
    target: Callable[..., Any] | str, rows: Iterable[Mapping[str, Any]] | str | Path, **options: Any
) -> Report:
    """Audit a reward on its rows, in a child interpreter, and return what was found.

    `target` is a function of a module, or its name (`pkg.mod:fn`, `path/file.py:fn`); `rows` are
    mappings with columns, a data frame, a file, or a loader's name. `options` are those of
    `audits.audit`: `shape`, `mapping`, `python`, `effort` (quick, normal, thorough), `seed`,
    `select`, `ignore`, `declared` (a mapping), `timeout` (seconds a call), `memory_mb` (MiB),
    `load_timeout` (seconds), `fail_on`. Raises `CannotAuditError` where it cannot be made as asked.
    """
    __tracebackhide__ = True
    given = {**DEFAULTS[-1], **options}
    if _HEARD:
        _HEARD[-1].append((set(options), given))
    python = given.get("python", sys.executable)
    request = {
        "target": target if isinstance(target, str) else name_of(target),
        "rows": str(rows) if isinstance(rows, str | Path) else as_json(records(rows), "rows"),
        "paths": [] if isinstance(target, str) else paths_for(python),
        "options": given,
        "parent": os.getpid(),
    }
    reply = _asked(request)
    if "error" in reply:
        raise CannotAuditError(reply["error"])
    return Report(**reply)


@contextmanager
def defaults(options: Mapping[str, Any], heard: Heard) -> Iterator[None]:
    """Let audits inside take these options where they do not say otherwise; `heard` gets them."""
    DEFAULTS.append(dict(options))
    _HEARD.append(heard)
    try:
        yield
    finally:
        DEFAULTS.pop()
        _HEARD.pop()


def _asked(request: dict[str, Any]) -> dict[str, Any]:
    __tracebackhide__ = True
    try:
        words = json.dumps(request)
    except TypeError as error:
        raise CannotAuditError(f"options: expected text, numbers and lists; {error}") from None
    import subprocess  # noqa: PLC0415 - the command line reads this module and asks nobody

    done = subprocess.run(
        [sys.executable, "-E", "-P", str(Path(__file__).resolve())],
        input=words,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise RuntimeError(
            f"this is a fault of clawback itself (exit code {done.returncode}); please report it "
            f"with these lines\n{done.stderr}"
        )
    reply: dict[str, Any] = json.loads(done.stdout)
    return reply


def _serve() -> None:
    """Answer one request, from stdin to stdout, in a child that does not outlive who asks."""
    request = json.load(sys.stdin)
    if str(HOME) not in sys.path:
        sys.path.append(str(HOME))
    from clawback import shadowed  # noqa: PLC0415 - only in the child

    if strangers := shadowed():
        reply: dict[str, Any] = {
            "error": "another installed package stands in the way of ours: "
            f"{', '.join(strangers)}; install clawback in an environment of its own"
        }
    else:
        # only once the names are known to be ours
        from audits.children import end_with_parent  # noqa: PLC0415

        end_with_parent()
        if os.getppid() != request["parent"]:  # it was gone before the kernel was told
            raise SystemExit(1)
        from audits.asked import answer  # noqa: PLC0415

        reply = answer(request)
    sys.stdout.write(json.dumps(reply))


def records(rows: Any) -> Iterator[Any]:
    """Go through rows; a data frame's are its records."""
    listed = rows.to_dict("records") if hasattr(rows, "iloc") else rows
    return (dict(row) if isinstance(row, Mapping) else row for row in listed)


def as_json(rows: Iterable[Any], where: str) -> list[Any]:
    """Return rows as a worker is told them: NaN is None, a date is text, an array is a list.

    Raises `CannotAuditError` for a value that JSON has no word for, naming row and field.
    """
    return [_plain(row, f"{where}, row {number}") for number, row in enumerate(rows, 1)]


def _plain(row: Any, where: str) -> Any:
    import msgspec  # noqa: PLC0415 - a test that audits nothing does without

    try:
        return msgspec.json.decode(msgspec.json.encode(row, enc_hook=_listed))
    except (TypeError, ValueError, RecursionError) as error:
        fields = row.items() if isinstance(row, dict) and len(row) > 1 else ()
        for name, value in fields:
            _plain({name: value}, f"{where}, field {name!r}")
        raise CannotAuditError(
            f"{where}: cannot be handed to another process ({error}); use text, numbers, lists and "
            "objects"
        ) from None


def _listed(value: Any) -> Any:
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"a {type(value).__name__} is no JSON")


def paths_for(python: str) -> list[str]:
    """Return where this process finds modules; another Python has packages of its own."""
    paths = [path for path in sys.path if path]
    if python == sys.executable:
        return paths
    ours = (sys.prefix, sys.base_prefix)
    return [path for path in paths if not path.startswith(ours)]


def name_of(function: Callable[..., Any]) -> str:
    """Return the name under which a worker can import a function.

    Raises `CannotAuditError` for one that no other process can import, with the remedy.
    """
    module = getattr(function, "__module__", None)
    name = getattr(function, "__qualname__", "")
    if not name or not _is_at(module, name, function):
        raise CannotAuditError(
            f"target: {name or repr(function)} cannot be imported by another process; define it at "
            "the top of a module, or give its name as pkg.mod:function"
        )
    if module != "__main__":
        return f"{module}:{name}"
    file = getattr(sys.modules["__main__"], "__file__", None)
    if file is None:
        raise CannotAuditError(
            f"target: {name} was defined in an interactive session; put it into a file"
        )
    return f"{Path(file).resolve()}:{name}"


def _is_at(module: str | None, name: str, function: Callable[..., Any]) -> bool:
    """Tell whether a name in a module is this very function: no lambda, closure or method is."""
    found: Any = sys.modules.get(module or "")
    for part in name.split("."):
        found = getattr(found, part, None)
    return bool(found == function)


if __name__ == "__main__":
    _serve()
