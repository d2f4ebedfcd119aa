"""The pytest plugin: a marker, a line in the header. Imports nothing until a test asks for it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import ExitStack
from typing import Any

import pytest

MARKER = (
    "clawback(**options): the test audits a reward; options (effort, seed, fail_on, ...) hold for "
    "every clawback.audit() in it and its fixtures that does not say otherwise"
)

AUDITED = pytest.StashKey[dict[str, tuple[str, Any, Any]]]()
"""Fixtures that were set up, by name: scope, node, and what was audited; there if any is marked."""


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line("markers", MARKER)


def pytest_report_header() -> str:
    """Say which clawback audits, since what it finds depends on it."""
    from clawback import __version__  # noqa: PLC0415 - where headers are off, nothing is imported

    return f"clawback: {__version__}"


def pytest_collection_finish(session: pytest.Session) -> None:
    """Look for tests whose marker says anything; without one, nothing of ours is in the way."""
    marked = (item.iter_markers("clawback") for item in session.items)
    if any(one.args or one.kwargs for markers in marked for one in markers):
        session.stash[AUDITED] = {}


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest
) -> Generator[None, Any, Any]:
    """Let a marker say how a fixture's audits are made: of a test's, of what it is shared by."""
    if AUDITED not in request.session.stash:
        return (yield)
    from clawback_audit import Heard, defaults  # noqa: PLC0415 - only if it is used

    options, ending = _options(request.node), ExitStack()
    heard: Heard = []
    request.session.stash[AUDITED][fixturedef.argname] = (fixturedef.scope, request.node, heard)
    request.addfinalizer(ending.close)  # the last of all, since the first that is added
    try:
        with defaults(options, heard):
            return (yield)
    finally:
        request.addfinalizer(lambda: ending.enter_context(defaults(options, heard)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, Any, Any]:
    """Refuse a marker whose options did not hold in a fixture that the test shares with others."""
    made = yield
    for name in getattr(item, "fixturenames", ()):
        scope, node, heard = item.session.stash.get(AUDITED, {}).get(name, ("", None, []))
        if node in item.listchain():
            _check_held(item, name, scope, heard)
    return made


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    """Let a test's marker say how its audits are made."""
    if not (options := _options(item)):
        return (yield)
    from clawback_audit import defaults  # noqa: PLC0415 - only if it is used

    with defaults(options, []):
        return (yield)


def _options(node: Any) -> dict[str, Any]:
    """Add up the markers of a test, or of what holds it; the closest goes before the others."""
    options: dict[str, Any] = {}
    for marker in node.iter_markers("clawback"):  # the closest first
        if marker.args:
            raise TypeError(
                f"clawback: expected options by name, effort='quick'; got {marker.args}"
            )
        options = {**marker.kwargs, **options}
    return options


def _check_held(item: pytest.Item, fixture: str, scope: str, heard: Any) -> None:
    """Raise `CannotAuditError` if an audit in a fixture was made otherwise than the marker says."""
    from clawback_audit import CannotAuditError  # noqa: PLC0415 - only if it is used

    for named, held in heard:
        for option, value in _options(item).items():
            if option not in named and (option not in held or held[option] != value):
                raise CannotAuditError(
                    f"@pytest.mark.clawback({option}={value!r}) of {item.name} does not hold in "
                    f"the fixture {fixture!r}, which a whole {scope} shares: give {option} to "
                    "clawback.audit() there, make the fixture's scope function, or mark the "
                    f"whole {scope} if it is a class or a module"
                )
