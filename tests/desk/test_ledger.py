"""The log's chain by the letter of its rule, worked out here from hashlib and json alone."""

from __future__ import annotations

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from desk import GENESIS, Ledger, broken_at
from tests.strategies import REASONS, TEXT, played_rollouts

ARGS = st.dictionaries(TEXT, st.none() | TEXT | st.integers(-(2**60), 2**60), max_size=4)


def expected_hash(entry) -> str:
    body = {
        "seq": entry.seq,
        "action": entry.action,
        "args": dict(entry.args),
        "reason": entry.reason,
        "executed": entry.executed,
        "prev_hash": entry.prev_hash,
    }
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def filled_ledger() -> Ledger:
    ledger = Ledger()
    ledger.append("lookup_order", {"order_id": "7"})
    ledger.append("refund_history", {"order_id": "7"})
    ledger.append("issue_refund", {"order_id": "7", "amount_cents": 250, "sku": None}, "due")
    return ledger


@given(st.lists(st.tuples(TEXT, ARGS, REASONS, st.booleans()), min_size=1, max_size=4))
def test_each_hash_is_sha256_over_the_sorted_json_of_the_entry_without_it(rows):
    ledger = Ledger()
    for action, args, reason, executed in rows:
        entry = ledger.append(action, args, reason, executed)
        assert (entry.action, dict(entry.args), entry.reason) == (action, args, reason)
        assert entry.executed is executed
    for seq, entry in enumerate(ledger.entries):
        assert entry.seq == seq
        assert entry.prev_hash == (ledger.entries[seq - 1].hash if seq else "0" * 64)
        assert entry.hash == expected_hash(entry)
    assert broken_at(ledger.entries) is None


@given(played_rollouts())
def test_the_log_of_a_played_rollout_holds_by_the_same_rule(rollout):
    prev = "0" * 64
    for seq, entry in enumerate(rollout.log):
        assert (entry.seq, entry.prev_hash, entry.hash) == (seq, prev, expected_hash(entry))
        prev = entry.hash


def test_an_empty_log_is_whole():
    assert broken_at([]) is None


@pytest.mark.parametrize(
    "change",
    [
        {"seq": 5},
        {"action": "note"},
        {"args": {"order_id": "8"}},
        {"reason": "because"},
        {"executed": False},
        {"prev_hash": "f" * 64},
        {"hash": "f" * 64},
    ],
    ids=lambda change: next(iter(change)),
)
@pytest.mark.parametrize("index", [0, 1, 2])
def test_an_edited_entry_is_where_the_chain_breaks(index, change):
    log = filled_ledger().entries
    log[index] = replace(log[index], **change)
    assert broken_at(log) == index


def test_an_entry_edited_with_a_fresh_hash_breaks_the_entry_after_it():
    log = filled_ledger().entries
    edited = replace(log[0], reason="because")
    log[0] = replace(edited, hash=expected_hash(edited))
    assert broken_at(log) == 1


def test_entries_out_of_order_or_missing_break_the_chain():
    first, second, third = filled_ledger().entries
    assert broken_at([second, first, third]) == 0
    assert broken_at([first, third]) == 1
    assert broken_at([first, first, second, third]) == 1


def test_a_change_to_the_dict_that_was_passed_in_does_not_reach_the_log():
    args = {"order_id": "7"}
    entry = Ledger().append("lookup_order", args)
    args["order_id"] = "8"
    assert dict(entry.args) == {"order_id": "7"}
    assert entry.prev_hash == GENESIS
