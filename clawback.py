"""The `clawback` command's first step: make sure that our four packages are ours, then run.

The packages have plain names (`desk`, `scorer`, `attackers`, `audits`). A project on PYTHONPATH
may well hold one of the same name; importing that instead of ours would audit with somebody
else's code, so it is refused here, before anything of ours is imported.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from types import FrameType

TYPE_CHECKING = False  # as typing has it, which takes longer to import than all of this
if TYPE_CHECKING:
    from audits.laws import strategies
    from clawback_audit import CannotAuditError, Report, audit

__all__ = ["CannotAuditError", "Report", "audit", "main", "strategies"]
__version__ = "0.1.0"

PACKAGES = ("desk", "scorer", "attackers", "audits")


def shadowed() -> list[str]:
    """Name each of our packages that Python would import from somewhere else, with that place."""
    # Imported once a Ctrl-C is heeded: that they take long is why.
    from importlib.machinery import PathFinder  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    home = Path(__file__).resolve().parent
    found = []
    for name in PACKAGES:
        spec = PathFinder.find_spec(name)
        places = (
            [] if spec is None else list(spec.submodule_search_locations or [spec.origin or ""])
        )
        if [Path(place).resolve() for place in places] != [home / name]:
            found.append(f"{name} ({places[0] if places else 'missing'})")
    return found


def _on_signals(handler: Callable[[int, FrameType | None], None] | signal.Handlers) -> None:
    """Take Ctrl-C and its like; a signal that is ignored stays so (`nohup`)."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _leave(_number: int, _frame: FrameType | None) -> None:
    """End here and now: nothing is made yet, and an exception may be lost in an import."""
    try:
        os.write(2, b"clawback: interrupted\n")
    finally:
        os._exit(130)


def __getattr__(name: str) -> object:
    """Import what tests use when it is asked for: `audit` and its error, `strategies`."""
    if name in ("CannotAuditError", "Report", "audit"):
        import clawback_audit  # noqa: PLC0415

        return getattr(clawback_audit, name)
    if name == "strategies":
        if strangers := shadowed():
            raise ImportError(
                f"clawback.strategies: another package stands in the way: {', '.join(strangers)}"
            )
        from audits.laws import strategies  # noqa: PLC0415

        return strategies
    raise AttributeError(f"module 'clawback' has no attribute {name!r}")


def main() -> None:
    """Run the command line; exit codes are those of `audits.verdict.Exit`."""
    _on_signals(_leave)
    if sys.argv[1:] == ["--version"]:
        sys.stdout.write(f"clawback {__version__}\n")
        return
    if strangers := shadowed():
        sys.stderr.write(
            f"clawback: another package stands in the way of ours: {', '.join(strangers)}.\n"
            "Take its folder off PYTHONPATH, or start clawback from another environment.\n"
        )
        raise SystemExit(2)
    try:
        from audits.cli import run  # noqa: PLC0415 - only once the names are known to be ours
    except ImportError as error:  # uncaught it would exit 1, which says that something was found
        sys.stderr.write(f"clawback: it cannot be loaded: {error}. Install clawback again.\n")
        raise SystemExit(2) from None

    code = run()
    _on_signals(signal.SIG_IGN)  # the verdict is out: nothing changes it any more
    raise SystemExit(code)


if __name__ == "__main__":
    main()
