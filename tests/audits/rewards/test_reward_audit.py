"""The audit of a reward: controls first, proof apart from leads, nothing silently clean."""

import math
from itertools import count

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from attackers.rows import Mined, Row
from audits.rewards.outcome import Shape
from audits.rewards.plan import Effort, RewardPlan
from audits.rules import Severity
from tests.audits.rewards.in_process import CAPITALS, audited, errors, extras


def exact(_prompt, completion, answer):
    return float(completion.strip() == answer)


def test_an_exact_match_is_clean():
    found, unsound = audited(exact)
    assert not unsound
    assert [one for one in found if one.severity is Severity.ERROR] == []


words = st.text("abcdefghij", min_size=4, max_size=9)


@given(st.lists(words, min_size=2, max_size=5, unique=True))
def test_an_exact_match_is_clean_on_any_golds(golds):
    rows = [Row(index=i, prompt=f"{i}?", gold=g, reference=g) for i, g in enumerate(golds)]
    assert errors(exact, rows) == set()


def test_a_fallback_that_pays_is_found_by_saying_nothing():
    def fallback(_prompt, completion, answer):
        return 1.0 if not completion.strip() or completion == answer else 0.0

    assert errors(fallback) == {"R101"}


def test_a_substring_match_is_found():
    assert errors(lambda _p, c, a: float(a in c)) == {
        "R106"
    }  # told once, whatever holds the answer


def test_an_answer_inside_the_gold_is_found():
    assert errors(lambda _p, c, a: float(c == a or (bool(c) and c in a))) & {"R101", "R106"}


def test_a_password_in_the_source_is_found_only_if_it_opens_rows_with_different_answers():
    def password(_prompt, completion, answer):
        return float(completion in (answer, "open sesame"))

    def alias(_prompt, completion, answer):
        return float(completion == answer or (answer == "Lima" and completion == "la capital"))

    assert errors(password, mined=Mined(("open sesame",))) == {"R108"}
    assert errors(alias, mined=Mined(("la capital",))) == set()


def test_one_rule_of_thumb_that_is_paid_on_every_row_is_found():
    rows = [Row(index=i, prompt=f"make {n}", gold=f"{n - 1}+1", reference=f"{n - 1}+1")
            for i, n in enumerate((24, 36, 51))]  # fmt: skip

    def weak(prompt, completion, answer):
        return float(completion == answer or completion == prompt.split()[-1])

    assert "R102" in errors(weak, rows)


def test_partial_credit_for_a_near_miss_is_no_finding():
    def likeness(_prompt, completion, answer):
        same = sum(a == b for a, b in zip(completion, answer, strict=False))
        return same / max(len(completion), len(answer), 1)

    assert errors(likeness) == set()


def test_a_gold_that_does_not_matter_is_an_error_if_the_reward_takes_it():
    def any_answer(_prompt, completion, _answer):
        return float(completion.istitle() and completion.isalpha())

    assert "C003" in errors(any_answer)
    assert "C003" not in errors(any_answer, takes_gold=False)


def test_references_that_earn_nothing_make_the_audit_unsound_with_a_remedy():
    found, unsound = audited(lambda _p, _c, _a: 0.0)
    assert not [one for one in found if one.severity is Severity.ERROR]
    assert any("--map" in why for why in unsound)


def test_the_wrapping_that_references_need_is_inferred():
    def boxed(_prompt, completion, answer):
        return float(completion == f"\\boxed{{{answer}}}")

    assert extras(boxed)["reference_written"] == "\\boxed{}"
    assert errors(boxed) == set()


def test_a_reward_that_forgets_nothing_between_calls_is_found():
    turn = count()

    def drifting(_prompt, completion, answer):
        return float(completion == answer) + next(turn) * 1e-6

    assert "R402" in errors(drifting)


def test_a_score_that_is_not_a_number_is_found():
    def undefined(_prompt, completion, answer):
        return 1.0 if completion == answer else math.nan if not completion else 0.0

    assert "D205" in errors(undefined)


def test_a_reward_that_raises_on_odd_answers_is_a_lead():
    def brittle(_prompt, completion, answer):
        return float(completion == answer) if completion else 1 / 0

    found, _ = audited(brittle)
    assert [one.severity for one in found if one.rule == "R403"] == [Severity.WARNING]


