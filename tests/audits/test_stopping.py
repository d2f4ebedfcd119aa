"""Asked to stop, it stops: whatever loses the exception, no verdict is reached without it."""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from audits import stopping
from audits.cli.common import run_audit
from audits.cli.output import progress, put
from audits.events import Counted, Event, Extra, Step
from audits.mutants.guard import Guard, Kind
from audits.stopping import check, heard, listening, until_stopped
from audits.target import refund_target
from audits.verdict import Verdict


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Listen, with the time that passes between two signals in the test's hand."""
    monkeypatch.setattr(stopping, "AGAIN", 3600)
    monkeypatch.setattr(stopping, "ONE", 3600)
    before = {one: signal.signal(one, signal.default_int_handler) for one in stopping.SIGNALS}
    try:  # whoever started the tests may ignore some, as nohup does
        with listening():
            yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def later() -> None:
    """Be where the time is up after which a request is raised again."""
    signal.raise_signal(signal.SIGALRM)


def ask(number: signal.Signals = signal.SIGINT) -> None:
    """Ask this process to stop, by a signal of its own."""
    signal.raise_signal(number)


def swallow(act: Callable[[], object]) -> None:
    """Do something and drop whatever it raises, as code under audit may."""
    with suppress(BaseException):
        act()


@pytest.mark.parametrize("number", stopping.SIGNALS)
def test_each_signal_that_asks_us_to_stop_is_a_ctrl_c(number: signal.Signals):
    with pytest.raises(KeyboardInterrupt):
        ask(number)


def test_one_that_is_ignored_stays_ignored_and_the_rest_is_given_back():
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with listening():
            ask(signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_ctrl_c_that_is_swallowed_is_raised_again_until_it_is_heard():
    swallow(ask)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            later()
    heard()
    later()


def test_a_ctrl_c_that_python_drops_is_raised_again_and_nothing_is_said_of_it(
    capfd: pytest.CaptureFixture[str],
):
    def callback(_phase: str, _info: object) -> None:
        gc.callbacks.remove(callback)
        ask()

    gc.callbacks.append(callback)
    gc.collect()
    with pytest.raises(KeyboardInterrupt):
        later()
    assert capfd.readouterr().err == ""


def test_what_else_python_drops_is_told(capfd: pytest.CaptureFixture[str]):
    class Broken:
        def __del__(self) -> None:
            raise ValueError("a planted fault")

    with listening():
        Broken()
    assert "a planted fault" in capfd.readouterr().err


def test_it_is_not_raised_again_into_the_cleaning_up():
    cleaned = []
    with pytest.raises(KeyboardInterrupt):
        try:
            ask()
        finally:
            with suppress(ValueError):
                raise ValueError
            try:
                raise OSError
            except OSError:
                later()
            later()
            cleaned.append(True)
    assert cleaned


def test_a_second_signal_right_after_the_first_is_its_echo_and_a_later_one_is_not(
    monkeypatch: pytest.MonkeyPatch,
):
    with until_stopped() as stop:
        ask(signal.SIGTERM)
    ask(signal.SIGTERM)
    assert stop.stopped
    monkeypatch.setattr(stopping, "ONE", -1.0)
    with pytest.raises(KeyboardInterrupt):
        ask(signal.SIGTERM)


def test_what_is_kept_back_is_passed_on_and_not_raised_in_between():
    with until_stopped() as stop:
        swallow(ask)
    check()
    later()
    with pytest.raises(KeyboardInterrupt):
        stop.pass_on()


def test_nothing_is_passed_on_where_nobody_asked():
    with until_stopped() as stop:
        check()
    stop.pass_on()
    assert stop.stopped is None


def test_no_report_is_written_after_a_ctrl_c_that_nobody_heard(tmp_path: Path):
    swallow(ask)
    with pytest.raises(KeyboardInterrupt):
        put("CLEAN", tmp_path / "report")
    assert not (tmp_path / "report").exists()


def test_a_verb_hears_it_at_its_next_step():
    with pytest.raises(KeyboardInterrupt), progress("attack", 2) as bar:
        swallow(ask)
        bar("overpay")
    check()


def test_an_audit_that_swallows_it_is_interrupted_and_not_clean():
    def events() -> Generator[Event, None, None]:
        yield Counted(tried=1)
        swallow(ask)
        yield Counted(tried=1)
        yield Counted(tried=1)

    result = run_audit("laws", refund_target(), 0, events())
    assert (result.verdict, result.tried) == (Verdict.INTERRUPTED, 2)


def test_an_audit_that_swallows_it_in_its_last_step_is_interrupted_too():
    def events() -> Generator[Event, None, None]:
        yield Counted(tried=1)
        swallow(ask)

    assert run_audit("laws", refund_target(), 0, events()).verdict is Verdict.INTERRUPTED


def test_an_audit_that_is_stopped_between_two_events_still_tells_what_it_found():
    def events() -> Generator[Event, None, None]:
        with until_stopped() as stop:
            yield Step("one")
            swallow(ask)
            yield Counted(tried=1)
            yield Counted(tried=1)
        yield Extra("found", "much")
        yield Extra("more", "of it")
        stop.pass_on()

    result = run_audit("laws", refund_target(), 0, events())
    assert (result.verdict, result.tried) == (Verdict.INTERRUPTED, 1)
    assert result.extra == {"found": "much", "more": "of it"}


def test_a_ctrl_c_is_no_fault_that_a_guard_finds():
    def check(_subject: object) -> str | None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Guard("careful", Kind.REFERENCE, check).notices(object())  # type: ignore[type-var]
