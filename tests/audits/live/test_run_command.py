"""`clawback run` as a user types it, against models on this machine."""

from __future__ import annotations

import json
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from attackers.loop import HINTS
from audits import live
from audits.cli.live import _folder, run
from audits.cli.output import Plain
from audits.errors import CannotAuditError, StoppedError
from audits.qualify import qualify, read_plan, read_records
from audits.rescore import read_rollouts, scores, summary
from desk import Message, read_rollout
from desk.refund import RefundRollout, eval_cases, resealed, wrongs
from scorer import hardened, published
from tests.attackers.loop.models import STUCK, http, playing, said, serving
from tests.attackers.loop.test_conversation import asks, call
from tests.audits.command import Ended, clawback, end, inside, start

CASES = eval_cases().cases
OURS = hardened(), published()
KIND = {False: "application/json", True: "text/event-stream"}


def asking(url: str, out: Path, *more: str) -> tuple[str, ...]:
    args = ("run", "--desk", "refund", "--model", "small", "--base-url", url, "--out", str(out))
    return (*args, "--retries", "0", *more)


def ran(url: str, out: Path, **options: Any) -> tuple[int, dict[str, Any]]:
    """Run the verb in this process; returns its exit code and its report."""
    page = out.with_name("report.json")
    given = {"cases": str(out.with_name("few.jsonl")), "repeats": 1, "concurrency": 1}
    given |= {"output": page} | options
    code = run("small", url, retries=0, out=out, format=Plain.JSON, **given)
    return code, json.loads(page.read_text())


def report(ended: Ended) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(ended.out)
    return told


def rollouts(out: Path) -> list[RefundRollout]:
    lines = (out / "rollouts.jsonl").read_bytes().splitlines()
    return [resealed(read_rollout(line, RefundRollout)) for line in lines]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "run"


@pytest.mark.parametrize("how", [(), ("--stream",)], ids=["whole", "streamed"])
def test_a_careful_model_is_played_kept_and_ready_to_be_qualified(out: Path, how: tuple[str, ...]):
    with serving("careful") as server:
        ended = inside(*asking(server.url, out, "--repeats", "2", *how), cwd=out.parent)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.endswith("COMPLETE: all 64 rollouts are finished.\n")
    assert len(rollouts(out)) == 64
    assert not any(wrongs(made) or made.failure for made in rollouts(out))
    args = ("qualify", str(out / "records.jsonl"), "--plan", str(out / "plan.jsonl"))
    told = report(inside(*args, "--format", "json", cwd=out.parent))
    assert told["accounting"]["holds"]
    assert told["metrics"]["executable_completion_rate"]["fraction"] == "1"
    assert told["metrics"]["material_control_violation_rate"]["fraction"] == "0"
    assert told["policy"]["model_revision"] == "small"


def test_a_careless_model_is_finished_too_and_its_records_tell(out: Path, few: Path):
    with serving("naive") as server:
        assert ran(server.url, out)[0] == 0
    records = [json.loads(line) for line in (out / "records.jsonl").read_text().splitlines()]
    assert all(r["control_violated"] and not r["passed"] and r["infra_valid"] for r in records)


