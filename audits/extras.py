"""What is installed when it is asked for only: the extras that a user may want."""

from __future__ import annotations

import msgspec


class Extra(msgspec.Struct, frozen=True):
    """An optional part: the modules that it brings, and what needs them."""

    modules: tuple[str, ...]
    needed_by: str


EXTRAS = {
    "html": Extra(("jinja2", "matplotlib"), "reports as a page (--format html)"),
    "live": Extra(("openai",), "clawback run (a live model works a desk)"),
    "parquet": Extra(("pyarrow",), "rows in Parquet files"),
}
"""Every extra of pyproject.toml that is not for work on clawback itself, by its name."""


def install(extra: str) -> str:
    """Return the command that installs an extra."""
    return f"pip install 'clawback[{extra}]'"
