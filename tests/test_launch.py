"""The first steps: whose packages are run, what is loaded, and how a fault of ours ends."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import audits.desks
from audits.cli import run
from audits.verdict import Exit, Verdict
from clawback import PACKAGES, __version__
from tests.audits.command import ASKING, ROOT, STUCK, clawback, clean

SPOILT = "raise SystemExit('a stranger was imported')\n"


def shadow(folder: Path, name: str, kind: str) -> None:
    if kind == "module":
        (folder / f"{name}.py").write_text(SPOILT)
    else:
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(SPOILT)


@pytest.mark.parametrize("kind", ["module", "package"])
@pytest.mark.parametrize("name", PACKAGES)
def test_a_stranger_in_place_of_our_package_is_refused_and_never_imported(
    name: str, kind: str, tmp_path: Path
):
    shadow(tmp_path, name, kind)
    ended = clawback("attack", env={"PYTHONPATH": str(tmp_path)})
    assert (ended.code, ended.out) == (2, "")
    assert f"another package stands in the way of ours: {name} (" in ended.err
    assert str(tmp_path) in ended.err
    assert "Take its folder off PYTHONPATH" in ended.err


def test_every_stranger_is_named_at_once(tmp_path: Path):
    for name in PACKAGES:
        shadow(tmp_path, name, "module")
    ended = clawback("attack", env={"PYTHONPATH": str(tmp_path)})
    assert [name for name in PACKAGES if f"{name} (" not in ended.err] == []


def test_folders_of_our_names_that_are_no_packages_are_no_strangers(tmp_path: Path):
    for name in PACKAGES:
        (tmp_path / name).mkdir()
    ended = clawback("attack", env={"PYTHONPATH": str(tmp_path)}, cwd=tmp_path)
    assert (ended.code, ended.err) == (0, "")


def test_the_folder_it_is_started_in_is_not_searched(tmp_path: Path):
    for name in PACKAGES:
        shadow(tmp_path, name, "package")
    assert clawback("attack", cwd=tmp_path).code == 0


def loaded(*args: str) -> tuple[int, set[str]]:
    """Run the command in a bare interpreter; return its code and what it had imported by then."""
    script = f"""
import json, sys
import clawback
sys.argv = ["clawback", *{args!r}]
code = 0
try:
    clawback.main()
except SystemExit as end:
    code = int(end.code or 0)
print(json.dumps([code, sorted(sys.modules)]))
"""
    ended = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env=clean(),
        timeout=STUCK,
        check=True,
    )
    code, names = json.loads(ended.stdout.splitlines()[-1])
    return code, {name.partition(".")[0] for name in names}


def test_the_version_needs_no_package_of_ours_and_no_dependency():
    code, names = loaded("--version")
    assert code == 0
    assert names & {*PACKAGES, "typer", "click", "msgspec", "tabulate", "rich"} == set()
    assert clawback("--version") == (0, f"clawback {__version__}\n", "")


@pytest.mark.parametrize("args", [("attack",), ("reproduce", "refund")])
def test_a_run_without_a_terminal_loads_nothing_heavy(args: tuple[str, ...]):
    code, names = loaded(*args)
    assert code == 0
    assert "scorer" in names
    assert names & {"hypothesis", "numpy", "rich", "multiprocessing", "asyncio"} == set()


def test_a_missing_dependency_exits_two_with_its_name():
    script = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
import clawback
sys.argv = ["clawback", "attack"]
clawback.main()
"""
    ended = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script],
        capture_output=True,
        text=True,
        env=clean(),
        timeout=STUCK,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("clawback: it cannot be loaded: No module named ")


def test_a_fault_of_ours_exits_three_and_asks_for_a_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def fail(*_args: object) -> None:
        raise ZeroDivisionError("a planted fault")

    monkeypatch.setattr(audits.desks, "refund_target", fail)
    monkeypatch.setattr(sys, "argv", ["clawback", "attack"])
    assert run() == Exit.INTERNAL_ERROR == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert "ZeroDivisionError: a planted fault" in err
    assert err.splitlines()[-1].startswith("clawback: this is a fault of clawback itself")


def test_ctrl_c_before_there_is_anything_to_show_exits_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    def interrupt(*_args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(audits.desks, "refund_target", interrupt)
    monkeypatch.setattr(sys, "argv", ["clawback", "attack"])
    assert run() == Exit.INTERRUPTED == 130
    assert capsys.readouterr() == ("", "clawback: interrupted\n")


@pytest.mark.parametrize("number", ASKING)
def test_ctrl_c_and_its_like_while_we_are_loaded_exit_130_in_one_line(
    number: signal.Signals, tmp_path: Path
):
    """A module that is imported early on sends the signal, and drops what is raised."""
    (tmp_path / "typer.py").write_text(
        f"import os\ntry: os.kill(os.getpid(), {number:d})\nexcept BaseException: pass\n"
    )
    assert clawback("attack", env={"PYTHONPATH": str(tmp_path)}) == (
        130,
        "",
        "clawback: interrupted\n",
    )


LATE = {
    "as Python begins to end": "import atexit; atexit.register(os.kill, os.getpid(), {number})",
    "as the last modules go": """
class Last:
    def __del__(self, kill=os.kill, me=os.getpid()):
        kill(me, {number})
last = Last()
""",
}


@pytest.mark.parametrize("when", LATE)
@pytest.mark.parametrize("number", ASKING)
def test_a_ctrl_c_and_its_like_after_the_verdict_change_nothing(
    number: signal.Signals, when: str, tmp_path: Path
):
    (tmp_path / "sitecustomize.py").write_text(
        f"import os\n{LATE[when].format(number=int(number))}"
    )
    args = ("attack", "--only", "overpay")
    assert clawback(*args, env={"PYTHONPATH": str(tmp_path)}) == clawback(*args)


def test_exit_codes_are_the_published_ones_and_follow_from_the_verdict():
    assert {code.name: int(code) for code in Exit} == {
        "CLEAN": 0,
        "FINDINGS": 1,
        "COULD_NOT_AUDIT": 2,
        "INTERNAL_ERROR": 3,
        "INTERRUPTED": 130,
    }
    assert {str(verdict): int(verdict.exit) for verdict in Verdict} == {
        "CLEAN": 0,
        "FINDINGS": 1,
        "INCONCLUSIVE": 2,
        "INTERRUPTED": 130,
    }
