"""Runs the installed command as a user's shell would, in an environment that says nothing."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

COMMAND = Path(sys.executable).with_name("clawback")
"""The console script of the environment that runs the tests."""

ROOT = Path(__file__).resolve().parents[2]

STUCK = 120.0
"""Seconds after which a run is given up; nothing waits for it unless something hangs."""


ASKING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""What asks a run to stop."""


class Ended(NamedTuple):
    """How a run ended."""

    code: int
    out: str
    err: str


def clean(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Build the environment of a run: nothing of ours but the search path."""
    bare = {"PATH": os.environ.get("PATH", ""), "COLUMNS": "100", "LANG": "C.UTF-8"}
    bare |= {"CLAWBACK_STORE": "off"}  # a test of the store names a folder
    return bare | dict(extra or {})


def start(*args: str, env: Mapping[str, str] | None = None, **popen: Any) -> subprocess.Popen[str]:
    """Start the command; its streams are pipes unless told otherwise."""
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(
        [COMMAND, *args],
        **(streams | {"stdin": subprocess.DEVNULL, "text": True, "encoding": "utf-8"} | popen),
        env=clean(env),
    )


def end(run: subprocess.Popen[str]) -> Ended:
    """Wait for a run, and kill it rather than hang."""
    with run:
        try:
            out, err = run.communicate(timeout=STUCK)
        except BaseException:
            run.kill()
            raise
    return Ended(run.returncode, out or "", err or "")


def clawback(*args: str, **start_args: Any) -> Ended:
    """Run the command to its end."""
    return end(start(*args, **start_args))


def inside(*args: str, cwd: Path, env: Mapping[str, str] | None = None) -> Ended:
    """Run the command in this process, which is quicker: all but its start is the same.

    Not for what it caches for a process's life (replays), nor for signals.
    """
    from audits.cli import run

    out, err = io.StringIO(), io.StringIO()
    with (
        chdir(cwd),
        patch.dict(os.environ, clean(env), clear=True),
        patch.object(sys, "argv", ["clawback", *args]),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = run()
    return Ended(code, out.getvalue(), err.getvalue())