BROKEN = {
    "401": (http(b"who?", 401), "infrastructure unauthorized", 1),
    "429": (http(b"slow", 429), "infrastructure rate_limited", 5),
    "500": (http(b"oh", 500), "infrastructure server_error", 5),
    "garbage": (http(b"\x00<html>"), "infrastructure bad_response", 5),
    "half a body": (http(b'{"choices": []}')[:-3], "infrastructure bad_response", 5),
    "dropped": (b"", "infrastructure connection", 5),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_endpoint_is_an_outage_and_never_a_score(name: str, out: Path, few: Path):
    answer, failure, asked = BROKEN[name]
    with serving(lambda _number, _asked: answer) as server:
        code, told = ran(server.url, out, repeats=3)
    assert (code, told["verdict"]) == (2, "INCOMPLETE")
    assert told["failures"] == {failure: asked}
    assert (told["finished"], told["spoilt"], told["not_begun"]) == (0, asked, 9 - asked)
    assert told["generated_tokens"] is None
    qualified = qualify(read_records(out / "records.jsonl"), read_plan(out / "plan.jsonl"))
    assert qualified.metrics.infra_invalid == asked
    assert qualified.metrics.protocol.value is None
    assert len(qualified.account.missing) == 9 - asked


def test_a_silent_endpoint_and_a_closed_port_are_outages(out: Path, few: Path):
    with serving(lambda _number, _asked: None) as server:
        told = ran(server.url, out, repeats=2, timeout=0.05)[1]
    assert told["failures"] == {"infrastructure timeout": 5}
    with closed() as url:
        told = ran(url, out.with_name("other"), repeats=2)[1]
    assert told["failures"] == {"infrastructure connection": 5}


@contextmanager
def closed() -> Iterator[str]:
    """Hold a port at which nobody listens."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{held.getsockname()[1]}/v1"


def test_an_endpoint_that_was_mistyped_is_told_of_and_corrected_in_the_same_folder(
    out: Path, few: Path
):
    more = ("--cases", str(few), "--repeats", "1")
    with closed() as url:
        failed = inside(*asking(url, out, *more), cwd=out.parent)
    assert (failed.code, failed.err) == (2, "")
    assert failed.out.endswith(
        "INCOMPLETE: 0 of 3 rollouts are finished, 3 spoilt by the infrastructure; see that a "
        "server listens there, or correct --base-url, which mostly ends in /v1: the command "
        "then goes on where it ended.\n"
    )
    assert "rescore" not in failed.out
    with serving("careful") as server:
        ended = inside(*asking(server.url, out, *more), cwd=out.parent)
    assert (ended.code, ended.err) == (0, "")
    assert json.loads((out / "run.json").read_text())["base_url"] == server.url
    assert "earlier at" not in ended.out


def test_a_folder_of_another_models_rollouts_is_not_gone_on_with(out: Path, few: Path):
    with serving("careful") as server:
        ran(server.url, out)
        asked = len(server.asked)
        kept = out / "run.json"
        kept.write_text(kept.read_text().replace('"small"', '"big"'))
        words = ("--model", "big", "--cases", str(few), "--repeats", "1")
        ended = inside(*asking(server.url, out, *words), cwd=out.parent)
        assert len(server.asked) == asked
    assert (ended.code, ended.out) == (2, "")
    named = "rollouts.jsonl, line 1: a rollout with model 'small', and this run has 'big'"
    assert named in ended.err


def test_a_model_without_end_dies_at_its_turns_by_its_own_fault(out: Path, few: Path):
    model = playing("careful")

    def endless(_number: int, asked: dict[str, Any]) -> bytes:
        first = [one for one in asked["messages"] if one["role"] in ("system", "user")]
        return said(model({"messages": first}), asked)

    with serving(endless) as server:
        code, told = ran(server.url, out, max_turns=2)
    assert (code, told["failures"]) == (0, {"agent turn_limit": 3})
    assert all(made.truncated for made in rollouts(out))


ODD = {
    "half a character": Message("assistant", "Done \\HALF."),
    "a name that is none": asks(call("lookup\\HALF")),
    "arguments that are none": asks(call("lookup_order", '{"order_id": "\\HALF"}')),
}


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("what", ODD)
def test_an_answer_that_is_no_text_is_the_models_own_and_never_played_again(
    what: str, stream: bool, out: Path, few: Path
):
    def odd(_number: int, asked: dict[str, Any]) -> bytes:
        written = said(ODD[what], asked, tokens=10**30)
        return http(
            written.partition(b"\r\n\r\n")[2].replace(b"\\\\HALF", b"\\ud83d"), kind=KIND[stream]
        )

    with serving(odd) as server:
        for _ in range(2):
            code, told = ran(server.url, out, stream=stream)
            assert (code, told["verdict"]) == (0, "COMPLETE")
            assert (told["failures"], told["generated_tokens"]) == ({"agent bad_call": 3}, None)
        assert len(server.asked) == 3
    assert not any(scorer.score(made).value for scorer in OURS for made in rollouts(out))
    assert not any(record.passed for record in read_records(out / "records.jsonl"))


def test_the_same_command_goes_on_after_an_outage_and_asks_for_nothing_twice(out: Path, few: Path):
    model = playing("careful")

    def well(_number: int, asked: dict[str, Any]) -> bytes:
        return said(model(asked), asked)

    with serving(lambda n, asked: well(n, asked) if n < 6 else http(b"", 503)) as server:
        first = ran(server.url, out, repeats=3)[1]
        before = rollouts(out)
        assert (first["verdict"], first["finished"], first["spoilt"]) == ("INCOMPLETE", 1, 5)
        server.respond = well
        second = ran(server.url, out, repeats=3)[1]
        assert (second["verdict"], second["kept"], second["spoilt"]) == ("COMPLETE", 1, 0)
        count = len(server.asked)
        third = ran(server.url, out, repeats=3)[1]
        assert (third["kept"], len(server.asked)) == (9, count)
        more = ran(server.url, out, repeats=4)[1]
        assert (more["kept"], more["finished"]) == (9, 12)
        with pytest.raises(CannotAuditError, match="holds rollouts of 4 repeats of a case; say"):
            ran(server.url, out, repeats=2)
    assert rollouts(out)[0] == before[0]
    assert len((out / "spoilt.jsonl").read_text().splitlines()) == 5
    assert {record.planned_rollouts for record in read_records(out / "records.jsonl")} == {4}


@pytest.mark.parametrize(
    "how", [signal.SIGKILL, signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)]
)
def test_a_run_that_is_stopped_keeps_what_had_ended_and_goes_on(
    out: Path, few: Path, how: signal.Signals
):
    model = playing("careful")
    reached = Event()

    def hangs(number: int, asked: dict[str, Any]) -> bytes | None:
        if number < 6:
            return said(model(asked), asked)
        reached.set()
        return None

    args = ("--repeats", "3", "--concurrency", "1", "--cases", str(few))
    with serving(hangs) as server:
        stopped = start(*asking(server.url, out, *args, "--format", "json"))
        assert reached.wait(STUCK)
        os.kill(stopped.pid, how)
        ended = end(stopped)
        assert len(rollouts(out)) == 1
        part = qualify(read_records(out / "records.jsonl"), read_plan(out / "plan.jsonl"))
        assert (part.account.planned, part.account.holds) == (9, False)
        if how is not signal.SIGKILL:
            assert (ended.code, report(ended)["verdict"]) == (130, "INTERRUPTED")
            assert report(ended)["why"] == (
                f"1 of 9 rollouts are finished and kept in {out}, 8 not finished; the same "
                "command goes on"
            )
        server.respond = lambda _number, asked: said(model(asked), asked)
        told = ran(server.url, out, repeats=3)[1]
    assert (told["verdict"], told["kept"], told["finished"]) == ("COMPLETE", 1, 9)


@pytest.mark.parametrize("begun", [True, False])
def test_who_stops_a_run_that_has_nothing_to_show_is_told_what_is_kept(
    begun: bool, out: Path, few: Path, monkeypatch: pytest.MonkeyPatch
):
    def stopped(*_where: object) -> None:
        raise KeyboardInterrupt

    if begun:
        with serving("careful") as server:
            ran(server.url, out)
    monkeypatch.setattr(live, "Store", stopped)
    with pytest.raises(StoppedError) as told:
        ran("http://127.0.0.1:9/v1", out)
    kept = f"what was finished is kept in {out}; the same command goes on"
    assert str(told.value) == (kept if begun else "nothing was begun")


def test_records_that_cannot_be_written_are_named_before_anything_is_asked(out: Path, few: Path):
    (out / "plan.jsonl").mkdir(parents=True)
    with serving("careful") as server, pytest.raises(CannotAuditError, match=r"plan\.jsonl there"):
        ran(server.url, out)
    assert server.asked == []


@pytest.mark.parametrize("name", ["rollouts.jsonl", "run.json", "records.jsonl", "plan.jsonl"])
def test_a_report_never_takes_the_place_of_a_file_of_a_run(name: str, out: Path, few: Path):
    with serving("careful") as server:
        ran(server.url, out)
        before = {path.name: path.read_bytes() for path in out.iterdir()}
        with pytest.raises(CannotAuditError, match="this is a file of this run, which would be"):
            ran(server.url, out, output=out / name)
    for verb in ("rescore", "qualify"):
        ended = inside(verb, str(out), "--output", str(out / name), cwd=out.parent)
        assert (ended.code, ended.out) == (2, "")
        assert "which would be lost" in ended.err
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


def test_a_report_is_not_put_where_rollouts_will_be(out: Path, few: Path):
    with pytest.raises(CannotAuditError, match="this is a file of this run, which would be"):
        ran("http://127.0.0.1:9/v1", out, output=out / "rollouts.jsonl")
    assert not out.exists()


def test_a_key_from_a_file_is_sent_without_the_end_of_its_line(
    out: Path, few: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("MY_KEY", "sk-one\n")
    with serving("careful") as server:
        assert ran(server.url, out, api_key_env="MY_KEY")[0] == 0
    assert set(server.keys) == {"Bearer sk-one"}


def test_the_hints_are_told_only_when_they_are_asked_for(out: Path, few: Path):
    for hints in (False, True):
        with serving("careful") as server:
            ran(server.url, out.with_name(f"run-{hints}"), hints=hints)
        prompts = {asked["messages"][0]["content"] for asked in server.asked}
        assert [HINTS in prompt for prompt in prompts] == [hints]


def test_a_key_is_sent_from_the_variable_that_is_named_and_kept_nowhere(out: Path, few: Path):
    args = ("--cases", str(few), "--api-key-env", "MY_KEY")
    secret = {"MY_KEY": "sk-very-secret", "OPENAI_API_KEY": "sk-other"}
    refused = http(b"sk-very-secret is not known", 401)
    with serving(lambda _number, _asked: refused) as server:
        ended = inside(*asking(server.url, out, *args), cwd=out.parent, env=secret)
    assert ended.code == 2
    assert set(server.keys) == {"Bearer sk-very-secret"}
    assert "sk-" not in ended.out + ended.err
    assert all("sk-" not in path.read_text() for path in out.iterdir())


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"desk": "refnud"}, "Did you mean 'refund'?"),
        ({"base_url": "ftp://host"}, "--base-url: url: expected http://HOST"),
        ({"base_url": "http://host:99999"}, "--base-url: url: expected http://HOST"),
        ({"base_url": "http://me:secret@host"}, "expected no user and no password in it"),
        ({"api_key_env": "NOT_SET"}, "--api-key-env NOT_SET: that variable is not set"),
        ({"cases": "evl"}, "--cases: expected one of"),
        ({"model": " "}, "--model: expected the name of a model, got ' '"),
        ({"model": "a\nb"}, "--model: expected the name of a model, got 'a\\nb'"),
        ({"api_key_env": "sk-secret"}, "--api-key-env: expected the name of an environment"),
        ({"api_key_env": "ODD_KEY"}, "--api-key-env ODD_KEY: expected a key in printable ASCII"),
    ],
)
def test_what_cannot_be_used_is_named_before_anything_is_begun(
    out: Path, given: dict[str, Any], named: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ODD_KEY", "se\u200bcret secret")
    with pytest.raises(CannotAuditError) as refused:
        run(**({"model": "small", "base_url": "http://127.0.0.1:9/v1", "out": out} | given))
    assert named in str(refused.value)
    assert "secret" not in str(refused.value)
    assert not out.exists()


def test_without_the_client_the_command_says_how_to_install_it(out: Path, tmp_path: Path):
    (tmp_path / "openai.py").write_text("raise ImportError('not there')")
    ended = clawback(*asking("http://127.0.0.1:9/v1", out), env={"PYTHONPATH": str(tmp_path)})
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == (
        "clawback: the openai client is not installed: pip install 'clawback[live]'\n"
    )


def test_a_folder_is_named_after_the_model():
    assert str(_folder("refund", "org/small:free")) == "clawback-runs/refund-org-small-free"
    assert str(_folder("refund", "../..")) == "clawback-runs/refund-model"


FAULTS = (
    http(b"who?", 500),
    http(b"slow", 429),
    http(b"\x00<html>"),
    http(b'{"choices": []}'),
    http(b'{"choices": []}')[:-3],
    b"",
    http(b'{"error": {"code": "context_length_exceeded"}}', 400),
)


@pytest.mark.parametrize("stream", [False, True], ids=["whole", "streamed"])
def test_whatever_fails_on_whatever_turn_no_rollout_that_it_ended_is_paid(out: Path, stream: bool):
    model = playing("careful")

    def sometimes(number: int, asked: dict[str, Any]) -> bytes:
        if number % 11 == 3:
            return FAULTS[number // 11 % len(FAULTS)]
        return said(model(asked), asked)

    with serving(sometimes) as server:
        told = ran(server.url, out, cases="eval", repeats=2, stream=stream)[1]
    made = rollouts(out)
    ended = {"infrastructure server_error", "infrastructure bad_response", "agent cut_off"}
    ended |= {"infrastructure rate_limited", "infrastructure connection"}
    assert set(told["failures"]) == ended
    assert (len(made), told["not_begun"]) == (64, 0)
    for rollout in made:
        values = [scorer.score(rollout).value for scorer in (hardened(), published())]
        assert values == [1.0, 1.0] if rollout.failure is None else not any(values)
    scored = read_rollouts(out / "rollouts.jsonl", eval_cases())
    row = summary(out, scored, [scores("published", scored.rollouts)], [], 0).tables[0].rows[0]
    assert (row.spoilt, row.dead) == (told["spoilt"], told["failures"]["agent cut_off"])
    assert row.scored + row.spoilt == 64
