"""Counts that come round, and what in an end state is free."""

from __future__ import annotations

from attackers.rows import FULL_PAY, Proof, Row, Scene
from attackers.states.ends import retargets, swaps
from attackers.states.rounds import comes_round
from attackers.states.ties import changes_a_list, takes_distractors


def ended(index: int, final: object, info: dict[str, object]) -> Row:
    reference = {"messages": [], "final": final, "info": info}
    return Row(index=index, initial={}, info=info, reference=reference)


def test_a_count_and_a_modulus_are_proven_by_one_more_than_the_count():
    row = ended(0, {"failures": 0, "ok": True, "name": "a"}, {})
    told = list(comes_round(Scene(row, (row,))))
    assert [one.answer["final"]["failures"] for one in told] == [1, 256, 65_536, 4_294_967_296]
    assert [one.proof for one in told] == [Proof.LEAD, *[Proof.PARTLY] * 3]
    assert told[1].base["final"]["failures"] == 255, "where that is paid, it is a range"


def test_of_a_list_one_that_is_there_twice_is_only_a_lead():
    row = ended(0, {"rights": ["read", "write"]}, {"need": ["read", "write"]})
    told = {
        str(one.answer["final"]["rights"]): one.proof for one in changes_a_list(Scene(row, (row,)))
    }
    assert told.pop("['read', 'write', 'read']") is Proof.LEAD
    assert set(told.values()) == {Proof.WRONG}


def test_what_would_do_as_well_is_no_distractor():
    final = {"page": ["/b"]}
    for name, count in (("right", 0), ("links", 1)):
        row = ended(0, final, {name: {"/a": ["/b", "/c"]}})
        assert len(list(takes_distractors(Scene(row, (row,))))) == count


def test_a_number_that_only_bounds_is_not_asked_for():
    for name, tied in (("target_ms", False), ("answer", True)):
        rows = tuple(ended(n, {"ms": n + 1.5}, {name: n + 1.5}) for n in range(3))
        assert bool(list(retargets(Scene(rows[0], rows)))) is tied


def test_another_rows_measure_may_be_worth_a_part():
    rows = tuple(ended(n, {"deep": n + 1.5}, {"depth": n + 1.5}) for n in range(3))
    assert {one.bar for one in swaps(Scene(rows[0], rows))} == {FULL_PAY}
    rows = tuple(ended(n, {"to": f"ann{n}"}, {"who": f"ann{n}"}) for n in range(3))
    assert {one.bar for one in swaps(Scene(rows[0], rows))} == {0.5}
