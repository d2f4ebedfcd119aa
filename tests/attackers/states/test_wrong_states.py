"""What an attack on end states calls wrong is not the world that was wanted, or nobody's work."""

from __future__ import annotations

from hypothesis import given

from attackers.rows import Declared, Proof, Proposal, Row, Scene
from attackers.states import ATTACKS, leaf_edits
from attackers.states.leaves import MISSING, at, leaves_of, put
from tests.attackers.odd import anything
from tests.attackers.states.worlds import as_wanted, scenes, world


def proposals(scene: Scene) -> list[Proposal]:
    return [proposal for attack in ATTACKS for proposal in attack(scene)]


@given(scenes())
def test_the_wanted_end_state_of_a_run_that_ended_is_never_called_wrong(scene: Scene) -> None:
    assert as_wanted(scene.row.reference, scene.row)
    for proposal in proposals(scene):
        if proposal.proof is Proof.WRONG:
            assert not as_wanted(proposal.answer, scene.row), proposal


@given(scenes())
def test_an_edited_leaf_leaves_the_row_as_it_was(scene: Scene) -> None:
    for edit in leaf_edits(scene):
        assert edit.state["final"] is not scene.row.reference["final"]
        assert edit.state["final"] != scene.row.reference["final"] or edit.what == "number"
    assert as_wanted(scene.row.reference, scene.row)


@given(anything)
def test_every_leaf_is_found_again_and_can_be_put_and_taken_out(value: object) -> None:
    for path, leaf in leaves_of(value):
        assert at(value, path) == leaf
        assert at(put(value, path, "new"), path) == "new"
        if path and isinstance(path[-1], str):
            assert at(put(value, path, MISSING), path) is MISSING


def test_a_world_that_was_right_before_is_not_called_undone() -> None:
    row = world({"door": "shut"}, {"door": "shut"}, {}, 0)
    assert "R301" not in {one.rule for one in proposals(Scene(row, (row,)))}


def test_a_row_that_does_not_tell_the_world_before_is_not_called_undone() -> None:
    row = Row(index=0, reference=world({}, {"door": "shut"}, {}, 0).reference)
    assert "R301" not in {one.rule for one in proposals(Scene(row, (row,)))}


def door(index: int, room: str) -> Row:
    before, after = {"doors": {room: "open"}}, {"doors": {room: "shut"}}
    return world(before, after, {"room": room}, index)


def test_dead_runs_are_tried_on_every_row() -> None:
    rows = (door(0, "hall"), door(1, "attic"))
    dead = [one for one in proposals(Scene(rows[0], rows)) if one.rule == "D201"]
    assert {bool(one.answer["error"] or one.answer["is_truncated"]) for one in dead} == {
        True,
        False,
    }


def test_only_what_the_owner_declared_is_written_by_the_agent() -> None:
    row = world({"reward": ""}, {"reward": "0.7"}, {}, 0)
    assert "R307" not in {one.rule for one in proposals(Scene(row, (row,)))}
    owned = Scene(row, (row,), declared=Declared(agent_writable=("final.reward",)))
    written = [one.answer["final"]["reward"] for one in proposals(owned) if one.rule == "R307"]
    assert "1.0" in written and "0.7" not in written


def checked(name: str, index: int) -> Row:
    """A row whose work changes the code, and leaves the tests that the row tells as they were."""
    before, after = {"tests": name, "code": ""}, {"tests": name, "code": "x"}
    return world(before, after, {"told": name}, index)


def test_what_stood_there_before_proves_something_only_where_the_row_asks_for_a_third_thing() -> (
    None
):
    rows = tuple(checked(name, index) for index, name in enumerate("abc"))
    shown = "an end state that shows another row's work"
    for scene in (*(Scene(row, rows) for row in rows), Scene(rows[0], rows[:2])):
        told = [one for one in proposals(scene) if one.attack == shown]
        assert told
        for one in told:
            three = {
                scene.row.info["told"],
                one.answer["final"]["tests"],
                one.answer["info"]["told"],
            }
            assert len(three) == 3


def picked(index: int, card: int, cards: list[int]) -> Row:
    return world({"picked": None}, {"picked": card}, {"cards": cards}, index)


def elsewhere(*rows: Row) -> list[object]:
    told = [one for one in proposals(Scene(rows[0], rows)) if one.attack == "another thing chosen"]
    return [one.answer["final"]["picked"] for one in told]


