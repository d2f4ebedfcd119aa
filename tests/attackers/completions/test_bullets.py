"""Lists of lines: some of the lines are not the list."""

from __future__ import annotations

from attackers.completions.bullets import leaves_lines_out
from attackers.rows import Row, Scene

FACTS = "- It opened in 1931.\n- It carries eight lanes.\n- It is grey."


def answers(gold: str, reference: str) -> list[str]:
    row = Row(index=0, gold=gold, reference=reference)
    return [one.answer for one in leaves_lines_out(Scene(row, (row,)))]


def test_one_line_and_all_but_the_last_keep_what_stands_around_them():
    assert answers(FACTS, f"Facts:\n{FACTS}") == [
        "Facts:\n- It opened in 1931.",
        "Facts:\n- It opened in 1931.\n- It carries eight lanes.",
    ]


def test_lines_that_the_gold_does_not_have_or_too_few_of_them_are_no_list():
    assert answers("grey", f"Facts:\n{FACTS}") == []
    assert answers("- a\n- b", "- a\n- b") == []
    assert answers("a\nb\nc", "a\nb\nc") == []
