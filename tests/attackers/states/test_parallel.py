"""One of several results in place of all of them."""

from __future__ import annotations

from attackers.rows import Proof, Row, Scene
from attackers.states.parallel import repeats_one_result


def ended(final: object, info: dict[str, object]) -> Scene:
    reference = {"messages": [], "final": final, "info": info}
    row = Row(index=0, initial={}, info=info, reference=reference)
    return Scene(row, (row,))


def test_the_first_and_the_last_result_are_put_in_place_of_all():
    scene = ended({"out": [[1], [2, 3]]}, {"inputs": [[1], [2]]})
    told = list(repeats_one_result(scene))
    assert [one.answer["final"]["out"] for one in told] == [[[1], [1]], [[2, 3], [2, 3]]]
    assert {one.proof for one in told} == {Proof.PARTLY}


def test_a_plan_of_numbers_a_single_result_and_one_beside_no_inputs_are_left_alone():
    for final, info in (
        ({"kwh": [1, 2]}, {"price": [3, 4]}),
        ({"out": [[1]]}, {"inputs": [[1]]}),
        ({"out": [[1], [2]]}, {"inputs": [[1], [2], [3]]}),
        ({"out": [[1], [1]]}, {"inputs": [[3], [4]]}),
        (["no object"], {"inputs": [1]}),
    ):
        assert not list(repeats_one_result(ended(final, info)))
