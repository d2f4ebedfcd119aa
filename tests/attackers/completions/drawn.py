"""Rows of text as data sets have them: golds of every kind, in every form of a reference."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

from attackers.rows import Mined, Row, Scene

WORDS = ("Paris", "barn owl", "the sea", "A", "yes", "no", "unknown", "None", "0", "nan", "N/A")
ODD = ("Zoë", "naïve café", "東京", "ﬁsh", "İstanbul", "ß", "🦉", "a\u00a0b", "٣", "½")
LATEX = (r"\frac{1}{2}", r"\dfrac{3}{4}", r"x^{2}+1", r"\sqrt{2}", r"\text{yes}", r"3\pi")
LISTS = ("red, blue", "a; b; c", "x | y", "one\ntwo", "Paris, France", "1, 2, 3")
AMOUNTS = ("12 km", "$3.50", "1,200", "-17", "12%", "3/4", "1e5", "007", "+4", "1_000", "-0")
CODE = (
    "def double(x):\n    return 2 * x\n",
    "import math\nprint(math.pi)",
    "lambda x: x + 1",
    "SELECT name FROM birds WHERE legs = 2",
)
FORMS = (
    "GOLD",
    "GOLD.",
    " GOLD \n",
    "<answer>GOLD</answer>",
    "<think>GOLD it is, I think</think>\n<answer> GOLD </answer>",
    "<think>hm</think><answer>GOLD</answer>",
    "Some steps, then \\boxed{GOLD}.",
    "Two and two.\n#### GOLD",
    "The answer is GOLD",
    "It may be GOLD or not. Answer: GOLD",
    "```python\nGOLD```",
)

scalars = st.one_of(
    st.sampled_from([*WORDS, *ODD, *LATEX, *LISTS, *AMOUNTS, *CODE]),
    st.integers(-(10**6), 10**6).map(str),
    st.decimals(-1000, 1000, places=2).map(str),
    st.from_regex(r"[A-Za-z]{1,8}( [A-Za-z]{1,8}){0,2}", fullmatch=True),
)
structures = st.one_of(
    st.lists(scalars, min_size=1, max_size=4, unique=True),
    st.dictionaries(st.sampled_from(["city", "nights", "tags", "x"]), scalars, min_size=1),
)


def _texts(gold: str) -> st.SearchStrategy[str]:
    return st.sampled_from(FORMS).map(lambda form: form.replace("GOLD", gold))


@st.composite
def golds_with_references(draw: st.DrawFn) -> tuple[Any, str]:
    """A gold, and a right completion that states it."""
    if draw(st.booleans()):
        gold = draw(scalars)
        return gold, draw(_texts(gold))
    value = draw(structures)
    text = json.dumps(value, ensure_ascii=False)
    return draw(st.sampled_from([value, text])), draw(_texts(text))


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """One row among one to five."""
    made = draw(st.lists(golds_with_references(), min_size=1, max_size=5))
    prompts = st.sampled_from(["", "How many?", "Add 12 and 30.", "Which of Paris, Rome?\nB) Rome"])
    rows = tuple(
        Row(index=index, prompt=draw(prompts), gold=gold, reference=reference)
        for index, (gold, reference) in enumerate(made)
    )
    mined = Mined(("correct", "[[", "x", rows[0].reference), (r"score: (\d+)", "[a-z]+", "("))
    return Scene(draw(st.sampled_from(rows)), rows, mined)
