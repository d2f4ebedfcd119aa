"""Whatever one call does, it alone is lost, the calls beside it are answered, nothing is left."""

from __future__ import annotations

from pathlib import Path

import pytest

from audits.errors import CannotAuditError
from audits.rewards.outcome import Kind
from audits.targets import client
from audits.targets.client import Call
from tests.audits.targets.workers import HOSTILE, Load, asks, running, scored

SOFT = "no answer within 0.5 s"
GONE = "the target's process is gone"
FORGED = "something else wrote into the reply pipe"
LOST = {
    "hang": SOFT,
    "hang-with-the-alarm-blocked": SOFT,
    "hang-with-an-alarm-of-its-own": SOFT,
    "hang-that-swallows-all": SOFT,
    "hang-then-a-score": SOFT,
    "hang-in-the-result": SOFT,
    "sleep": SOFT,
    "segfault": "the call was killed by SIGSEGV",
    "abort": "the call was killed by SIGABRT",
    "stop-itself": "the call stopped itself with SIGSTOP",
    "eat-memory": "out of memory",
    "exit-hard": "the call left the process with exit code 0",
    "kill-the-server": GONE,
    "kill-the-group": "the call was killed by SIGKILL",
    "forge-a-reply": FORGED,
    "forge-a-long-reply": f"{FORGED}, or it says too much",
    "forge-nonsense": FORGED,
    "close-all": "the call broke its own way back: it closed the reply pipe, or nothing works any "
    "more",
}


LIKE_ANOTHER = (
    "hang-with-an-alarm-of-its-own",
    "hang-in-the-result",
    "hang-that-swallows-all",
)
"""Waits for its hard clock as others do: `make test-slow` tries it."""


@pytest.mark.parametrize(
    "word",
    [pytest.param(one, marks=[pytest.mark.slow] * (one in LIKE_ANOTHER)) for one in LOST],
)
def test_a_call_that_does_not_come_back_is_lost_and_no_other(word: str, load: Load):
    worker = load()
    outcomes = worker.call(asks("4", "4", "5", word, "4", "5"))
    assert scored(outcomes) == [1.0, 1.0, 0.0, Kind.LOST, 1.0, 0.0]
    assert outcomes[3][0].detail == LOST[word]
    assert scored(worker.call(asks("4", "5"))) == [1.0, 0.0]


ANSWERED = {
    "an-alarm-that-is-reset": 1.0,
    "exit": Kind.RAISED,
    "recurse": Kind.RAISED,
    "nest": Kind.INVALID,
    "flood": 1.0,
    "nan": Kind.NOT_FINITE,
    "infinite": Kind.NOT_FINITE,
    "leave-a-daemon": 1.0,
    "leave-a-grandchild": 1.0,
    "fork-and-return": 1.0,
    "fork-and-raise": 1.0,
    "stop-the-server": 1.0,
    "stop-the-keeper": 1.0,
    "patch-builtins": 1.0,
    "use-up-files": 1.0,
    "move": 1.0,
    "say-much": Kind.INVALID,
    "list-much": 0.25,
    "raise-much": Kind.RAISED,
    "generate": Kind.INVALID,
    "half-a-surrogate": Kind.RAISED,
    "say-half-a-surrogate": Kind.INVALID,
    "raise-what-cannot-be-told": Kind.RAISED,
    "huge-number": Kind.INVALID,
}


def test_whatever_else_a_call_does_it_is_answered_and_so_are_the_others(load: Load, mark: str):
    worker = load()
    for word, ending in ANSWERED.items():
        assert scored(worker.call(asks("4", word, "4", "5"))) == [1.0, ending, 1.0, 0.0], word
        assert len(running(mark)) == 2, f"{word}: only the keeper and the server stay"


def test_an_outcome_says_what_was_raised(load: Load):
    outcomes = load().call(asks("exit", "half-a-surrogate", "raise-what-cannot-be-told"))
    assert [one.detail for (one,) in outcomes] == [
        "SystemExit: 0",
        "ValueError: ? is half a pair",
        "MuteError",
    ]


def test_a_slow_leak_costs_no_call(load: Load):
    outcomes = load(memory=512 << 20).call(asks(*["leak"] * 100))
    assert scored(outcomes) == [1.0] * 100


def test_an_async_target_is_awaited(load: Load):
    worker = load(f"{HOSTILE}:later")
    assert scored(worker.call(asks("4", "raise", "hang", "5"))) == [
        1.0,
        Kind.RAISED,
        Kind.LOST,
        0.0,
    ]


