"""The corpus: published counts, twins, quotas, and the same bytes for the same seed."""

from __future__ import annotations

from collections import Counter

import pytest

from desk.settlement import Archetype, corpus
from desk.settlement.corpus import VALUES

COUNTS = {
    "pending_settle": 58,
    "pending_fail_hard": 26,
    "unresolvable": 38,
    "pending_fail": 45,
    "lost_settlement": 45,
    "duplicate_settlement": 38,
    "partial_ledger": 32,
    "late_chargeback": 13,
    "stale_processor": 26,
}


def test_the_public_corpus_has_the_published_counts():
    made = corpus()
    assert Counter(task.archetype.value for task in made.tasks) == COUNTS
    assert (len(made.tasks), made.units, len(made.pairs)) == (321, 276, 45)
    assert sum(task.settles for task in made.tasks) == 231
    assert sum(task.resolvable for task in made.tasks) == 283
    assert {task.value for task in made.tasks} == set(VALUES)


def test_units_stand_in_the_published_order():
    spans = {
        Archetype.UNRESOLVABLE: (27, 45),
        Archetype.PENDING_FAIL_HARD: (1, 26),
        Archetype.PENDING_FAIL: (78, 122),
        Archetype.STALE_PROCESSOR: (251, 276),
    }
    for kind, span in spans.items():
        units = [task.unit for task in corpus().tasks if task.archetype is kind]
        assert (min(units), max(units)) == span


def test_twins_share_all_but_their_end():
    for one, other in corpus().pairs:
        assert (one.twin, other.twin, one.unit) == ("a", "b", other.unit)
        assert (one.settles, other.settles) == (True, False)
        for name in ("value", "captured_at", "resolves_at", "schedule_seed", "ref"):
            assert getattr(one, name) == getattr(other, name)


@pytest.mark.parametrize("decoded", [True, False])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_another_seed_keeps_the_counts_and_changes_the_tasks(seed: int, decoded: bool):
    made = corpus(seed, decoded=decoded)
    assert Counter(task.archetype.value for task in made.tasks) == COUNTS
    assert made.digest == corpus(seed, decoded=decoded).digest != corpus().digest
    late = [task for task in made.tasks if 500 < task.resolves_at <= 600]
    assert Counter(task.archetype.value for task in late if not task.settles) == {
        "pending_fail": 7,
        "pending_fail_hard": 2,
    }


def test_too_small_a_corpus_is_refused():
    with pytest.raises(ValueError, match="at least 25 tasks, got 24"):
        corpus(requested=24)
    assert corpus(requested=25).pairs
