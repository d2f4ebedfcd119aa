"""Attacks on runs and end states of odd rows: they propose less, and never raise."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attackers import states, trajectories
from attackers.rows import Attack, Scene
from attackers.states import leaf_edits
from attackers.trajectories.equivalent import puts_it_another_way
from audits.rules import RULES
from tests.attackers.odd import anything, messages, odd_scenes
from tests.attackers.odd import states as odd_states

EVERY = (*trajectories.ATTACKS, *states.ATTACKS)


@given(odd_scenes(st.one_of(anything, messages)))
@settings(max_examples=120)
def test_no_attack_on_runs_raises_on_odd_rows(scene: Scene) -> None:
    before = copy.deepcopy(scene)
    for attack in (*trajectories.ATTACKS, puts_it_another_way):
        for proposal in attack(scene):
            assert isinstance(proposal.answer, list | dict)
            assert proposal.rule in RULES
    assert scene == before


@given(odd_scenes(odd_states))
@settings(max_examples=120)
def test_no_attack_on_end_states_raises_on_odd_rows(scene: Scene) -> None:
    before = copy.deepcopy(scene)
    for attack in states.ATTACKS:
        for proposal in attack(scene):
            assert isinstance(proposal.answer, dict)
            assert proposal.rule in RULES
    for edit in leaf_edits(scene):
        assert isinstance(edit.state, dict)
    assert scene == before


@given(odd_scenes(odd_states))
def test_attacks_on_end_states_propose_the_same_each_time(scene: Scene) -> None:
    assert _proposed(states.ATTACKS, scene) == _proposed(states.ATTACKS, scene)


@given(odd_scenes(messages))
def test_attacks_on_runs_propose_the_same_each_time(scene: Scene) -> None:
    assert _proposed(trajectories.ATTACKS, scene) == _proposed(trajectories.ATTACKS, scene)


def _proposed(attacks: tuple[Attack, ...], scene: Scene) -> list[str]:
    return [repr(proposal) for attack in attacks for proposal in attack(scene)]


@pytest.mark.parametrize("attack", EVERY, ids=lambda attack: attack.__name__)
def test_every_attack_says_in_a_sentence_what_it_tries(attack: Attack) -> None:
    first = (attack.__doc__ or "").strip().splitlines()[0]
    assert first.endswith((".", "?"))
