"""What of the suite runs under mutmut: tests that start no process."""

from __future__ import annotations

import subprocess
import sys
from types import FunctionType, ModuleType

import pytest

from tests.audits import command
from tests.audits.command import clawback
from tests.mutmut_lane.profile import fixtures_of, pytest_configure, starts_processes


@pytest.mark.parametrize(
    ("held", "starts"),
    [
        ({"clawback": command.clawback}, True),
        ({"subprocess": subprocess}, True),
        ({"command": command}, True),
        ({"pytest": pytest}, False),
    ],
    ids=["the command", "a process", "its module", "neither"],
)
def test_a_module_that_holds_what_starts_a_process_is_known_by_it(
    held: dict[str, object], starts: bool
) -> None:
    module = ModuleType("one")
    vars(module).update(held)
    assert starts_processes(module) is starts


def test_a_test_without_a_module_starts_nothing() -> None:
    assert not starts_processes(None)


@pytest.fixture
def ran() -> bool:
    return clawback is command.clawback


def test_a_fixture_that_calls_what_starts_a_process_is_known_by_it(
    ran: bool, request: pytest.FixtureRequest
) -> None:
    (made,) = fixtures_of(request.node)
    assert ran and made.__name__ == "ran"
    assert starts_processes(None, [made])
    elsewhere = FunctionType(made.__code__, {"clawback": None, "command": None})
    assert not starts_processes(None, [elsewhere])


def test_what_a_test_starts_runs_the_originals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess.Popen, "__init__", subprocess.Popen.__init__)
    monkeypatch.setenv("MUTANT_UNDER_TEST", "stats")
    pytest_configure()
    asked = [sys.executable, "-c", "import os; print(os.environ['MUTANT_UNDER_TEST'])"]
    assert subprocess.run(asked, capture_output=True, text=True, check=True).stdout == "none\n"
