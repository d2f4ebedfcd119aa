"""A saved rollout verifies in another process if the desk would have written its log."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from attackers.refund import agents
from desk import Witness, read_rollout, witness
from desk.refund import Payment, RefundRollout, eval_cases, play, resealed

CASES = eval_cases().cases
HONEST = ("careful", "naive", "reread-newkey", "split-claim", "refuse-all", "overpay")


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch):
    """Make what was sealed until now the work of another process."""

    def leave() -> None:
        monkeypatch.setattr(witness, "_key", lambda: b"another key")

    return leave


@pytest.mark.parametrize("name", HONEST)
def test_what_an_agent_did_verifies_again_and_nothing_else_of_it_changes(name: str, elsewhere):
    made = [read_rollout(play(agents()[name].act, c).to_json(), RefundRollout) for c in CASES]
    elsewhere()
    assert all(rollout.log_fault() for rollout in made)
    for rollout in made:
        again = resealed(rollout)
        assert again.log_fault() is None
        assert replace(again, witness=rollout.witness) == rollout


@pytest.mark.parametrize("name", ["tamper", "cut-log", "rewritten-log", "cooked-books"])
def test_what_an_agent_changed_afterwards_still_does_not_verify(name: str, elsewhere):
    made = [play(agents()[name].act, case) for case in CASES]
    elsewhere()
    assert all(resealed(rollout).log_fault() for rollout in made if rollout.log)


def test_books_or_a_length_that_do_not_go_with_the_log_do_not_verify(elsewhere):
    made = play(agents()["careful"].act, CASES[0])
    paid = made.end.payments[0]
    richer = replace(made.end, payments=(paid, Payment("1", None, 1, "k")))
    elsewhere()
    assert resealed(replace(made, end=richer)).log_fault()
    assert resealed(replace(made, witness=Witness(9, made.witness.head, ""))).log_fault()
    assert resealed(replace(made, witness=None)).log_fault()
    assert resealed(replace(made, case=CASES[1])).log_fault()


def test_what_verifies_already_is_left_as_it_is():
    made = play(agents()["careful"].act, CASES[0])
    assert resealed(made) is made
