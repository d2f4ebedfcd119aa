"""The world's own memory of its log: no rewriting goes unseen, hashes recomputed or not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from attackers.refund import agents
from desk import witness
from desk.refund import End, Payment, eval_cases, play
from tests.strategies import (
    calls,
    entries,
    eval_case,
    forged_rollouts,
    play_calls,
    played_rollouts,
    published_cases,
    rehashed,
    worked_cases,
)

ROOT = Path(__file__).resolve().parents[2]
WRITE = """
import sys
from attackers.refund import agents
from desk.refund import eval_cases, play
sys.stdout.buffer.write(play(agents()["careful"].act, eval_cases().cases[0]).to_json())
"""
VERIFY = """
import sys
from desk import read_rollout
from desk.refund import RefundRollout
print(read_rollout(sys.stdin.buffer.read(), RefundRollout).log_fault())
"""


def careful_rollout(case_id="timeout-01"):
    return play(agents()["careful"].act, eval_case(case_id))


@given(played_rollouts())
def test_an_honest_log_has_no_fault(rollout):
    assert rollout.log_fault() is None


@given(played_rollouts(), st.data())
def test_no_log_made_of_the_same_entries_in_another_way_verifies(rollout, data):
    assume(rollout.log)
    picked = data.draw(st.lists(st.sampled_from(rollout.log), max_size=len(rollout.log) + 2))
    for log in (tuple(picked), rehashed(picked)):
        verifies = replace(rollout, log=log).log_fault() is None
        assert verifies == (log == rollout.log)


@given(played_rollouts(), st.data())
def test_no_edited_entry_verifies_even_with_every_hash_computed_afresh(rollout, data):
    assume(rollout.log)
    index = data.draw(st.integers(0, len(rollout.log) - 1))
    other = data.draw(entries())
    fields = data.draw(
        st.sets(st.sampled_from(["action", "args", "reason", "executed"]), min_size=1)
    )
    edited = replace(rollout.log[index], **{name: getattr(other, name) for name in fields})
    assume(edited != rollout.log[index])
    log = (*rollout.log[:index], edited, *rollout.log[index + 1 :])
    assert replace(rollout, log=log).log_fault() is not None
    assert replace(rollout, log=rehashed(log)).log_fault() is not None


@given(forged_rollouts())
def test_no_log_with_foreign_entries_verifies(rollout):
    assert rollout.log_fault() is not None


@given(worked_cases(), st.data())
def test_the_log_of_another_run_of_the_same_case_does_not_verify(worked, data):
    case, made = worked
    rollout, other = play_calls(case, made), play_calls(case, data.draw(calls(case)))
    assume(rollout.log != other.log)
    assert replace(rollout, log=other.log).log_fault() is not None
    assert replace(rollout, log=other.log, end=other.end).log_fault() is not None


@given(played_rollouts(), published_cases())
def test_the_log_books_and_witness_of_another_case_do_not_verify(rollout, case):
    assume(rollout.case != case)
    assert replace(rollout, case=case).log_fault() is not None


def test_a_short_log_a_long_log_and_a_foreign_end_are_told_apart():
    rollout = careful_rollout("clean-01")
    cut = replace(rollout, log=rollout.log[:-1])
    assert cut.log_fault() == "the log has 2 entries, the world wrote 3"
    longer = replace(rollout, log=rehashed([*rollout.log, rollout.log[0]]))
    assert longer.log_fault() == "the log has 4 entries, the world wrote 3"
    swapped = replace(rollout, log=rehashed([rollout.log[1], rollout.log[0], rollout.log[2]]))
    assert swapped.log_fault() == "the log does not end as the world's did"
    broken = replace(rollout, log=(rollout.log[1], rollout.log[0], rollout.log[2]))
    assert broken.log_fault() == "entry 0 does not follow from the one before it"


@pytest.mark.parametrize(
    "end",
    [
        None,
        End(),
        End((Payment("1041", "BLND-2", 1, "1041:BLND-2:4200"),)),
        End((Payment("1041", "BLND-2", 4200, "another key"),)),
        End((Payment("1041", "BLND-2", 4200, "1041:BLND-2:4200"),), ("1041",)),
    ],
)
def test_doctored_books_do_not_verify(end):
    rollout = careful_rollout()
    assert rollout.end == End((Payment("1041", "BLND-2", 4200, "1041:BLND-2:4200"),))
    assert "is not the one the world sealed" in replace(rollout, end=end).log_fault()


def test_a_log_does_not_verify_under_another_case():
    rollout = careful_rollout()
    other = replace(rollout.case, ticket="a nicer ticket")
    assert "is not the one the world sealed" in replace(rollout, case=other).log_fault()


def test_a_witness_that_was_written_afresh_does_not_verify():
    rollout = careful_rollout()
    log = rehashed(rollout.log[:-1])
    made_up = replace(rollout.witness, length=2, head=log[-1].hash)
    assert replace(rollout, log=log, witness=made_up).log_fault() is not None


def test_a_rollout_without_a_witness_does_not_verify():
    fault = replace(careful_rollout(), witness=None).log_fault()
    assert fault == "the world left no witness of its log"


@pytest.mark.parametrize(
    "name",
    ["rewritten-log", "cut-log", "cooked-books", "forged-reads", "transplanted-log", "tamper"],
)
def test_an_agent_that_rewrites_the_log_of_its_own_world_is_found_out(name):
    faults = [play(agents()[name].act, case).log_fault() for case in eval_cases().cases]
    assert None not in faults


def run(code: str, key: str | None, given: bytes = b"") -> bytes:
    env = {name: value for name, value in os.environ.items() if name != "CLAWBACK_KEY"}
    env |= {"PYTHONPATH": str(ROOT)} | ({"CLAWBACK_KEY": key} if key else {})
    done = subprocess.run(
        [sys.executable, "-c", code], input=given, env=env, capture_output=True, check=True
    )
    return done.stdout


def test_another_process_verifies_with_the_same_key_and_with_no_other():
    written = run(WRITE, "a shared key")
    assert run(VERIFY, "a shared key", written) == b"None\n"
    for key in ("another key", None):
        assert b"is not the one the world sealed" in run(VERIFY, key, written)


def test_threads_that_ask_for_the_key_first_at_once_get_the_same(monkeypatch: pytest.MonkeyPatch):
    """The second asks while the first is still drawing it, and is the first to be done."""
    drawn = iter((b"first", b"second"))
    asked: list[bytes] = []

    def draw(_length: int) -> bytes:
        mine = next(drawn)
        if not asked:
            asked.append(b"")
            asked[0] = witness._key()
        return mine

    monkeypatch.setattr(witness, "_held", {})
    monkeypatch.setattr(witness.secrets, "token_bytes", draw)
    monkeypatch.delenv("CLAWBACK_KEY", raising=False)
    assert witness._key() == asked[0] == witness._key()
