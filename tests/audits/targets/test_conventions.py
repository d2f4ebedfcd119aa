from contextlib import contextmanager
from pathlib import Path

import pytest

from audits.errors import CannotAuditError
from audits.rewards.outcome import Kind, Outcome, Sample, Shape
from audits.rewards.session import Ask, opened
from audits.targets.known import CONVENTIONS, KNOWN, Signature

REWARDS = Path(__file__).with_name("rewards.py")
ROWS = [{"question": f"{at} plus one?", "answer": str(at + 1)} for at in range(3)]


@contextmanager
def reward(name, rows=ROWS, **ask):
    with opened(Ask(target=f"{REWARDS}:{name}", **ask), rows) as (found, made):
        yield found, made


@pytest.mark.parametrize(
    ("name", "convention", "shape"),
    [
        ("trl", "batched keywords", Shape.BATCHED_TEXT),
        ("trl_chat", "batched chat keywords", Shape.BATCHED_TEXT),
        ("verl", "completion and gold", Shape.TEXT),
        ("verl_batched", "batched keywords", Shape.BATCHED_TEXT),
        ("injected", "names injected", Shape.TEXT),
        ("injected_state_only", "names injected", Shape.TEXT),
        ("grade", "OpenAI grader", Shape.TEXT),
        ("get_assert", "promptfoo", Shape.TEXT),
        ("kit", "messages, gold as messages", Shape.TEXT),
        ("openevals", "completion and gold", Shape.TEXT),
        ("Autoeval", "completion and gold", Shape.TEXT),
        ("Autoeval()", "completion and gold", Shape.TEXT),
        ("Rubric", "OpenEnv rubric", Shape.TEXT),
        ("ClassicRubric()", "verifiers rubric", Shape.TEXT),
        ("Environment", "OpenEnv rubric", Shape.TEXT),
        ("Environment()", "OpenEnv rubric", Shape.TEXT),
        ("ClassicEnvironment()", "verifiers rubric", Shape.TEXT),
        ("Taskset", "OpenEnv rubric", Shape.TEXT),
        ("alarm_left_armed", "completion and gold", Shape.TEXT),
        ("by_position", "completion and gold", Shape.TEXT),
    ],
)
def test_a_reward_is_called_as_its_framework_calls_it(name, convention, shape):
    with reward(name) as (found, rows):
        assert (found.convention.name, found.shape) == (convention, shape)
        right = [Sample(row, row.reference) for row in rows]
        wrong = [Sample(row, "wrong") for row in rows]
        calls = [right, wrong] if found.convention.batched else [[one] for one in right + wrong]
        if name == "Autoeval()":  # an instance of the user's keeps its state: that is theirs
            calls = calls[:1] + calls[3:]
        values = [one.value for call in found.score(calls) for one in call]
        assert values == ([1.0, 0.0, 0.0, 0.0] if name == "Autoeval()" else [1.0] * 3 + [0.0] * 3)


def test_an_inspect_task_stands_for_its_scorer_and_one_with_several_asks_which_is_meant():
    for name in ("one_scorer", "two_scorers.scorer[1]"):
        with reward(name) as (found, _rows):
            assert found.convention.name == "Inspect scorer"
    with (
        pytest.raises(
            CannotAuditError, match=r"has 2 scorers; name one of them: TARGET.scorer\[0\]"
        ),
        reward("two_scorers"),
    ):
        pass


def test_what_is_not_scored_stays_apart_from_nought():
    for name in ("trl_some_none", "kit_invalid"):
        with reward(name) as (found, rows):
            (outcomes,) = found.score([[Sample(rows[0], "wrong")]])
            assert outcomes[0].kind is Kind.NONE and outcomes[0].value is None


def test_a_data_set_brings_its_own_rows_and_keeps_what_json_would_spoil():
    with reward("Lights(4)", rows=None) as (found, rows):
        assert [row.gold for row in rows] == ["0", "2", "4", "6"]
        assert found.convention.name == "reasoning-gym data set"
        outcomes = found.score([[Sample(row, row.reference)] for row in rows])
        assert [one.value for (one,) in outcomes] == [1.0] * 4


def test_a_target_without_rows_of_its_own_says_so():
    with pytest.raises(CannotAuditError, match="has no rows of its own"), reward("verl", None):
        pass


def test_an_unknown_signature_lists_what_was_found_and_what_would_be_accepted():
    with pytest.raises(CannotAuditError) as told, reward("unheard_of"):
        pass
    message = str(told.value)
    assert "(alpha, beta)" in message
    for word in ("completion", "ground_truth", "messages", "--map", "pkg.mod:make()"):
        assert word in message


def test_a_factory_that_was_not_called_is_told_how_to_be():
    with pytest.raises(CannotAuditError, match=r"pkg.mod:make\(\)"), reward("make"):
        pass
    with reward("make(3)", mapping={"alpha": "completion", "beta": "answer"}) as (found, _rows):
        assert found.convention.name == "as mapped"


def test_a_mapping_names_the_completion_and_the_gold():
    with reward("unheard_of", mapping={"alpha": "completion", "beta": "gold"}) as (found, rows):
        assert found.called == "as mapped (text): f(alpha=completion, beta=gold)"
        assert found.score([[Sample(rows[0], "1")], [Sample(rows[0], "2")]]) == [
            [Outcome(Kind.VALUE, 1.0)],
            [Outcome(Kind.VALUE, 0.0)],
        ]


def test_a_convention_can_be_asked_for_and_an_unknown_one_is_refused():
    with reward("kit", convention="messages around a text") as (found, _rows):
        assert found.convention.name == "messages around a text"
    with (
        pytest.raises(CannotAuditError, match="--convention: expected one of"),
        reward("kit", convention="mesages"),
    ):
        pass


@pytest.mark.slow
def test_a_target_that_clears_every_alarm_is_lost_by_the_hard_clock_and_the_next_is_answered():
    with reward("alarmed", timeout=0.2) as (found, rows):
        said = ("1", "hang", "1")
        outcomes = [one for (one,) in found.score([[Sample(rows[0], text)] for text in said])]
        assert [one.kind for one in outcomes] == [Kind.VALUE, Kind.LOST, Kind.VALUE]
        assert outcomes[1].detail == "no answer within 0.2 s"


def test_every_convention_that_is_recognised_is_in_the_table_and_none_else():
    signatures = [
        Signature(("completions", "answer")),
        Signature(("messages", "ground_truth")),
        Signature(("completion", "answer")),
        Signature(("state", "parser")),
        Signature(("state",)),
        Signature(("gold", "target")),
        Signature(("sample", "item")),
        Signature(("output", "context")),
        Signature(("answer", "entry")),
        Signature(("action", "observation")),
        Signature(("state", "target")),
        Signature(("data", "config"), classes=("verifiers.v1.task.Task",)),
        *(Signature((), method=name) for name in ("score_answer", "measure", "score_rollout")),
    ]
    found = {known.name for one in signatures for tell in KNOWN for known in tell(one)}
    assert found == set(CONVENTIONS)


def test_a_reward_that_pays_a_little_for_what_it_cannot_read_is_still_called_rightly():
    with reward("kind_to_strangers") as (found, _rows):
        assert found.convention.name == "batched chat keywords"
