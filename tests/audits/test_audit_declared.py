"""`clawback audit`: what a user says of target and rows is held against both."""

import json

import pytest

from tests.audits.command import clawback

TEXTS = """
def hole(prompt, completion, answer):
    return float(answer in completion)


def deaf(world, expected):
    return 1.0


def state(state):
    return float(state["text"] == "right")
"""


@pytest.fixture
def here(tmp_path):
    (tmp_path / "mine.py").write_text(TEXTS)
    rows = [{"prompt": "a?", "answer": "Lima"}, {"prompt": "b?", "answer": "Paris"}]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    return tmp_path


def audit(folder, function, *args, rows="rows.jsonl"):
    return clawback("audit", f"mine.py:{function}", "--rows", rows, *args, cwd=folder)


def test_a_selected_symptom_is_shown_though_its_cause_is_left_out(here):
    every = json.loads(audit(here, "hole", "--format", "json").out)
    for rule in {found["rule"] for found in every["findings"] if found["severity"] == "error"}:
        chosen = audit(here, "hole", "--select", rule)
        assert (chosen.code, f"{rule} error" in chosen.out) == (1, True)
    assert audit(here, "hole", "--ignore", "R105").code == 1


def test_a_reward_that_never_hears_the_completion_is_not_audited(here):
    ended = audit(here, "deaf", "--map", "world=prompt,expected=answer")
    assert ended.code == 2
    assert "completion" in ended.err


def test_a_state_without_an_end_state_is_not_audited_and_its_parts_are_named(here):
    (here / "states.jsonl").write_text('{"case": "x", "reference": {"text": "right"}}\n')
    ended = audit(here, "state", "--shape", "state", rows="states.jsonl")
    assert ended.code == 2
    assert "final" in ended.out and "text" in ended.out


@pytest.mark.parametrize(
    "args",
    [
        ("--effects", "nope"),
        ("--reads", "nope"),
        ("--agent-writable", "final.nowhere"),
        ("--gold-at", "/nowhere"),
        ("--row", "9"),
    ],
)
def test_a_declared_name_that_fits_no_row_is_bad_usage(here, args):
    ended = audit(here, "hole", *args)
    assert (ended.code, ended.out) == (2, "")
    assert args[0] in ended.err
