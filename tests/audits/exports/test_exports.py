"""What every framework is given; needs none of them."""

from __future__ import annotations

import importlib
import sys
import tomllib
from inspect import signature

import msgspec
import pytest
from msgspec.structs import replace

from attackers.loop import HINTS
from audits.errors import CannotAuditError
from audits.exports.export import REFUND, SETTLEMENT, told
from audits.exports.methods import methods
from audits.rescore.told import at_limit
from desk import Kind, died
from tests.audits.command import ROOT
from tests.audits.exports.played import PLAYED

CASES = PLAYED["refund"].cases

MODULES = {
    "inspect": ("inspect_ai", "audits.exports.inspect_desks"),
    "openenv": ("openenv.core.env_server.http_server", "audits.exports.openenv_desks"),
    "verifiers": ("verifiers.v1", "audits.exports.verifiers_desks"),
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


def test_the_refund_desks_scorer_cases_and_hints_are_those_of_the_command_line():
    this = REFUND.chosen("published", "eval18", hints=True)
    assert (this.target.scorer.name, len(this.cases), HINTS in this.system) == (
        "published",
        18,
        True,
    )
    for wrong in ({"scorer": "publishd"}, {"cases": "evil"}):
        with pytest.raises(CannotAuditError, match="expected one of"):
            REFUND.chosen(**wrong)


def test_the_settlement_desks_scorer_and_cases_are_those_of_the_command_line():
    assert len(SETTLEMENT.chosen(cases="train").cases) == 321
    with pytest.raises(CannotAuditError, match="Did you mean 'eval'"):
        SETTLEMENT.chosen(cases="evil")
    with pytest.raises(CannotAuditError, match="--scorer"):
        SETTLEMENT.chosen("published")


@pytest.mark.parametrize("desk", PLAYED)
def test_what_a_model_is_told_at_first_gives_nothing_of_the_case_away(desk: str):
    played = PLAYED[desk]
    for hints in (False, True):
        this = played.desk.chosen(hints=hints)
        for case in this.cases:
            system, user = this.messages(case)
            assert (played.desk.interface.hints in system["content"]) is hints
            told = system["content"] + user["content"]
            assert not any(word in told for word in played.hidden(case))


def test_a_ticket_names_its_order():
    for case in CASES:
        assert case.order in REFUND.interface.asked(case)


def test_harm_is_counted_beside_the_reward_even_where_the_agent_died():
    this = REFUND.chosen()
    made = [PLAYED["refund"].rollout("naive", case.id) for case in CASES]
    for some in (made, [replace(one, failure=died(Kind.TURN_LIMIT)) for one in made]):
        total = {name: sum(this.harm(one)[name] for one in some) for name in this.harm(some[0])}
        assert total == {"duplicates": 20, "over_cap_cents": 132530, "unowed_cents": 154540}


@pytest.mark.parametrize("desk", PLAYED)
def test_a_score_says_its_terms_and_what_the_rollout_died_of(desk: str):
    played = PLAYED[desk]
    this, made = played.desk.chosen(), played.rollout("careful", played.cases[0].id)
    alive = told(made, this.score(made))
    assert (set(alive["terms"].values()), alive["dead"], alive["failure"]) == ({1.0}, False, "")
    dead = replace(made, failure=died(Kind.TURN_LIMIT))
    assert this.score(dead).value == 0.0
    assert told(dead, this.score(dead))["failure"] == "agent turn_limit"
    spoilt = replace(made, failure=died(Kind.PAYMENT_REQUIRED))
    assert this.score(spoilt).value is None


@pytest.mark.parametrize("desk", PLAYED)
def test_an_opened_case_answers_an_agents_calls_as_the_desk_itself_does(desk: str):
    """Every agent at every case, by calls with their arguments by name and answers as JSON."""
    played = PLAYED[desk]
    for case in played.cases:
        for name in played.playable:
            opened = played.desk.opened(msgspec.json.encode(case).decode())
            words = played.work(name, case, lambda *call, to=opened: plain(to.call(*call)))
            made, mine = opened.close(words), played.rollout(name, case.id)
            assert (made.log, made.end, made.failure) == (mine.log, mine.end, mine.failure), name
            assert made.log_fault() is None


def plain(answer: object) -> object:
    return msgspec.json.decode(msgspec.json.encode(answer))


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


CALLS = {
    "refund": ("lookup_order", {"order_id": CASES[0].order}),
    "settlement": ("probe_processor", {"ref": "pay-001"}),
}


@pytest.mark.parametrize("desk", PLAYED)
def test_a_closed_case_writes_nothing_more_and_verifies(desk: str):
    opened = PLAYED[desk].desk.interface.open(PLAYED[desk].cases[0])
    assert "error" not in opened.call(*CALLS[desk])
    made = opened.close("Done.")
    assert opened.call(*CALLS[desk]) == {"error": "the desk is closed"}
    assert (made.log_fault(), len(made.log), made.messages[-1].content) == (None, 1, "Done.")


@pytest.mark.parametrize("desk", PLAYED)
def test_tools_as_methods_have_the_names_arguments_and_words_of_the_schemas(desk: str):
    heard: list[tuple[str, dict[str, object]]] = []

    def call(_self: object, tool: str, args: dict[str, object]) -> str:
        heard.append((tool, args))
        return "{}"

    tools = PLAYED[desk].desk.interface.tools
    made = methods(tools, call)
    assert list(made) == [schema["function"]["name"] for schema in tools]
    for schema in tools:
        told = schema["function"]
        method, properties = made[told["name"]], told["parameters"]["properties"]
        assert method.__doc__ == told["description"]
        assert list(signature(method).parameters) == ["self", *properties]
        with pytest.raises(TypeError):
            method(None, *properties, "one too many")
        given = dict.fromkeys(told["parameters"]["required"], "x")
        assert method(None, **given) == "{}"
        assert heard[-1] == (told["name"], given)
