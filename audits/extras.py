"""What is installed when it is asked for only: the extras that a user may want."""

from __future__ import annotations

import msgspec


class Extra(msgspec.Struct, frozen=True):
    """An optional part: the modules that it brings, and what needs them."""

    modules: tuple[str, ...]
    needed_by: str


EXTRAS = {
    "html": Extra(("jinja2", "matplotlib"), "reports as a page (--format html)"),
    "inspect": Extra(("inspect_ai",), "our desks as Inspect tasks"),
    "live": Extra(("openai",), "clawback run (a live model works a desk)"),
    "logs": Extra(("zstandard",), "clawback rescore on Inspect's .eval logs"),
    "openenv": Extra(("openenv",), "our desks as OpenEnv environments"),
    "parquet": Extra(("pyarrow",), "rows in Parquet files"),
    "ray": Extra(("ray",), "clawback sweep and rescore on a cluster (--engine ray)"),
    "verifiers": Extra(("verifiers",), "our desks as verifiers environments"),
}
"""Every extra of pyproject.toml that is not for work on clawback itself, by its name."""


def install(extra: str) -> str:
    """Return the command that installs an extra."""
    return f"pip install 'clawback[{extra}]'"


def absent(extra: str, error: ImportError) -> ImportError:
    """Build the error for a module of ours that cannot do without an extra."""
    return ImportError(f"{EXTRAS[extra].needed_by}: {error}; {install(extra)}", name=error.name)
