"""The engine without a model: what is planned, what is begun, when to give up."""

from __future__ import annotations

from contextlib import closing
from threading import Barrier, Event

import pytest
from msgspec.structs import replace

from attackers.refund import agents
from audits.live import GAVE_UP, Crew, Job, Outage, jobs
from audits.live.outcome import outcome
from audits.live.settings import settings
from audits.report.run_text import run_text
from audits.verdict import Exit
from audits.worlds import REFUND
from desk import Failure, Kind, died
from desk.refund import RefundRollout, eval_cases, play

CASES = eval_cases()
THIS = settings(REFUND, CASES, "small", "http://host/v1", False, 12, None)


def made(job: Job) -> RefundRollout:
    rollout = play(agents()["careful"].act, job.case)
    return replace(rollout, source=replace(THIS.source(job.repeat, 1), generated_tokens=3))


def test_every_case_is_planned_in_each_repeat_but_what_is_done():
    planned = jobs(CASES, 3)
    assert len({job.key for job in planned}) == len(planned) == 96
    first = planned[0].key
    assert [job.key for job in jobs(CASES, 3, {first})] == [job.key for job in planned[1:]]


@pytest.mark.parametrize("threads", [1, 3, 96])
def test_each_job_ends_once_with_any_number_of_threads(threads: int):
    planned = jobs(CASES, 2)
    ended = [(r.case.id, r.source.rollout) for r in Crew(planned, made, threads)]
    assert sorted(ended) == sorted(job.key for job in planned)


def test_so_many_are_at_work_at_once_as_there_are_threads():
    together = Barrier(3, timeout=20)

    def meet(job: Job) -> RefundRollout:
        together.wait()
        return made(job)

    assert len(list(Crew(jobs(CASES, 3)[:6], meet, 3))) == 6


def test_whoever_stops_listening_lets_no_further_one_begin():
    begun: list[Job] = []
    ended = Event()

    def counted(job: Job) -> RefundRollout:
        begun.append(job)
        if len(begun) > 1:
            assert ended.wait(20)
        return made(job)

    with closing(iter(Crew(jobs(CASES, 1), counted, 1))) as rollouts:
        next(rollouts)
    ended.set()
    assert len(begun) <= 2


def test_an_outage_lets_no_further_one_begin_and_what_is_at_work_is_waited_for():
    begun: list[Job] = []
    together = Barrier(2, timeout=20)

    def spoilt(job: Job) -> RefundRollout:
        begun.append(job)
        together.wait()
        return replace(made(job), failure=died(Kind.UNAUTHORIZED))

    ended = list(Crew(jobs(CASES, 1), spoilt, 2))
    assert len(ended) == len(begun) == 2


def test_a_fault_of_ours_is_raised_and_not_made_a_rollout():
    def breaks(job: Job) -> RefundRollout:
        raise ZeroDivisionError("ours")

    with pytest.raises(ZeroDivisionError, match="ours"):
        list(Crew(jobs(CASES, 1), breaks, 2))


def test_nothing_planned_is_nothing_done():
    assert list(Crew([], made, 0)) == []


def test_an_endpoint_is_down_when_it_spoilt_so_many_in_a_row():
    outage = Outage()
    timeout, own = died(Kind.TIMEOUT), died(Kind.TURN_LIMIT)
    for end in (None, own):
        assert [outage.over(timeout) for _ in range(GAVE_UP - 1)] == [False] * (GAVE_UP - 1)
        assert not outage.over(end)
    assert [outage.over(timeout) for _ in range(GAVE_UP)][-2:] == [False, True]


@pytest.mark.parametrize("kind", [Kind.UNAUTHORIZED, Kind.PAYMENT_REQUIRED])
def test_a_key_or_an_account_that_is_refused_once_is_refused_always(kind: Kind):
    assert Outage().over(died(kind))


def test_the_sum_of_a_run_counts_what_was_spoilt_and_what_was_not_begun():
    good = [made(job) for job in jobs(CASES, 1)[:3]]
    ended = [replace(good[0], failure=died(Kind.TURN_LIMIT)), *good[1:]]
    dead = replace(good[0], failure=died(Kind.SERVER_ERROR, "HTTP 500"))
    found = outcome([*ended, dead], 6, 1, False, THIS, "there")
    assert (found.finished, found.spoilt, found.not_begun, found.kept) == (3, 1, 2, 1)
    assert found.failures == {"agent turn_limit": 1, "infrastructure server_error": 1}
    assert found.generated_tokens == 9
    assert (found.verdict, found.exit) == ("INCOMPLETE", Exit.COULD_NOT_AUDIT)
    assert "1 spoilt by the infrastructure, 2 not begun" in found.why
    whole = outcome(ended, 3, 0, False, THIS, "there")
    assert (whole.verdict, whole.exit) == ("COMPLETE", Exit.CLEAN)
    cut = outcome(ended, 4, 0, True, THIS, "there")
    assert (cut.verdict, cut.exit) == ("INTERRUPTED", Exit.INTERRUPTED)
    assert cut.why == (
        "3 of 4 rollouts are finished and kept in there, 1 not finished; the same command goes on"
    )


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (died(Kind.UNAUTHORIZED, "HTTP 401"), "give a key that the endpoint takes"),
        (died(Kind.PAYMENT_REQUIRED, "HTTP 402"), "fill up the account"),
        (died(Kind.SERVER_ERROR, "HTTP 404 Not Found"), "correct --base-url, which mostly ends"),
        (died(Kind.SERVER_ERROR, "HTTP 308"), "correct --base-url"),
        (died(Kind.SERVER_ERROR, "HTTP 400 no tools"), "whether the model takes tools"),
        (died(Kind.SERVER_ERROR, "HTTP 503"), "see what the server says"),
        (died(Kind.CONNECTION, "refused"), "see that a server listens there, or correct"),
        (died(Kind.BAD_RESPONSE, "<html>"), "see that chat completions are what answers"),
        (died(Kind.TIMEOUT), "--timeout SECONDS"),
        (died(Kind.RATE_LIMITED, "HTTP 429"), "--concurrency, or wait: the command"),
    ],
)
def test_the_last_word_on_a_failure_is_what_mends_it(failure: Failure, told: str):
    good = [made(job) for job in jobs(CASES, 1)[:2]]
    found = outcome([good[0], replace(good[1], failure=failure)], 2, 0, False, THIS, "there")
    assert told in found.why
    assert found.why.endswith(f"; {found.mend}: the command then goes on where it ended")


def test_of_two_failures_the_one_that_none_escapes_is_told():
    good = [made(job) for job in jobs(CASES, 1)[:3]]
    kinds = Kind.TIMEOUT, Kind.TIMEOUT, Kind.UNAUTHORIZED
    dead = [replace(one, failure=died(kind)) for one, kind in zip(good, kinds, strict=True)]
    assert outcome(dead, 3, 0, False, THIS, "there").example.startswith("unauthorized")
    assert outcome(dead[:2], 3, 0, False, THIS, "there").example.startswith("timeout")


@pytest.mark.parametrize(
    ("ended", "offered"), [(None, True), (Kind.TURN_LIMIT, True), (Kind.TIMEOUT, False)]
)
def test_what_reads_rollouts_is_offered_where_there_is_one_to_read(
    ended: Kind | None, offered: bool
):
    one = made(jobs(CASES, 1)[0])
    one = replace(one, failure=died(ended)) if ended else one
    text = run_text(outcome([one], 2, 0, False, THIS, "there"))
    assert ("clawback rescore" in text, "clawback qualify" in text) == (offered, offered)
