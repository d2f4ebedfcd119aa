"""What of the suite runs under mutmut: tests that start no process."""

from __future__ import annotations

import subprocess
from types import ModuleType

import pytest

from tests.audits import command
from tests.mutmut_lane.profile import starts_processes


@pytest.mark.parametrize(
    ("held", "starts"),
    [
        ({"clawback": command.clawback}, True),
        ({"subprocess": subprocess}, True),
        ({"pytest": pytest}, False),
    ],
    ids=["the command", "a process", "neither"],
)
def test_a_module_that_holds_what_starts_a_process_is_known_by_it(
    held: dict[str, object], starts: bool
) -> None:
    module = ModuleType("one")
    vars(module).update(held)
    assert starts_processes(module) is starts


def test_a_test_without_a_module_starts_nothing() -> None:
    assert not starts_processes(None)
