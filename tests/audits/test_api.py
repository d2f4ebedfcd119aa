"""`audit(fn, rows=rows)` from Python: what can be handed over, and what cannot says why."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from audits import audit
from audits.api import name_of
from audits.errors import CannotAuditError
from audits.verdict import Verdict

ROWS = [{"question": f"{at} + {at}?", "answer": str(2 * at)} for at in range(10, 14)]
SOURCE = """
import functools

def sound(completion, answer):
    return float(completion.strip() == answer)

def holed(completion, answer):
    return float(answer in completion)

class Grader:
    def grade(self, completion, answer):
        return sound(completion, answer)

    @classmethod
    def of_class(cls, completion, answer):
        return sound(completion, answer)

    def __call__(self, completion, answer):
        return sound(completion, answer)

def within():
    def inner(completion, answer):
        return sound(completion, answer)
    return inner

def wrapped(function):
    @functools.wraps(function)
    def call(completion, answer):
        return function(completion, answer)
    return call

again = wrapped(sound)
shorter = lambda completion, answer: sound(completion, answer)
half = functools.partial(sound, answer="4")
"""


@pytest.fixture
def rewards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    (tmp_path / "my_rewards.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "my_rewards", raising=False)
    import my_rewards  # type: ignore[import-not-found]

    return my_rewards


def test_a_function_is_audited_by_its_name_and_rows_in_memory(rewards: ModuleType):
    assert audit(rewards.sound, rows=ROWS).verdict is Verdict.CLEAN
    result = audit(rewards.holed, rows=iter(ROWS))
    assert result.verdict is Verdict.FINDINGS
    assert result.target == "my_rewards:holed"
    assert result.findings[0].replay.startswith("clawback audit my_rewards:holed --rows ROWS")


def test_a_name_and_a_file_of_rows_do_as_well(rewards: ModuleType, tmp_path: Path):
    path = tmp_path / "rows.csv"
    path.write_text("question,answer\n10+10?,20\n11+11?,22\n12+12?,24\n")
    result = audit(f"{tmp_path}/my_rewards.py:sound", path, effort="quick", select=["R1"])
    assert result.verdict is Verdict.CLEAN


@pytest.mark.parametrize(
    "of",
    [
        lambda m: m.shorter,
        lambda m: m.within(),
        lambda m: m.again,
        lambda m: m.half,
        lambda m: m.Grader(),
        lambda m: m.Grader().grade,
    ],
    ids=["lambda", "closure", "decorated elsewhere", "partial", "instance", "method"],
)
def test_what_another_process_cannot_import_says_how_to_hand_it_over(
    of: Callable[[ModuleType], Callable[..., float]], rewards: ModuleType
):
    with pytest.raises(CannotAuditError, match=r"cannot be imported by another process; define it"):
        audit(of(rewards), rows=ROWS)


def test_a_class_and_its_class_method_have_names(rewards: ModuleType):
    assert name_of(rewards.Grader) == "my_rewards:Grader"
    assert name_of(rewards.Grader.of_class) == "my_rewards:Grader.of_class"


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"effort": "full"}, "effort: expected one of normal, quick, thorough; got 'full'."),
        ({"shape": "texts"}, "shape: expected one of batched-text, state, text, trajectory; got"),
        ({"fail_on": "all"}, "fail_on: expected one of error, note, warning; got 'all'."),
        ({"select": ["Z9"]}, "--select: expected one of "),
        ({"rows": []}, "rows: no rows in it; expected a list of objects, at least one"),
        ({"rows": [[1, 2]]}, "rows, row 1: expected an object as"),
        ({"rows": [{"a": "1", "b": object()}]}, "rows, row 1, field 'b': cannot be handed to"),
        ({"rows": [{"a": "1", "b": "\ud800"}]}, "rows, row 1, field 'b': cannot be handed to"),
    ],
)
def test_what_cannot_be_asked_names_the_argument(
    how: dict[str, object], message: str, rewards: ModuleType
):
    with pytest.raises(CannotAuditError) as error:
        audit(rewards.sound, **({"rows": ROWS} | how))
    assert str(error.value).startswith(message)


SCRIPT = """
from audits import audit

def score(completion, answer):
    return float(completion.strip() == answer)

ROWS = [{{"question": f"{{at}} + {{at}}?", "answer": str(2 * at)}} for at in range(10, 14)]
{guard}
print(audit(score, rows=ROWS).verdict)
"""


@pytest.mark.parametrize(
    ("guard", "words"),
    [
        ("if __name__ == '__main__':\n  ", "CLEAN\n"),
        ("", "put the call under if __name__ == '__main__':"),
    ],
)
def test_a_script_audits_its_own_function_under_a_guard(guard: str, words: str, tmp_path: Path):
    path = tmp_path / "script.py"
    path.write_text(SCRIPT.format(guard=guard).replace(":\n  \n", ":\n  "))
    assert words in said(str(path))


TYPED = """
from audits import audit
def f(completion, answer): return 1.0
audit(f, rows=[{'answer': '1'}])
"""


def test_an_interactive_function_is_told_to_go_into_a_file():
    assert "f was defined in an interactive session; put it into a file" in said("-c", TYPED)


def said(*words: str) -> str:
    """Run this Python where it finds us, and return all that it printed."""
    run = subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
        env={"PYTHONPATH": str(Path(__file__).parents[2])},
    )
    return run.stdout + run.stderr
