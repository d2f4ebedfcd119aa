"""Where a report goes, and what becomes of the exit code when it cannot go there."""

from __future__ import annotations

import io
import os
import subprocess
from pathlib import Path

import pytest

from audits.cli.output import put
from tests.audits.command import STUCK, clawback, start

PAID = ("attack", "--scorer", "published", "--only", "overpay")
FULL_DISK = Path("/dev/full")


@pytest.mark.parametrize("verb", [("attack",), ("reproduce", "refund")])
@pytest.mark.parametrize("written", ["text", "json"])
def test_a_file_gets_what_stdout_would_have_got(
    verb: tuple[str, ...], written: str, tmp_path: Path
):
    path = tmp_path / "report"
    there = clawback(*verb, "--format", written, "--output", str(path))
    here = clawback(*verb, "--format", written)
    assert (there.code, there.out, there.err) == (here.code, "", "")
    assert path.read_text(encoding="utf-8") == here.out != ""


def test_what_is_for_programs_is_utf8_whatever_the_terminal_takes(
    monkeypatch: pytest.MonkeyPatch,
):
    told = {}
    for for_programs in (True, False):
        raw = io.BytesIO()
        monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, encoding="ascii"))
        put("mü.py", None, for_programs=for_programs)
        told[for_programs] = raw.getvalue()
    assert told == {True: "mü.py\n".encode(), False: b"m?.py\n"}


def test_a_report_that_cannot_be_written_exits_two_even_on_findings(tmp_path: Path):
    assert clawback(*PAID).code == 1
    ended = clawback(*PAID, "--exit-zero", "--output", str(tmp_path / "nowhere" / "report"))
    assert (ended.code, ended.out) == (2, "")


def test_exit_zero_lets_findings_pass_and_nothing_else():
    assert clawback(*PAID, "--exit-zero").code == 0
    assert clawback("attack", "--only", "careful", "--exit-zero").code == 2
    assert clawback("attack", "--cases", "evl", "--exit-zero").code == 2


@pytest.mark.parametrize("written", ["text", "json"])
def test_a_reader_that_went_away_changes_neither_the_code_nor_stderr(written: str):
    for args, code in ((PAID, 1), (("attack",), 0)):
        reader, writer = os.pipe()
        os.close(reader)
        with start(*args, "--format", written, stdout=writer) as run:
            os.close(writer)
            assert run.communicate(timeout=STUCK)[1] == ""
        assert run.returncode == code


@pytest.mark.parametrize("args", [("--help",), ("attack", "--help"), ("attack", "--version")])
def test_help_that_nobody_reads_is_not_called_a_finding(args: tuple[str, ...]):
    reader, writer = os.pipe()
    os.close(reader)
    with start(*args, stdout=writer) as run:
        os.close(writer)
        assert "Traceback" not in run.communicate(timeout=STUCK)[1]
    assert run.returncode == 2


def test_a_reader_that_goes_away_in_the_middle_changes_neither_the_code_nor_stderr():
    with start(*PAID, "--cases", "train", "--format", "json") as run:
        assert run.stdout and run.stderr
        run.stdout.read(1)
        run.stdout.close()
        assert run.stderr.read() == ""
        assert run.wait(STUCK) == 1


@pytest.mark.skipif(not FULL_DISK.exists(), reason="needs /dev/full")
def test_a_full_disk_under_stdout_exits_two_with_a_message():
    with FULL_DISK.open("w") as full:
        ended = clawback("attack", stdout=full)
    assert ended.code == 2
    assert ended.err == "clawback: stdout: cannot write there: No space left on device\n"


def shell(redirect: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Run under a shell that closes or diverts a stream before the command starts."""
    from tests.audits.command import COMMAND, clean

    line = f'exec "$0" "$@" {redirect}'
    return subprocess.run(
        ["/bin/sh", "-c", line, COMMAND, *args],
        env=clean(),
        capture_output=True,
        text=True,
        timeout=STUCK,
        check=False,
    )


def test_a_closed_stdout_exits_two_with_a_message():
    ended = shell(">&-", "attack")
    assert ended.returncode == 2
    assert "--output FILE" in ended.stderr


def test_a_closed_stdout_is_no_matter_when_the_report_goes_to_a_file(tmp_path: Path):
    path = tmp_path / "report"
    assert shell(">&-", *PAID, "--output", str(path)).returncode == 1
    assert path.read_text().endswith("overpay.\n")


@pytest.mark.parametrize(
    ("args", "code"),
    [(("attack",), 0), (PAID, 1), (("attack", "--cases", "evl"), 2), (("attack", "--nope"), 2)],
)
def test_a_closed_stderr_does_not_change_the_code(args: tuple[str, ...], code: int):
    assert shell("2>&-", *args).returncode == code


@pytest.mark.skipif(not FULL_DISK.exists(), reason="needs /dev/full")
@pytest.mark.parametrize("args", [("attack", "--cases", "evl"), ("attack", "--nope")])
def test_a_stderr_that_takes_nothing_does_not_change_the_code(args: tuple[str, ...]):
    assert shell("2>/dev/full", *args).returncode == 2
