"""The pytest plugin: a marker, a line in the header. Imports nothing until a test asks for it."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

MARKER = (
    "clawback(**options): the test audits a reward; options (effort, seed, fail_on, ...) hold for "
    "every clawback.audit() in it that does not say otherwise"
)


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line("markers", MARKER)


def pytest_report_header() -> str:
    """Say which clawback audits, since what it finds depends on it."""
    from clawback import __version__  # noqa: PLC0415 - where headers are off, nothing is imported

    return f"clawback: {__version__}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Let a test's marker say how its audits are made."""
    options: dict[str, Any] = {}
    for marker in item.iter_markers("clawback"):  # the closest first
        if marker.args:
            raise TypeError(
                f"clawback: expected options by name, effort='quick'; got {marker.args}"
            )
        options = {**marker.kwargs, **options}
    if not options:
        return (yield)
    from clawback_audit import defaults  # noqa: PLC0415 - only if it is used

    with defaults(options):
        return (yield)
