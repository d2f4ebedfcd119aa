"""The `clawback` command's first step: make sure that our four packages are ours, then run.

The packages have plain names (`desk`, `scorer`, `attackers`, `audits`). A project on PYTHONPATH
may well hold one of the same name; importing that instead of ours would audit with somebody
else's code, so it is refused here, before anything of ours is imported.
"""

from __future__ import annotations

import sys
from importlib.machinery import PathFinder
from pathlib import Path

__version__ = "0.1.0"

PACKAGES = ("desk", "scorer", "attackers", "audits")


def shadowed() -> list[str]:
    """Name each of our packages that Python would import from somewhere else, with that place."""
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


def main() -> None:
    """Run the command line; exit codes are those of `audits.verdict.Exit`."""
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

    raise SystemExit(run())


if __name__ == "__main__":
    main()
