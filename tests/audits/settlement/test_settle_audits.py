"""What the benchmark's audits find when there is something to find, and that they add up."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import audits.settlement.reference
from attackers.settlement import policies
from attackers.settlement.voting import GRID, voting
from audits.cli import run
from audits.events import Extra
from audits.settlement.ablate import ARMS, Ablation, ablate
from audits.settlement.bootstrap import Resamples, Sums
from audits.settlement.economics import CONFIGURATIONS, economics
from audits.settlement.plan import RunPlan, plan
from audits.settlement.reading import Results
from audits.settlement.reference import PLANS, reference_search
from audits.settlement.run import results
from audits.settlement.tables import tables
from audits.settlement.twins import twins
from audits.verdict import Verdict
from desk.settlement import FULL, NONE, Corpus, End, Family, arm_name, corpus, play
from scorer.settlement import Costs, Grader
from tests.desk.settlement.tasks import schedule, seeds, tasks


def only(seeds: int, arm: str) -> RunPlan:
    return plan(seeds, None, arm)


@pytest.fixture(scope="module")
def ablation() -> Ablation:
    *_, last = ablate(corpus(), tuple(policies()), 1)
    assert isinstance(last, Extra)
    return last.value


@pytest.mark.parametrize("arm", ["none", "full", "only:loss", "without:delay", "only:delay+loss"])
def test_a_shared_episode_is_the_one_that_would_have_been_played(ablation: Ablation, arm: str):
    for row in tables(results(only(1, arm))).policies:
        cell = ablation.arms[arm][row.policy]
        assert (cell.loss, cell.exact) == (pytest.approx(row.loss), pytest.approx(row.exact))


def test_the_arms_are_each_alone_each_removed_all_none_and_the_joint_one(ablation: Ablation):
    assert list(ablation.arms) == [arm_name(arm) for arm in ARMS]
    assert len(ARMS) == len(set(ARMS)) == 2 + 2 * len(Family) + 1
    assert ablation.played < ablation.episodes * len(ARMS) / 2


def test_no_arm_reaches_the_gate_and_duplicates_alone_reach_the_vote_alone(ablation: Ablation):
    assert {row["gate"].changed for row in ablation.arms.values()} == {0}
    moved = {name for name, cell in ablation.arms["only:duplication"].items() if cell.changed}
    assert moved == {"majority"}
    assert not any(cell.changed for cell in ablation.arms["only:reordering"].values())


@pytest.mark.parametrize("costs", [CONFIGURATIONS[0], Costs(), CONFIGURATIONS[-1]])
def test_a_priced_loss_is_the_one_that_grading_gives(published: Results, costs: Costs):
    """Graded from the ends, played again under other costs."""
    made = next(one for one in economics(published).configurations if one.costs == costs._asdict())
    graders = [Grader(task, costs) for task in corpus().tasks]
    act = policies()["react"].act
    losses = [
        grader.grade(play(act, schedule(grader.task, FULL, seed)).end).loss
        for seed in range(5)
        for grader in graders
    ]
    assert made.losses["react"] == pytest.approx(sum(losses) / len(losses))


def test_the_costs_are_five_goods_three_disputes_three_escalations():
    assert len(set(CONFIGURATIONS)) == 45
    assert Costs() in CONFIGURATIONS


def test_pairs_of_units_are_resampled_together_and_a_constant_has_no_width():
    drawn = Resamples(3, replicates=50)
    made = drawn.intervals(Sums([2, 1, 1], [[4, 2, 2], [2, 1, 1]]))
    assert made.means == [(2.0, 2.0), (1.0, 1.0)]
    assert made.differences == [(1.0, 1.0)]


@given(
    st.lists(st.tuples(st.integers(1, 3), st.integers(0, 90), st.integers(0, 90)), min_size=1),
    st.integers(0, 100),
)
def test_the_bootstrap_is_the_one_that_is_written_out(units: list[tuple[int, ...]], seed: int):
    """Replicate by replicate, with Python's own numbers."""
    import numpy as np

    episodes, *policies_ = (list(column) for column in zip(*units, strict=True))
    made = Resamples(len(units), 20, seed).intervals(Sums(episodes, policies_))
    drawn = np.random.default_rng(seed).integers(len(units), size=(20, len(units)))
    means = [
        [sum(sums[u] for u in one) / sum(episodes[u] for u in one) for one in drawn.tolist()]
        for sums in policies_
    ]
    for at, values in enumerate(means):
        assert made.means[at] == pytest.approx(tuple(np.percentile(values, (2.5, 97.5))))
    for at, (one, other) in enumerate(combinations(means, 2)):
        gaps = [a - b for a, b in zip(one, other, strict=True)]
        assert made.differences[at] == pytest.approx(tuple(np.percentile(gaps, (2.5, 97.5))))


