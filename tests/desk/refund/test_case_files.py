"""A user's own cases: what a file may hold, and what a bad line is told."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.refund import CaseError, eval_cases, read_cases
from tests.strategies import cases

GOOD = {
    "id": "a",
    "order": "1",
    "lines": [{"sku": "X", "cents": 100}, {"sku": "Y", "cents": 50}],
    "expect": ["pay", 100],
}
PRIOR = {"order": "1", "sku": "Y", "cents": 50, "key": "k"}
CASE_FIELDS = "id, order, lines, expect, total, priors, fault, stale, family, ticket, customer"


def line(**changes) -> bytes:
    return json.dumps(GOOD | changes).encode()


def lines(**changes):
    """The two lines of the good case, the second with something changed."""
    return [GOOD["lines"][0], GOOD["lines"][1] | changes]


@pytest.fixture
def file(tmp_path):
    """Write bytes to a file of cases and return its path."""

    def write(*rows: bytes):
        path = tmp_path / "mine.jsonl"
        path.write_bytes(b"\n".join(rows))
        return path

    return write


def complaint(path) -> str:
    with pytest.raises(CaseError) as caught:
        read_cases(path)
    return str(caught.value)


def test_a_good_file_is_read_in_order_under_its_own_name(file):
    found = read_cases(file(line(), line(id="b"), line(id="c", expect=["hold", 0])))
    assert found.name == "mine.jsonl"
    assert [case.id for case in found.cases] == ["a", "b", "c"]
    assert found.cases[0].expect.cents == 100


def test_every_optional_field_is_read(file):
    full = {
        "total": 150,
        "priors": [PRIOR | {"day": -3, "inflight": True}],
        "fault": "note",
        "stale": True,
        "family": "mine",
        "ticket": "Please.",
        "customer": "C",
    }
    (case,) = read_cases(file(line(**full))).cases
    assert json.loads(msgspec.json.encode(case)) == GOOD | full


def test_a_name_may_have_two_hundred_characters(file):
    (case,) = read_cases(file(line(id="x" * 200))).cases
    assert case.id == "x" * 200


@given(st.lists(cases(), min_size=1, max_size=3, unique_by=lambda case: case.id))
def test_any_case_that_was_written_down_is_read_back_the_same(tmp_path_factory, found):
    path = tmp_path_factory.mktemp("cases") / "drawn.jsonl"
    path.write_bytes(b"\n".join(map(msgspec.json.encode, found)))
    assert read_cases(path).cases == tuple(found)


def test_the_published_cases_are_such_a_file(file):
    path = file(*map(msgspec.json.encode, eval_cases().cases))
    assert read_cases(path).digest == eval_cases().digest


@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + line() + b"\n",
        b"\n\n" + line() + b"\n  \t\n\r\n",
        line() + b"\r\n",
        b"  " + line() + b"  ",
    ],
    ids=["byte order mark", "blank lines", "windows line ends", "spaces around"],
)
def test_marks_blank_lines_and_spaces_do_no_harm(file, content):
    assert [case.id for case in read_cases(file(content)).cases] == ["a"]


BAD = {
    "a line that was cut": (line()[:30], 'got b\'{"id": "a"', "not JSON", "one JSON object"),
    "not UTF-8": (line().replace(b'"a"', b'"\xff"'), r"\xff", "Invalid UTF-8", "one JSON object"),
    "UTF-16": (line().decode().encode("utf-16"), r"b'\xff\xfe", "not JSON", "one JSON object"),
    "NaN": (line().replace(b"50", b"NaN"), "invalid character", "one JSON object"),
    "two objects": (line() + line(), "trailing characters", "one JSON object"),
    "a lone surrogate": (line(ticket="\ud800"), "not JSON", "one JSON object"),
    "too deep": (b"[" * 100_000 + b"]" * 100_000, "recursion", "one JSON object"),
    "a number of no end": (line().replace(b"50", b"5" * 5_000), "out of range", "one JSON object"),
    "no object": (b"[1, 2]", "got [1,2]: Expected `object`"),
    "a number": (b"3", "got 3: Expected `object`"),
    "null": (b"null", "got null: Expected `object`"),
    "unknown field": (line(colour="red"), 'field colour: got "red"', CASE_FIELDS),
    "unknown field in a list": (
        line(lines=lines(size=3)),
        "field lines[1].size: got 3: expected one of the fields sku, cents",
    ),
    "unknown field with an odd name": (line(**{"a - at `$.b`": 1}), "field a - at `$.b`: got 1"),
    "missing field": (b'{"id": "a"}', "field order: it is missing", "id, order, lines, expect"),
    "missing field in a list": (
        line(priors=[{"order": "1"}]),
        "field priors[0].sku: it is missing; expected at least order, sku, cents, key",
    ),
    "wrong type": (line(stale="yes"), 'field stale: got "yes": Expected `bool`'),
    "wrong type in a list": (
        line(lines=lines(cents="5")),
        'field lines[1].cents: got "5": Expected `int`',
    ),
    "a float of cents": (line(lines=lines(cents=1.5)), "field lines[1].cents: got 1.5"),
    "a whole float of cents": (line(lines=lines(cents=50.0)), "field lines[1].cents: got 50.0"),
    "a bool of cents": (line(lines=lines(cents=True)), "field lines[1].cents: got true"),
    "negative cents": (line(lines=lines(cents=-5)), "field lines[1].cents: got -5", ">= 1"),
    "no cents": (line(lines=lines(cents=0)), "field lines[1].cents: got 0", ">= 1"),
    "too many cents": (line(lines=lines(cents=2**70)), f"got {2**70}", "<= 1000000000000"),
    "a day to come": (line(priors=[PRIOR | {"day": 1}]), "field priors[0].day: got 1", "<= 0"),
    "an unknown fault": (line(fault="boom"), 'fault: got "boom": expected one of timeout, note'),
    "an unknown decision": (
        line(expect=["give", 1]),
        'field expect[0]: got "give": expected one of pay, hold, escalate',
    ),
    "an expectation that is too long": (line(expect=["pay", 1, 2]), "field expect: got [", "3"),
    "an expectation over the cap": (
        line(expect=["pay", 5_001]),
        "field expect[1]: got 5001",
        "5000",
    ),
    "an empty id": (line(id=""), 'field id: got "": Expected `str` of length >= 1'),
    "a name that is too long": (line(order="x" * 201), 'field order: got "xxx', "length <= 200"),
    "no lines": (line(lines=[]), "field lines: got []", ">= 1"),
    "a sum that does not match": (line(total=151), "field total: expected 150", "got 151"),
    "a sku that stands twice": (
        line(lines=lines(sku="X")),
        "field lines: expected each sku once",
        "'X'",
    ),
    "cents of no open line": (
        line(expect=["pay", 99]),
        "field expect: expected the cents of a line that is not yet refunded ([100, 50]), got 99",
    ),
    "cents of a line that was refunded": (
        line(priors=[PRIOR], expect=["pay", 50]),
        "field expect: expected the cents of a line that is not yet refunded ([100]), got 50",
    ),
    "cents that are held": (
        line(expect=["hold", 5]),
        "field expect: expected 0",
        "'hold'",
        "got 5",
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_line_names_file_line_field_value_and_what_was_expected(file, kind):
    bad, *said = BAD[kind]
    path = file(line(id="first"), b"", bad, line(id="last"))
    text = complaint(path)
    assert text.startswith(f"{path}, line 3: ")
    for words in said:
        assert words in text
    assert "\n" not in text
    assert len(text) < len(str(path)) + 300


def test_a_second_case_of_the_same_id_names_both_lines(file):
    path = file(line(), line(id="b"), line())
    assert complaint(path) == (
        f"{path}, line 3: field id: 'a' stands already in line 1; expected each id once"
    )


@pytest.mark.parametrize("content", [b"", b"\n \n\t\n", b"\xef\xbb\xbf"])
def test_a_file_without_a_case_is_refused(file, content):
    path = file(content)
    assert complaint(path) == f"{path}: no case in it; expected one JSON object a line"


def test_a_file_that_is_not_there_or_cannot_be_read_is_named(tmp_path):
    missing = tmp_path / "none.jsonl"
    assert complaint(missing).startswith(f"{missing}: cannot read the cases: No such file")
    assert complaint(tmp_path).startswith(f"{tmp_path}: cannot read the cases: ")


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_a_file_of_anything_is_read_or_refused_in_words(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("cases") / "odd.jsonl"
    path.write_bytes(content)
    assert str(path) in complaint(path)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2)
    ),
    max_leaves=4,
)


@given(st.sampled_from([*GOOD, "total", "priors", "fault", "stale", "family", "customer"]), JSON)
def test_any_value_in_any_field_is_read_or_refused_in_words_that_name_the_field(
    tmp_path_factory, name, value
):
    path = tmp_path_factory.mktemp("cases") / "odd.jsonl"
    path.write_bytes(msgspec.json.encode(GOOD | {name: value}))
    try:
        read_cases(path)
    except CaseError as error:
        said = str(error)
        assert said.startswith(f"{path}, line 1: field {name}") or "not JSON" in said


def test_a_field_that_stands_twice_is_refused_by_its_name(file):
    with pytest.raises(CaseError, match="line 1: two fields are named 'id'; keep one"):
        read_cases(file(b'{"id": "b", ' + line()[1:]))
