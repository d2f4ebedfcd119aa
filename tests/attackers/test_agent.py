"""What an agent is to an audit, and how a package of agents is collected."""

from __future__ import annotations

import pytest

from attackers import Agent, Needs, Role
from attackers.agent import collect


def test_the_roles_and_needs_are_the_documented_words():
    assert [role.value for role in Role] == ["reference", "baseline", "attacker"]
    assert [needs.value for needs in Needs] == ["blind", "prompt-only", "process", "gold-aware"]


def test_an_agent_is_a_value_that_cannot_be_changed():
    agent = Agent("a", Role.ATTACKER, Needs.NOTHING, "Does nothing.", print)
    with pytest.raises(AttributeError):
        agent.role = Role.REFERENCE
    assert agent == Agent("a", Role.ATTACKER, Needs.NOTHING, "Does nothing.", print)


def test_modules_are_collected_by_agent_name_in_that_order():
    found = collect(["split-claim", "careful"], "attackers.refund")
    assert [module.__name__ for module in found] == [
        "attackers.refund.split_claim",
        "attackers.refund.careful",
    ]


def test_a_name_without_a_module_is_an_import_error():
    with pytest.raises(ModuleNotFoundError, match="no_such_agent"):
        collect(["no-such-agent"], "attackers.refund")