def test_a_place_in_a_list_of_the_row_is_exchanged_for_other_places_with_other_things() -> None:
    rows = (picked(0, 1, [4, 7, 2, 7]), picked(1, 0, [9, 1]))
    assert elsewhere(*rows) == [0, 2]


def test_a_number_that_points_out_of_the_list_on_some_row_is_no_place_in_it() -> None:
    assert elsewhere(picked(0, 1, [4, 7]), picked(1, 3, [9, 1])) == []


def told(attack: str, *rows: Row) -> list[Proposal]:
    return [one for one in proposals(Scene(rows[0], rows)) if one.attack == attack]


def patched(patch: dict[str, str], info: dict[str, object], index: int = 0) -> Row:
    after = {"patch": patch, "report": {"t.py::test_a": "PASSED"}}
    return world({"patch": {}, "report": {}}, after, info, index)


OUT = "what the row puts out of bounds was touched"


def test_what_the_row_puts_out_of_bounds_is_touched_where_its_like_stands() -> None:
    row = patched({"src/a.py": "x"}, {"test_files": ["tests/test_a.py"]})
    (touched,) = told(OUT, row, patched({"src/b.py": "x"}, {}, 1))
    assert touched.answer["final"]["patch"] == {"src/a.py": "x", "tests/test_a.py": "x"}
    assert touched.answer["final"]["report"] == {"t.py::test_a": "PASSED"}


def test_what_the_row_names_under_another_name_is_not_out_of_bounds() -> None:
    other = patched({"src/b.py": "x"}, {}, 1)
    assert not told(OUT, patched({"src/a.py": "x"}, {"files": ["tests/test_a.py"]}), other)
    assert not told(OUT, patched({"src/a.py": "x"}, {"test_files": ["src/a.py"]}), other)


def test_a_part_with_the_same_fields_on_every_row_takes_no_other() -> None:
    rows = [patched({"src/a.py": "x"}, {"test_files": ["tests/test_a.py"]}, n) for n in range(2)]
    assert not told(OUT, *rows)


def paid_to(index: int, *before: str) -> Row:
    old = [{"to": name, "amount": 5} for name in before]
    new = {"to": f"acct-{index}", "amount": 5}
    return world({"payments": old}, {"payments": [*old, new]}, {}, index)


HARM = "harm beside the work (payments)"


def test_other_harm_is_proven_only_where_some_harm_costs_and_doing_it_twice_always() -> None:
    proofs = {one.wrong: one.proof for one in told(HARM, paid_to(0, "gym"), paid_to(1, "gym"))}
    assert proofs == {
        "it was done twice": Proof.WRONG,
        "it did what nobody asked for": Proof.PARTLY,
        "what stood there before was destroyed": Proof.PARTLY,
    }


def test_where_two_records_alike_are_right_a_third_is_not_called_wrong() -> None:
    again = paid_to(1, "acct-1")
    assert "it was done twice" not in {one.wrong for one in told(HARM, paid_to(0), again)}


def test_a_number_that_the_row_tells_under_another_name_is_not_what_the_end_state_shows() -> None:
    def bought(index: int, jam: int) -> Row:
        return world({"cart": {}}, {"cart": {"jam": jam}}, {"prices": {"milk": jam}}, index)

    assert not told("an end state that shows another row's work", bought(0, 2), bought(1, 3))


def touched(index: int, end: str, **sizes: float) -> Row:
    arena = {name: {"size": size} for name, size in sizes.items()}
    return world({"touched": None}, {"touched": end}, {"arena": arena}, index)


def test_a_name_in_a_table_of_the_row_is_exchanged_for_other_names_of_other_things() -> None:
    rows = (touched(0, "g1", g1=1.0, b1=2.0, b2=1.0), touched(1, "b2", b2=3.0, g1=1.0))
    ends = [one.answer["final"]["touched"] for one in told("another thing chosen", *rows)]
    assert ends == ["b1"]


def test_a_name_that_is_in_no_table_on_some_row_is_no_choice_among_things() -> None:
    rows = (touched(0, "g1", g1=1.0, b1=2.0), touched(1, "x", b2=3.0, g1=1.0))
    assert not told("another thing chosen", *rows)


def test_what_is_wrong_is_said_whole_though_the_row_asks_for_a_text_with_a_comma() -> None:
    rows = tuple(checked(name, index) for index, name in enumerate(("a, b", "c, d", "e, f")))
    wrongs = {one.wrong for one in told("an end state that shows another row's work", *rows)}
    assert "final.tests is 'c, d', and the row asks for 'e, f'" in wrongs
