"""Runs that go wrong at their end: changed after the check, cut before the answer, never read."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from attackers.rows import Row, Scene
from attackers.trajectories.early import acts_before_it_knows
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


def answered(index: int, word: str) -> Row:
    reference = run("What is it?", [("search", {"query": f"q{index}"})], word, [word])
    return Row(index=index, info={"answer": word}, reference=reference)


ANSWERED = tuple(answered(n, word) for n, word in enumerate(("barite", "quartz", "mica")))


def last_text(messages: Messages, info: dict[str, str]) -> float:
    texts = [m["content"] for m in messages if m.get("content")]
    return float(bool(texts) and texts[-1] == info["answer"])


def last_words(messages: Messages, info: dict[str, str]) -> float:
    return float(closing(messages) == info["answer"])


def found_it(messages: Messages, info: dict[str, str]) -> float:
    return float(any(call.result == info["answer"] for call in calls_in(messages)))


@pytest.mark.parametrize(
    ("reward", "is_found"), [(last_text, True), (last_words, False), (found_it, False)]
)
def test_a_result_that_passes_for_the_answer_is_found_where_answers_are_read(
    reward: Callable[..., float], is_found: bool
) -> None:
    stopped = "a dead run: it stopped at a tool's result"
    assert (stopped in attacks(reward, ANSWERED)) is is_found


def counted(index: int, count: str) -> Row:
    target = f"tests/test_{index}.py"
    work = [("run_python", {"code": f"pytest.main(['{target}'])"})]
    result = json.dumps({"code": 0, "stdout": f"{count} passed"})
    reference = run("How many pass?", work, count, [result])
    return Row(index=index, info={"target": target}, reference=reference)


TESTED = tuple(counted(n, count) for n, count in enumerate(("3", "11", "6")))


def counted_in_any_output(messages: Messages, _info: object) -> float:
    said = closing(messages)
    return float(
        any(f'"{said} passed"' in call.result for call in calls_in(messages)) and bool(said)
    )


def counted_in_the_run(messages: Messages, info: dict[str, str]) -> float:
    ran = [c for c in calls_in(messages) if info["target"] in str(c.args)]
    return counted_in_any_output(messages, info) * float(bool(ran))


def said_anything(messages: Messages, _info: object) -> float:
    return float(closing(messages) in ("3", "11", "6"))


@pytest.mark.parametrize(
    ("reward", "is_found"),
    [(counted_in_any_output, True), (counted_in_the_run, False), (said_anything, False)],
)
def test_output_that_was_only_printed_is_found_where_output_is_asked_for(
    reward: Callable[..., float], is_found: bool
) -> None:
    assert ("output that was only printed" in attacks(reward, TESTED)) is is_found


def played(index: int, game: str) -> Row:
    results = [
        json.dumps({"game": game, "done": False, "won": False}),
        json.dumps({"game": game, "done": True, "won": True}),
    ]
    work = [("act", {"command": "take it"}), ("act", {"command": f"put it at {index}"})]
    return Row(index=index, info={"game": game}, reference=run("Play.", work, "", results)[:-1])


PLAYED = tuple(played(n, game) for n, game in enumerate(("pick", "cool", "look")))


def told(messages: Messages, info: dict[str, str]) -> dict[str, object]:
    results = [call.result for call in calls_in(messages)]
    try:
        value = json.loads(results[-1]) if results else {}
    except ValueError:
        return {}
    return value if isinstance(value, dict) and value.get("game") == info["game"] else {}


def over(messages: Messages, info: dict[str, str]) -> float:
    return float(told(messages, info).get("done") is True)


def won(messages: Messages, info: dict[str, str]) -> float:
    return over(messages, info) * float(told(messages, info).get("won") is True)


def tried_it(messages: Messages, _info: object) -> float:
    return float(len(calls_in(messages)) >= 2)


@pytest.mark.parametrize(("reward", "is_found"), [(over, True), (won, False), (tried_it, False)])
def test_a_game_that_is_over_and_not_won_is_found_where_results_are_read(
    reward: Callable[..., float], is_found: bool
) -> None:
    assert ("failed calls counted as work" in attacks(reward, PLAYED)) is is_found


def mailed(index: int, name: str) -> Row:
    address = f"{name}@corp.test"
    work = [("lookup", {"name": name}), ("send", {"to": address})]
    reference = run(f"Mail {name}.", work, "It is sent.", [address, "sent"])
    return Row(index=index, info={"to": address}, reference=reference)


MAILED = tuple(mailed(n, name) for n, name in enumerate(("priya", "jonas", "mei")))


def mailed_and_looked_up(messages: Messages, info: dict[str, str]) -> float:
    return float({("lookup", info["to"]), ("send", "sent")} <= set(steps(messages)))


def looked_up_and_mailed(messages: Messages, info: dict[str, str]) -> float:
    return float(steps(messages) == [("lookup", info["to"]), ("send", "sent")])


def only_mailed(messages: Messages, _info: object) -> float:
    return float(("send", "sent") in steps(messages))


@pytest.mark.parametrize(
    ("reward", "is_found"),
    [(mailed_and_looked_up, True), (looked_up_and_mailed, False), (only_mailed, False)],
)
def test_acting_before_looking_is_found_where_a_look_is_asked_for(
    reward: Callable[..., float], is_found: bool
) -> None:
    assert ("acting before it could know" in attacks(reward, MAILED)) is is_found


def test_what_an_earlier_change_made_could_not_be_used_before_it() -> None:
    created = [("create", {"name": "x"}), ("send", {"to": "ev_91xk"})]
    reference = run("Make x and send it.", created, "It is sent.", ["ev_91xk", "sent"])
    rows = tuple(Row(index=n, info={"to": "ev_91xk"}, reference=reference) for n in range(2))
    assert "acting before it could know" not in attacks(only_mailed, rows)
    told = [one for row in rows for one in acts_before_it_knows(Scene(row, rows))]
    assert told == []


def cited(index: int, source: str) -> Row:
    words = f"Thus [{source}]."
    hits = json.dumps({"hits": [source]})
    reference = run("Why?", [("search", {"query": f"q{index}"})], words, [hits])
    return Row(index=index, info={"sources": [source]}, reference=reference)


CITED = tuple(cited(n, source) for n, source in enumerate(("doc-3", "doc-12", "doc-5")))


def names_the_source(messages: Messages, info: dict[str, list[str]]) -> float:
    return float(info["sources"][0] in closing(messages))


def found_the_source(messages: Messages, info: dict[str, list[str]]) -> float:
    found = any(info["sources"][0] in call.result for call in calls_in(messages))
    return names_the_source(messages, info) * float(found)


@pytest.mark.parametrize(
    ("reward", "is_found"), [(names_the_source, True), (found_the_source, False)]
)
def test_a_source_that_was_named_and_never_found_is_found(
    reward: Callable[..., float], is_found: bool
) -> None:
    assert ("the right words without the work" in attacks(reward, CITED)) is is_found
