"""Loading a target: what cannot be loaded says why in one message, and leaves nothing running."""

from __future__ import annotations

import ast
import shutil
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from audits.errors import CannotAuditError
from audits.targets import process
from tests.audits.targets.workers import Load, asks, scored

SOUND = "def reward(completion, answer):\n    return float(completion == answer)\n"
Write = Callable[[str], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def target(source: str) -> str:
        (tmp_path / "target.py").write_text(source, encoding="utf-8")
        return f"{tmp_path}/target.py:reward"

    return target


UNLOADABLE = {
    "raise ValueError('not today')": "{}: ValueError: not today ({file}, line 1)",
    "import sys; sys.exit(3)": "{}: SystemExit: 3 ({file}, line 1)",
    "import os; os._exit(0)": "{}: importing it ended the process (the target's process is gone); "
    "it must be importable without side effects",
    "import os; os.kill(os.getpid(), 9)": "{}: importing it ended the process (the target's "
    "process is gone); it must be importable without side effects",
    "import no_such_thing": "{}: ModuleNotFoundError: No module named 'no_such_thing' ({file}, "
    "line 1); is it installed where --python points, or does PYTHONPATH name its folder?",
    "x = bytearray(8 << 30)": "{}: MemoryError:  ({file}, line 1); allow it more with --memory",
    "reward = 4": "{}: TypeError: {} is int, expected a function, or an object with one of "
    "score_answer, measure, score_rollout, score",
}


LOOKS_AROUND = """
import sys
seen = [name for name in sys.modules if "clawback" in name or "audits" in name.split(".")]
there = [place for place in sys.path if "audits" in place]
def reward(completion, answer):
    return float(seen == ["clawback_target"] and there == [])
"""


def test_a_target_finds_none_of_our_modules_and_none_of_our_folders(load: Load, write: Write):
    worker = load(write(LOOKS_AROUND))
    assert scored(worker.call(asks("4"))) == [1.0]


@pytest.mark.parametrize("source", UNLOADABLE)
def test_what_cannot_be_imported_says_why(source: str, load: Load, write: Write):
    target = write(source)
    with pytest.raises(CannotAuditError) as error:
        load(target)
    file = target.partition(":")[0]
    assert str(error.value) == UNLOADABLE[source].replace("{}", target).replace("{file}", file)


@pytest.mark.parametrize("expression", ["missing", "reward.missing", "reward(", "1/0"])
def test_what_is_not_there_names_the_target(expression: str, load: Load, write: Write):
    target = write(SOUND).replace(":reward", f":{expression}")
    with pytest.raises(CannotAuditError) as error:
        load(target)
    assert str(error.value).startswith(f"{target}: ")


def test_an_import_that_hangs_is_ended_by_its_own_clock(load: Load, write: Write):
    target = write("import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nwhile True: pass")
    with pytest.raises(CannotAuditError) as error:
        load(target, load_timeout=0.3)
    assert str(error.value) == (
        f"{target}: importing it took more than 0.3 s; allow more with --load-timeout"
    )


NOISY = """
import os, subprocess, sys
print("x" * 100_000)
sys.stderr.write("x" * 100_000)
os.write(1, b"x" * 100_000)
os.chdir("/")
sys.stdout = None
"""


def test_noise_while_it_is_imported_reaches_nobody(
    load: Load, write: Write, capfd: pytest.CaptureFixture[str]
):
    worker = load(write(NOISY + SOUND))
    assert scored(worker.call(asks("4", "5"))) == [1.0, 0.0]
    assert capfd.readouterr() == ("", "")


HELPED = """
import subprocess
helper = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
def reward(completion, answer):
    helper.stdin.write(completion.encode() + b"\\n")
    helper.stdin.flush()
    return float(helper.stdout.readline().decode().strip() == answer)
"""


def test_what_a_target_started_when_it_was_imported_stays_until_the_end(load: Load, write: Write):
    worker = load(write(HELPED))
    assert scored(worker.call(asks("4", "5"))) == [1.0, 0.0]
    assert scored(worker.call(asks("4", "5"))) == [1.0, 0.0]


def test_literals_that_are_half_a_surrogate_do_not_stand_in_the_way(load: Load, write: Write):
    worker = load(write(SOUND.replace("return", "'\\ud800'; x = '\\ud800'; return")))
    assert scored(worker.call(asks("4"))) == [1.0]


def program(path: Path, script: str) -> str:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


NO_PYTHON = {
    "true": "not a Python; expected an interpreter, 3.9 or newer",
    "yes": "not a Python; expected an interpreter, 3.9 or newer",
    'if [ "$1" = "-c" ]; then echo 2.7; else exit 1; fi': "Python 2.7 is too old; expected 3.9 or "
    "newer",
    'if [ "$1" = "-c" ]; then echo 3.12; else exit 1; fi': "it starts, but cannot run "
    f"{process.WORKER}; is it readable there?",
}


@pytest.mark.parametrize("script", NO_PYTHON)
def test_a_python_that_is_none_or_too_old_is_told_apart(
    script: str, load: Load, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(process, "HELLO", 0.5)
    python = program(tmp_path / "python", script)
    with pytest.raises(CannotAuditError) as error:
        load(write(SOUND), python=python)
    assert str(error.value) == f"--python {python}: {NO_PYTHON[script]}"


def test_a_python_that_is_not_there_or_a_folder_says_so(load: Load, write: Write, tmp_path: Path):
    (tmp_path / "venv" / "bin").mkdir(parents=True)
    program(tmp_path / "venv" / "bin" / "python", "true")
    with pytest.raises(CannotAuditError, match=r"/none: cannot be started: No such file"):
        load(write(SOUND), python=str(tmp_path / "none"))
    with pytest.raises(CannotAuditError, match=r"Permission denied; did you mean .*bin/python\?"):
        load(write(SOUND), python=str(tmp_path / "venv"))


INSIDE = [*process.WORKER.parent.glob("*.py"), process.WORKER.parents[1] / "frameworks.py"]


@pytest.mark.parametrize("path", INSIDE, ids=lambda path: path.name)
def test_what_runs_in_a_stranger_s_python_is_written_for_the_oldest(path: Path):
    ast.parse(path.read_text(encoding="utf-8"), feature_version=process.OLDEST)


@pytest.mark.parametrize("minor", range(process.OLDEST[1], 15))
def test_other_pythons_of_this_machine_run_the_worker(minor: int, load: Load, write: Write):
    python = shutil.which(f"python3.{minor}")
    if (
        python is None
        or subprocess.run([python, "-V"], check=False, capture_output=True).returncode
    ):
        pytest.skip(f"no python3.{minor} here")
    worker = load(write(SOUND), python=python)
    assert scored(worker.call(asks("4", "5"))) == [1.0, 0.0]


LOADERS = {
    "return None": "the loader gave NoneType; ",
    "return 'question,answer'": "the loader gave str; ",
    "return {'question': 'q', 'answer': 'a'}": "the loader gave dict; ",
    "return [{'question': 'q'}, ['q', 'a']]": "row 1 of the loader is list; ",
}


@pytest.mark.parametrize("body", LOADERS)
def test_a_loader_that_gives_no_rows_says_what_it_gave(body: str, load: Load, write: Write):
    with pytest.raises(CannotAuditError) as error:
        load(write(f"def reward():\n    {body}\n")).rows()
    wanted = f"TypeError: {LOADERS[body]}expected a list of rows, each a dict of columns"
    assert wanted in str(error.value)


@pytest.mark.parametrize("package", [False, True])
def test_a_file_can_be_loaded_with_its_parents_stubbed(package: bool, load: Load, write: Write):
    target = write(SOUND)
    if package:
        init = Path(target.partition(":")[0]).with_name("__init__.py")
        init.write_text("raise ImportError('heavy')", encoding="utf-8")
    worker = load(target, stub_parents=True)
    assert scored(worker.call(asks("right"))) == scored(load(write(SOUND)).call(asks("right")))
