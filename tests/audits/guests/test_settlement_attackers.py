"""A user's own policy on the settlement desk: the page's example, and agents that misbehave."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from attackers.settlement.cheats import agents
from audits.guests import GuestFile, Lost
from audits.worlds import SETTLEMENT
from desk import Kind
from desk.settlement import record, settlement_cases
from tests.audits.command import ROOT, clawback

CASES = settlement_cases().cases
EXAMPLE = re.search(
    r"```python\n(# mine\.py.*?)```", (ROOT / "docs/settlement.md").read_text(), re.S
)
assert EXAMPLE


def played(tmp_path: Path, source: str, count: int = 3) -> list[Any]:
    path = tmp_path / "mine.py"
    path.write_text(source)
    with GuestFile(path, 0.5, SETTLEMENT) as guests:
        return list(guests.play(guests.names[0], CASES[:count]))


def test_the_example_of_the_page_is_played_and_its_logs_verify(tmp_path: Path):
    made = played(tmp_path, EXAMPLE[1], len(CASES))
    assert [one.case for one in made] == list(CASES)
    assert not any(one.log_fault() or one.failure for one in made)
    mine = [one.end for one in made]
    theirs = [record(agents()["never-retry"].act, case).end for case in CASES]
    acts = [(one.act, other.act) for one, other in zip(mine, theirs, strict=True)]
    assert sum(one == other for one, other in acts) > len(CASES) * 0.8


AGENTS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "hangs": ("    while True: pass", lambda made: made.failure.kind is Kind.AGENT_HUNG),
    "raises": ("    1 / 0", lambda made: made.failure.kind is Kind.AGENT_ERROR),
    "leaves": ("    import os; os._exit(3)", lambda made: isinstance(made, Lost)),
    "goes on": ("    desk.ship(); desk.ship()", lambda made: made.end.act == "ship"),
}


@pytest.mark.parametrize("name", AGENTS)
def test_what_an_agent_does_to_its_process_ends_its_rollout_only(name: str, tmp_path: Path):
    body, holds = AGENTS[name]
    source = f"def act(desk, ticket):\n{body}\nATTACKERS = {{'mine': act}}\n"
    (made,) = played(tmp_path, source, 1)
    assert holds(made)


@pytest.mark.parametrize("verb", ["attack", "twins"])
def test_the_command_shows_a_policy_of_a_file_among_the_others(verb: str, tmp_path: Path):
    (tmp_path / "mine.py").write_text(EXAMPLE[1])
    words = (verb, "--desk", "settlement", "--attackers", "mine.py", "--only", "ask-until-known")
    ended = clawback(*words, "--format", "json", cwd=tmp_path)
    assert "ask-until-known" in json.dumps(json.loads(ended.out))
    assert "Traceback" not in ended.err