def test_rows_in_memory_are_the_recorded_ones(published: Results):
    assert results(plan()).rows == published.rows


def test_ranks_and_disagreements_follow_from_the_figures(published: Results):
    made = tables(published)
    for row in made.policies:
        better = [other for other in made.policies if other.exact > row.exact]
        assert row.ranks.exact == len(better) + 1
        assert (row.policy in made.disagreements) is (row.ranks.exact != row.ranks.paired)
        for low, value, high in (
            (row.exact_interval[0], row.exact, row.exact_interval[1]),
            (row.loss_interval[0], row.loss, row.loss_interval[1]),
            (row.pass_k_interval[0], row.pass_k, row.pass_k_interval[1]),
        ):
            assert low <= value <= high


def spoilt(**parts: Any) -> Corpus:
    """The corpus with the second twin of the first pair changed."""
    made = corpus()
    return replace(made, tasks=(made.tasks[0], replace(made.tasks[1], **parts), *made.tasks[2:]))


@pytest.mark.parametrize(
    ("parts", "what"),
    [
        ({"captured_at": 119}, {"processor", "ledger", "erp"}),
        ({"resolves_at": 110}, {"processor", "ledger", "erp", "probe"}),
        ({"settles": True}, {"right end"}),
    ],
)
def test_a_pair_that_can_be_told_apart_is_an_error(parts: dict[str, Any], what: set[str]):
    report = twins(spoilt(**parts), 1, NONE)
    assert {one.what for one in report.violations} == what
    assert {one.pair for one in report.violations} == {"u001"}
    assert (report.equal, report.of, report.verdict) == (44, 45, Verdict.FINDINGS)


def test_a_violation_exits_one_and_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("audits.settlement.plan.corpus", lambda: spoilt(settles=True))
    monkeypatch.setattr("sys.argv", ["clawback", "settle", "twins", "--seeds", "1"])
    assert run() == 1
    out = capsys.readouterr().out
    assert "right end" in out
    assert "\nFINDINGS: 44 of 45" in out


def test_there_are_1215_plans_and_the_reference_is_beaten_by_chargebacks_only():
    report = reference_search(corpus(), 12, seed=5)
    assert len(set(PLANS)) == report.plans == 1_215
    assert {one.archetype for one in report.beaten} <= {"late_chargeback"}
    assert report.matched + len(report.beaten) + report.short == 12


def test_a_reference_that_is_not_the_best_is_found_out(monkeypatch: pytest.MonkeyPatch):
    class Lazy(Grader):
        def __init__(self, task: Any) -> None:
            super().__init__(task)
            self.best = self.best._replace(shipped=0, settled=0, returned=0, disputes=0)

    monkeypatch.setattr(audits.settlement.reference, "Grader", Lazy)
    report = reference_search(corpus(), 5)
    assert report.beaten
    assert {one.why for one in report.beaten} == {"unexplained"}
    assert report.verdict is Verdict.FINDINGS


@given(st.sampled_from(GRID), tasks, seeds)
def test_every_setting_comes_to_an_end_of_its_own(knobs: Any, made: Any, seed: int):
    end: End = play(voting(knobs), schedule(made, FULL, seed)).end
    assert end.act in ("ship", "close", knobs.at_the_end)
