"""A field that stands twice in one object is named; all other JSON passes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.once import TwiceError, named_once

NAME = st.text(max_size=3)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAME, inner, max_size=3),
    max_leaves=8,
)


@given(JSON)
def test_what_names_each_field_once_passes_and_so_does_what_is_no_json(value: Any):
    named_once(json.dumps(value))
    named_once(json.dumps(value)[:-1])
    named_once(json.dumps(value).encode())


@given(JSON, JSON, NAME)
def test_a_field_that_stands_twice_is_named_however_deep_and_however_spelt(
    one: Any, two: Any, name: str
):
    key = json.dumps(name)
    spelt = '"' + "".join(f"\\u{ord(char):04x}" for char in name if ord(char) < 2**16) + '"'
    other = spelt if json.loads(spelt) == name else key
    text = f'{{"out": [{{{key}: {json.dumps(one)}, {other}: {json.dumps(two)}}}]}}'
    with pytest.raises(TwiceError) as refused:
        named_once(text)
    assert str(refused.value) == f"two fields are named {name!r}; keep one"


@pytest.mark.parametrize("text", [b"\xff", "[" * 100_000, "1" * 10_000, ""])
def test_what_json_cannot_read_is_left_to_whoever_reads_it(text: bytes | str):
    named_once(text)


def test_a_number_of_thousands_of_digits_hides_nothing():
    with pytest.raises(TwiceError, match="'a'"):
        named_once('{"a": ' + "1" * 10_000 + ', "a": 2}')
