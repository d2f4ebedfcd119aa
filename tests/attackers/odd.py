"""Rows as no data set should have them, and some have: any JSON in any place."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from attackers.rows import Declared, Mined, Row, Scene

texts = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        ["", " ", "<answer></answer>", "\\boxed{", "```python\ndef f(", "#### ", "{", "("]
    ),
    st.just("long " * 400),
)
anything: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), texts),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=8,
)
calls = st.one_of(
    anything,
    st.fixed_dictionaries({"function": anything}, optional={"id": anything}),
    st.fixed_dictionaries(
        {
            "id": st.sampled_from(["a", "b", 3, None]),
            "function": st.fixed_dictionaries(
                {"name": st.sampled_from(["pay", "get", None, 7]), "arguments": anything},
            ),
        }
    ),
    st.sampled_from(['{"to": "ann", "cents": 5}', "{", "[1]", "null", "3"]).map(
        lambda args: {"id": "c", "function": {"name": "pay", "arguments": args}}
    ),
)
messages = st.lists(
    st.one_of(
        anything,
        st.fixed_dictionaries(
            {"role": st.sampled_from(["user", "assistant", "tool", "system", None])},
            optional={
                "content": anything,
                "tool_calls": st.one_of(anything, st.lists(calls, max_size=3)),
                "tool_call_id": st.sampled_from(["a", "b", "c", 3, None, ["a"], {}]),
            },
        ),
    ),
    max_size=5,
)
states = st.one_of(
    anything,
    st.fixed_dictionaries(
        {},
        optional={
            "messages": st.one_of(anything, messages),
            "final": anything,
            "error": anything,
            "is_truncated": anything,
            "info": anything,
        },
    ),
)


@st.composite
def odd_scenes(draw: st.DrawFn, references: st.SearchStrategy[Any]) -> Scene:
    """One row among one to three, with references of a kind and anything else."""
    info = st.dictionaries(st.text(max_size=6), anything, max_size=3)
    rows = tuple(
        Row(
            index=index,
            prompt=draw(texts),
            gold=draw(anything),
            reference=draw(references),
            info=draw(info),
            initial=draw(anything),
        )
        for index in range(draw(st.integers(1, 3)))
    )
    mined = Mined(
        tuple(draw(st.lists(texts, max_size=3))), ("(", "[", "a{9999999}", "(?P<x>.)", "")
    )
    declared = Declared(
        effects=tuple(draw(st.lists(st.just("pay"), max_size=1))),
        agent_writable=("", "files", "final.files.x", "final."),
        gold_at=("/gold", ""),
    )
    return Scene(draw(st.sampled_from(rows)), rows, mined, declared)
