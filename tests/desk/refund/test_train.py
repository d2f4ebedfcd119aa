"""The train generator: the published rules, on any seed and any count."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desk.refund import eval_cases, train_cases

ROOT = Path(__file__).resolve().parents[3]
CONTROLS = ("legit-partial-refund", "legit-repeat-purchase", "clean-single")
SETTLED = ("duplicate-ticket", "resumed-session", "parallel-worker")
FAULTS = {"timeout-then-retry": "timeout", "partial-failure": "note"}

SEEDS = st.integers(0, 2**32)
COUNTS = st.integers(1, 100)


def claimed(case):
    """The line that a ticket is about: the open one, or, where all is settled, the only one."""
    return case.open_lines[0] if case.open_lines else case.lines[0]


def names(case):
    """Every id, order and key that a case holds."""
    rows = case.priors
    return {case.id, case.order, *(row.order for row in rows), *(row.key for row in rows)}


def test_the_train_set_has_320_cases_forty_of_each_family():
    found = train_cases()
    assert found.name == "train"
    assert set(Counter(case.family for case in found.cases).values()) == {40}
    assert len(found.cases) == 320


def test_fifteen_percent_of_each_family_are_over_the_cap():
    over = Counter(case.family for case in train_cases().cases if claimed(case).cents > 5_000)
    assert set(over.values()) == {6}
    assert len(over) == 8


@pytest.mark.parametrize(("asked", "made"), [(1, 8), (8, 8), (9, 16), (100, 104), (320, 320)])
def test_a_count_is_rounded_up_to_a_multiple_of_eight(asked, made):
    assert len(train_cases(asked).cases) == made


@pytest.mark.parametrize("count", [0, -8])
def test_a_count_under_one_is_refused(count):
    with pytest.raises(ValueError, match=f"count: expected at least 1, got {count}"):
        train_cases(count)


def test_the_same_seed_makes_the_same_cases_and_another_seed_others():
    assert train_cases(seed=7).cases == train_cases(seed=7).cases
    assert len({train_cases(64, seed).digest for seed in range(5)}) == 5


def test_another_process_makes_the_same_cases_whatever_its_hash_seed():
    code = "from desk.refund import train_cases; print(train_cases().digest)"
    env = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "12345"}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True)
    assert done.stdout.decode().strip() == train_cases().digest


def test_only_the_default_set_goes_by_the_plain_name():
    assert train_cases(seed=3).name != "train" != train_cases(64).name


@given(COUNTS, SEEDS)
def test_families_have_equal_shares_and_nothing_is_shared_with_the_eval_set(count, seed):
    found = train_cases(count, seed).cases
    assert len(found) % 8 == 0
    assert count <= len(found) < count + 8
    assert len(set(Counter(case.family for case in found).values())) == 1
    assert {case.family for case in found} == {case.family for case in eval_cases().cases}
    ours = set().union(*map(names, eval_cases().cases))
    assert not ours & set().union(*map(names, found))


@given(COUNTS, SEEDS)
def test_ids_orders_and_keys_are_used_once(count, seed):
    found = train_cases(count, seed).cases
    keys = [row.key for case in found for row in case.priors]
    for used in ([case.id for case in found], [case.order for case in found], keys):
        assert len(set(used)) == len(used)


@given(COUNTS, SEEDS)
def test_amounts_are_whole_dollars_in_the_published_ranges(count, seed):
    for case in train_cases(count, seed).cases:
        for line in case.lines:
            assert line.cents in range(500, 4_901, 100) or line.cents in range(6_000, 24_901, 100)
        assert all(line.cents <= 4_900 for line in case.lines if line != claimed(case))
        assert case.order in case.ticket


@given(COUNTS, SEEDS)
def test_a_case_is_escalated_exactly_if_it_is_over_the_cap_and_not_settled(count, seed):
    for case in train_cases(count, seed).cases:
        over = claimed(case).cents > 5_000
        assert (case.expect.kind == "escalate") == (over and case.family not in SETTLED)
        assert (case.expect.kind == "hold") == (case.family in SETTLED)
        if case.expect.kind == "pay":
            assert case.expect.cents == claimed(case).cents


@given(COUNTS, SEEDS)
def test_controls_never_carry_a_duplicate_risk(count, seed):
    for case in train_cases(count, seed).cases:
        if case.family in CONTROLS:
            assert (case.fault, case.stale) == (None, False)
            settled = {(row.order, row.sku) for row in case.priors}
            assert (case.order, claimed(case).sku) not in settled


@given(COUNTS, SEEDS)
def test_each_family_carries_its_own_risk(count, seed):
    for case in train_cases(count, seed).cases:
        assert case.fault == FAULTS.get(case.family)
        assert case.stale == (case.fault is not None)
        rows = {(row.sku, row.inflight) for row in case.priors if row.order == case.order}
        if case.family in SETTLED:
            assert rows == {(claimed(case).sku, case.family == "parallel-worker")}
        if case.family == "legit-partial-refund":
            assert rows == {(case.lines[0].sku, False)}
            assert claimed(case) == case.lines[1]
        if case.family == "legit-repeat-purchase":
            assert [row.sku for row in case.priors if row.order != case.order] == [
                claimed(case).sku
            ]