def test_many_losses_among_many_calls_are_each_found(load: Load):
    words = ["exit-hard" if at % 50 == 7 else "4" for at in range(400)]
    wanted = [Kind.LOST if word == "exit-hard" else 1.0 for word in words]
    assert scored(load().call(asks(*words))) == wanted


def test_a_target_that_ends_every_call_is_given_up(load: Load):
    worker = load()
    outcomes = worker.call(asks(*["exit-hard"] * 1_000))
    details = [one.detail for (one,) in outcomes]
    assert {one.kind for (one,) in outcomes} == {Kind.LOST}
    assert details.count("given up: every call before it was lost") == 1_000 - client.PATIENCE
    assert scored(worker.call(asks("4", "exit-hard"))) == [1.0, Kind.LOST], "one more chance"


def test_after_the_last_tries_nothing_is_called_any_more(load: Load):
    worker = load()
    for _ in range(1 + client.LAST_TRIES):
        worker.call(asks(*["exit-hard"] * 50))
    assert scored(worker.call(asks("4"))) == [Kind.LOST]


def test_a_call_that_changes_its_input_changes_no_other(load: Load, tmp_path: Path):
    path = tmp_path / "changes.py"
    path.write_text(
        "def reward(completion, info):\n    info['seen'] = info.get('seen', 0) + 1\n"
        "    return info['seen']\n"
    )
    shared = {"a": 1}
    calls = [Call(kwargs={"completion": "", "info": shared})] * 3
    assert scored(load(f"{path}:reward").call(calls)) == [1.0, 1.0, 1.0]


def test_a_batch_of_the_wrong_length_is_invalid_for_every_sample(load: Load, tmp_path: Path):
    path = tmp_path / "short.py"
    path.write_text("def reward(completions):\n    return [1.0] * (len(completions) - 1)\n")
    call = Call(kwargs={"completions": ["a", "b", "c"]}, samples=3, batched=True)
    (outcomes,) = load(f"{path}:reward").call([call])
    assert [one.kind for one in outcomes] == [Kind.INVALID] * 3
    assert outcomes[0].detail == "expected a list of 3 rewards, got 2"


def test_a_million_characters_go_in(load: Load):
    assert scored(load().call(asks("x" * 1_000_000, "4", *["y" * 1_000_000] * 40))) == [
        0.0,
        1.0,
        *[0.0] * 40,
    ]


ONLY_ONCE = """
import os, pathlib, signal
LOADED = pathlib.Path(__file__ + ".loaded")
if LOADED.exists():
    raise RuntimeError("not twice")
LOADED.touch()
def reward(completion, answer):
    if completion == "kill":
        os.kill(os.getppid(), signal.SIGKILL)
        signal.pause()
    return float(completion == answer)
"""


def test_what_cannot_be_loaded_again_is_given_up_and_what_it_said_stands(
    load: Load, tmp_path: Path
):
    path = tmp_path / "once.py"
    path.write_text(ONLY_ONCE)
    worker = load(f"{path}:reward")
    assert scored(worker.call(asks("4", "5"))) == [1.0, 0.0]
    outcomes = worker.call(asks("kill", "4"))
    assert scored(outcomes) == [Kind.LOST, Kind.LOST]
    assert "could not be loaded again" in outcomes[0][0].detail
    assert "RuntimeError: not twice" in outcomes[1][0].detail
    assert scored(worker.call(asks("4"))) == [Kind.LOST]
    assert worker.files() == frozenset()
    with pytest.raises(CannotAuditError, match="no mutants"):
        worker.ask("sites")
    with pytest.raises(CannotAuditError, match="no rows"):
        worker.rows()
    worker.stop()


THREADS = """
import os, threading, time
threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
def reward(completion, answer):
    if completion == "exit":
        os._exit(0)
    while completion == "hang":
        pass
    return float(completion == answer)
"""


def test_a_target_with_threads_is_not_forked_and_started_again_when_it_falls(
    load: Load, tmp_path: Path
):
    path = tmp_path / "threads.py"
    path.write_text(THREADS)
    worker = load(f"{path}:reward")
    assert scored(worker.call(asks("4", "exit", "5", "hang", "4"))) == [
        1.0,
        Kind.LOST,
        0.0,
        Kind.LOST,
        1.0,
    ]


def test_nothing_is_asked_of_a_worker_that_has_lost_much_and_is_asked_nothing() -> None:
    worker = client.Worker.__new__(client.Worker)
    worker._lost = client.PATIENCE
    assert worker.call([]) == []
