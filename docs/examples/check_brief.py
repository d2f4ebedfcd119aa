"""Tests of `brief.py`, of the kind that one writes first."""

from brief import score

RAMBLING = "well, " * 60 + "<answer>honey</answer>"

assert score("", "<answer>honey</answer>", "honey") == 1.0
assert score("", "<answer>wax</answer>", "honey") == 0.0
assert score("", RAMBLING, "honey") < 1.0