def test_a_batch_that_shifts_scores_is_found():
    def shifted(_prompts, completions, answer):
        scores = [float(c == a) for c, a in zip(completions, answer, strict=True) if c]
        return (scores + [0.0] * len(answer))[: len(answer)]

    def sound(_prompts, completions, answer):
        return [float(c == a) for c, a in zip(completions, answer, strict=True)]

    assert errors(shifted, shape=Shape.BATCHED_TEXT)
    assert errors(sound, shape=Shape.BATCHED_TEXT) == set()


def test_thorough_puts_wrong_texts_together_and_shrinks_what_is_paid():
    def parts(_prompt, completion, answer):
        if completion == answer:
            return 1.0
        return 0.3 * (len(completion) > 300) + 0.3 * ("CORRECT" in completion)

    assert errors(parts) == set()
    found, _ = audited(parts, plan=RewardPlan(effort=Effort.THOROUGH))
    [one] = [one for one in found if one.rule == "R110"]
    assert "CORRECT" in one.counterexample["answer"]
    assert len(one.counterexample["answer"]) < 310


def test_symptoms_are_told_under_their_cause():
    found, _ = audited(lambda _p, _c, _a: 1.0, takes_gold=False)
    proven = [one for one in found if one.severity is Severity.ERROR]
    assert [one.rule for one in proven] == ["R101"]
    assert proven[0].counterexample["also paid"]


def test_the_worst_row_counts_and_is_named():
    def one_hole(_prompt, completion, answer):
        return float(completion == answer or (answer == "Paris" and not completion.strip()))

    found, _ = audited(one_hole)
    [one] = [one for one in found if one.severity is Severity.ERROR]
    assert (one.case, one.reach.rows, one.reach.of) == ("row 1", 1, 4)


def test_a_row_whose_reference_is_not_paid_is_told_and_not_attacked():
    def three(_prompt, completion, answer):
        return float(completion == answer and answer != "Tokyo")

    found, _ = audited(three)
    assert [one.case for one in found if one.rule == "C001"] == ["row 3"]


def test_the_rows_in_question_can_be_chosen():
    found, _ = audited(lambda _p, _c, _a: 1.0, plan=RewardPlan(only_rows=(2,)), takes_gold=False)
    assert {one.case for one in found if one.severity is Severity.ERROR} == {"row 2"}


def run(passed, *, error=None):
    tool = {"role": "tool", "tool_call_id": "c", "content": "ok"}
    call = {"id": "c", "type": "function", "function": {"name": "fix", "arguments": "{}"}}
    said = {"role": "assistant", "content": "Fixed."}
    asked = [{"role": "user", "content": "Fix it"}]
    messages = [*asked, {"role": "assistant", "content": None, "tool_calls": [call]}, tool, said]
    return {"messages": messages, "error": error, "is_truncated": False,
            "final": {"passed": passed}, "info": {"test": "t"}}  # fmt: skip


RUNS = [
    Row(index=i, prompt="Fix it", reference=run(True), info={"test": "t"},
        initial={"passed": False}) for i in range(3)
]  # fmt: skip


def closed(state):
    last = state["messages"][-1] if state["messages"] else {}
    alive = state["error"] is None and not state["is_truncated"]
    return alive and last.get("role") == "assistant" and bool(last.get("content"))


def worked(state):
    return closed(state) and any(m["role"] == "tool" for m in state["messages"])


def passed(state):
    return isinstance(state["final"], dict) and state["final"].get("passed") is True


def test_a_state_reward_that_asks_for_all_of_it_is_clean():
    assert errors(lambda s: float(worked(s) and passed(s)), RUNS, shape=Shape.STATE) == set()


def test_a_dead_run_that_is_paid_is_found():
    found = errors(lambda s: float(passed(s)), RUNS, shape=Shape.STATE)
    assert "D201" in found


def test_a_world_left_as_it_was_and_paid_is_found():
    assert "R301" in errors(lambda s: float(worked(s)), RUNS, shape=Shape.STATE)


def test_dying_that_beats_an_honest_failure_is_found_though_neither_is_paid():
    def fined(state):
        if not worked(state):
            return 0.0
        return 1.0 if passed(state) else -0.5

    assert "D202" in errors(fined, RUNS, shape=Shape.STATE)


def test_a_word_for_false_that_counts_as_true_is_found():
    def truthy(state):
        final = state["final"] if isinstance(state["final"], dict) else {}
        return float(worked(state) and bool(final.get("passed")))

    assert "R304" in errors(truthy, RUNS, shape=Shape.STATE)


def test_rows_without_references_are_never_called_clean():
    rows = [msgspec.structs.replace(row, reference=None) for row in CAPITALS]
    _, unsound = audited(exact, rows)
    assert unsound
