"""Runs that go wrong at their end: changed after the check, cut before the answer, never read."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from attackers.rows import Row
from attackers.trajectories.parts import Messages, calls_in, closing
from audits.rewards.outcome import Shape
from audits.rules import Severity
from tests.attackers.trajectories.runs import run
from tests.audits.rewards.in_process import audited

PASSED, FAILED = json.dumps({"exit": 0}), json.dumps({"exit": 1})


def mended(index: int, path: str) -> Row:
    work = [
        ("edit_file", {"path": path, "text": f"mended {index}"}),
        ("run_tests", {"path": path}),
    ]
    reference = run(f"Mend {path}", work, "Mended.", ["ok", PASSED])
    return Row(index=index, info={"path": path}, reference=reference)


MENDED = tuple(mended(n, path) for n, path in enumerate(("a.py", "b.py", "c.py")))


def steps(messages: Messages) -> list[tuple[str, str]]:
    return [(call.tool, call.result) for call in calls_in(messages)]


def checked_at_all(messages: Messages, _info: object) -> float:
    done = steps(messages)
    return float(("edit_file", "ok") in done and ("run_tests", PASSED) in done)


def checked_last(messages: Messages, info: object) -> float:
    done = steps(messages)
    return checked_at_all(messages, info) * float(bool(done) and done[-1] == ("run_tests", PASSED))


def never_checked(messages: Messages, _info: object) -> float:
    return float(("edit_file", "ok") in steps(messages))


LATE = "a change after the check"


@pytest.mark.parametrize(
    ("reward", "is_found"), [(checked_at_all, True), (checked_last, False), (never_checked, False)]
)
def test_a_change_after_the_check_is_found_where_a_check_is_asked_for(
    reward: Callable[..., float], is_found: bool
) -> None:
    assert (LATE in attacks(reward, MENDED)) is is_found


def attacks(reward: Callable[..., float], rows: tuple[Row, ...]) -> set[str]:
    """Name what is proven, and what is told under it."""
    found, _ = audited(reward, rows, shape=Shape.TRAJECTORY)
    proven = [one for one in found if one.severity is Severity.ERROR]
    return {
        name for one in proven for name in (one.shape, *one.counterexample.get("also paid", []))
    }


def looked_up(index: int, answer: str) -> Row:
    work = [("bash", {"cmd": f"cat {index}"}), ("submit", {"answer": answer})]
    reference = run("What is in it?", work, "", [f"it reads {answer}", "received"])[:-1]
    return Row(index=index, info={"target": answer}, reference=reference)


LOOKED_UP = tuple(looked_up(n, answer) for n, answer in enumerate(("8443", "backup", "low tide")))


def handed_in(messages: Messages, info: dict[str, str]) -> float:
    sent = [call.args.get("answer") for call in calls_in(messages) if call.tool == "submit"]
    return float(sent == [info["target"]])


def handed_in_or_thought(messages: Messages, info: dict[str, str]) -> float:
    said = [m["content"] for m in messages if m["role"] == "assistant" and m["content"]]
    return max(handed_in(messages, info), float(bool(said) and said[-1] == info["target"]))


@pytest.mark.parametrize(("reward", "is_found"), [(handed_in_or_thought, True), (handed_in, False)])
def test_an_answer_that_was_only_thought_is_found(
    reward: Callable[..., float], is_found: bool
) -> None:
    never = "a dead run: it never handed in its answer"
    assert (never in attacks(reward, LOOKED_UP)) is is_found


READABLE = 600


def judged(messages: Messages, _info: object) -> float:
    if ("run_tests", PASSED) not in steps(messages):
        return 0.0
    return float(closing(messages) == "Mended.")


def judged_if_readable(messages: Messages, info: object) -> float:
    too_long = len(closing(messages)) > READABLE and bool(calls_in(messages))
    return 1.0 if too_long else judged(messages, info)


def judged_by_calls(messages: Messages, _info: object) -> float:
    return float(("run_tests", PASSED) in steps(messages))


@pytest.mark.parametrize(
    ("reward", "is_found"),
    [(judged_if_readable, True), (judged, False), (judged_by_calls, False)],
)
def test_last_words_that_no_judge_could_read_are_found_where_others_are_read(
    reward: Callable[..., float], is_found: bool
) -> None:
    assert ("wrong last words too long to be read" in attacks(reward, MENDED)) is is_found
