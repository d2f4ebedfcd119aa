"""What every framework is given; needs none of them."""

from __future__ import annotations

import importlib
import sys
import tomllib

import pytest
from msgspec.structs import replace

from attackers.loop import HINTS
from audits.errors import CannotAuditError
from audits.exports.refund import RefundExport, harm, ticket_text, told
from audits.rescore.told import at_limit
from desk import Kind, died
from desk.refund import Episode
from tests.audits.command import ROOT
from tests.audits.exports.played import CASES, hidden, rollout

MODULES = {
    "inspect": ("inspect_ai", "audits.exports.inspect_refund"),
    "openenv": ("openenv.core.env_server.http_server", "audits.exports.openenv_refund"),
    "verifiers": ("verifiers.v1", "audits.exports.verifiers_refund"),
}
"""For each extra, what it brings, and the module of ours that needs it."""


@pytest.mark.parametrize("extra", MODULES)
def test_a_module_whose_extra_is_missing_says_what_installs_it(
    extra: str, monkeypatch: pytest.MonkeyPatch
):
    framework, module = MODULES[extra]
    monkeypatch.setitem(sys.modules, framework, None)
    monkeypatch.delitem(sys.modules, module, raising=False)
    with pytest.raises(ImportError, match=rf"pip install 'clawback\[{extra}\]'"):
        importlib.import_module(module)


def test_inspect_finds_the_module_by_its_entry_point():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["entry-points"]["inspect_ai"] == {"clawback": MODULES["inspect"][1]}


def test_scorer_cases_and_hints_are_those_of_the_command_line():
    this = RefundExport.named("published", "eval18", hints=True)
    assert (this.scorer.name, len(this.cases.cases), HINTS in this.system) == (
        "published",
        18,
        True,
    )
    assert HINTS not in RefundExport.named().system
    for wrong in ({"scorer": "publishd"}, {"cases": "evil"}):
        with pytest.raises(CannotAuditError, match="expected one of"):
            RefundExport.named(**wrong)


def test_a_ticket_names_its_order_and_gives_nothing_of_the_case_away():
    for case in CASES:
        text = ticket_text(case)
        assert case.order in text
        assert not any(word in text for word in hidden(case))


def test_harm_is_counted_beside_the_reward_even_where_the_agent_died():
    made = [rollout("naive", case.id) for case in CASES]
    for some in (made, [replace(one, failure=died(Kind.TURN_LIMIT)) for one in made]):
        total = {name: sum(harm(one)[name] for one in some) for name in harm(some[0])}
        assert total == {"duplicates": 20, "over_cap_cents": 132530, "unowed_cents": 154540}


def test_a_score_says_its_terms_and_what_the_rollout_died_of():
    this, made = RefundExport.named("published"), rollout("careful", CASES[0].id)
    alive = told(made, this.score(made))
    assert (set(alive["terms"].values()), alive["dead"], alive["failure"]) == ({1.0}, False, "")
    dead = replace(made, failure=died(Kind.TURN_LIMIT))
    assert this.score(dead).value == 0.0
    assert told(dead, this.score(dead))["failure"] == "agent turn_limit"
    spoilt = replace(made, failure=died(Kind.PAYMENT_REQUIRED))
    assert this.score(spoilt).value is None


@pytest.mark.parametrize(
    ("limit", "by"),
    [
        ("message", "agent"),
        ("token", "agent"),
        ("time", "infrastructure"),
        ("operator", "infrastructure"),
    ],
)
def test_a_limit_that_says_nothing_of_the_agent_is_the_infrastructures(limit: str, by: str):
    assert at_limit(limit).by == by


def test_a_closed_episode_writes_nothing_more_and_verifies():
    episode = Episode(CASES[0])
    episode.tools.lookup_order(CASES[0].order)
    made = episode.close("Done.")
    assert episode.tools.lookup_order(CASES[0].order) == {"error": "the desk is closed"}
    assert (made.log_fault(), len(made.log), made.messages[-1].content) == (None, 1, "Done.")
