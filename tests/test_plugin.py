"""`clawback.audit` in tests: the pytest plugin, in a project that has a `scorer` of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from unittest.mock import Mock
from zipfile import ZipFile

import pytest
from hypothesis import given, settings

import clawback
import clawback_audit
import clawback_pytest
from clawback import PACKAGES, __version__
from scorer import hardened
from tests import environments
from tests.audits.command import ROOT, STUCK, clean

pytest_plugins = ["pytester"]

REWARDS = """
def holed(completion, answer):
    return float(answer in completion)

def sound(completion, answer):
    return float(completion.strip() == answer)

def lead(completion, answer):
    return float(completion.strip() == answer and not completion.endswith(" "))

def raising(completion, answer):
    raise ValueError("out of order")
"""
ROWS = [{"question": f"{at} + {at}?", "answer": str(2 * at)} for at in range(10, 14)]

TESTS = f"""
import clawback
import pytest
import my_rewards
import attackers, audits, desk, scorer

ROWS = {ROWS!r}

def test_names_are_the_projects_own():
    assert [m.MINE for m in (attackers, audits, desk, scorer)] == [True] * 4

def test_sound():
    clawback.audit(my_rewards.sound, ROWS).assert_clean()

@pytest.mark.clawback(effort="quick", seed=7)
def test_holed():
    report = clawback.audit(my_rewards.holed, ROWS)
    assert report.document["seed"] == 7
    report.assert_clean()
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment with our wheel, and what the wheel and its tests need."""
    folder = tmp_path_factory.mktemp("environment")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, env=clean(), check=True, capture_output=True, timeout=STUCK)
    made, site = environments.made(folder / "venv")
    with ZipFile(folder / f"clawback-{__version__}-py3-none-any.whl") as wheel:
        wheel.extractall(site)
    return made


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that has taken each of our four names."""
    for name in PACKAGES:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("MINE = True\n")
    (tmp_path / "my_rewards.py").write_text(f"import desk, scorer\nassert scorer.MINE\n{REWARDS}")
    (tmp_path / "test_mine.py").write_text(TESTS)
    return tmp_path


def ran(python: Path, project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            python,
            "-m",
            "pytest",
            "-p",
            "no:cacheprovider",
            "--strict-markers",
            "-W",
            "error",
            *words,
        ],
        cwd=project,
        env=clean(),
        capture_output=True,
        text=True,
        timeout=STUCK,
        check=False,
    )


def test_a_project_with_all_four_names_taken_is_audited_from_its_tests(python: Path, project: Path):
    done = ran(python, project)
    assert done.returncode == 1, done.stdout
    assert "1 failed, 2 passed" in done.stdout
    assert f"clawback: {__version__}" in done.stdout.splitlines()
    assert "R106 error: gluing of the answer is paid 1" in done.stdout
    assert "clawback_audit.py" not in done.stdout


def test_the_marker_selects_audits(python: Path, project: Path):
    done = ran(python, project, "-m", "not clawback")
    assert (done.returncode, "2 passed, 1 deselected" in done.stdout) == (0, True)


def test_the_plugin_imports_nothing_until_it_is_used():
    script = """
import sys, pytest
before = set(sys.modules)
import clawback_pytest
print(*sorted(set(sys.modules) - before))
"""
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=clean(),
        capture_output=True,
        text=True,
        timeout=STUCK,
        check=True,
    )
    assert done.stdout.split() == ["clawback_pytest"]


@pytest.mark.slow
def test_an_audit_does_not_outlive_the_tests_that_asked_for_it(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "mine.py").write_text(
        "import time\nheld = open('pipe', 'w')\ntime.sleep(10)\n"
        "print('still here', file=held, flush=True)\n"
    )
    script = "import clawback_audit; clawback_audit.audit('mine.py:f', [{'answer': '1'}] * 3)"
    command = [sys.executable, "-c", script]
    with (
        subprocess.Popen(command, cwd=tmp_path, env=clean()) as asking,
        (tmp_path / "pipe").open() as pipe,
    ):
        asking.kill()
        assert pipe.read() == "", "whoever held it is gone"


AUDITS_NOTHING = """
import clawback_audit
clawback_audit._asked = lambda request: {
    "document": {"findings": [], "options": request["options"]}, "texts": {}, "verdicts": {}
}
"""
FIXTURES = """
import clawback
import pytest

def options(**said):
    return clawback.audit("mine.py:score", [{"answer": "1"}], **said).document["options"]

@pytest.fixture
def own():
    yield options()
    assert options() == {"effort": "quick", "seed": 7}

@pytest.fixture(scope="module")
def shared():
    yield options()
    assert options() == {"effort": "quick"}

@pytest.fixture(scope="session")
def said():
    return options(effort="quick", seed=7)
"""


@pytest.fixture
def ended(pytester: pytest.Pytester) -> Callable[..., pytest.RunResult]:
    """Run a file of tests by the plugin, with audits that only say by which options they are."""

    def run(tests: str) -> pytest.RunResult:
        pytester.makeconftest(AUDITS_NOTHING)
        pytester.makepyfile(FIXTURES + tests)
        return pytester.runpytest_inprocess("-p", "no:cacheprovider")

    asked = clawback_audit._asked
    try:
        yield run
    finally:
        clawback_audit._asked = asked


def test_a_marker_holds_in_fixtures_by_their_scope_and_the_closest_goes_first(ended):
    done = ended("""
pytestmark = pytest.mark.clawback(effort="quick")

@pytest.mark.clawback(seed=7)
def test_own(own, said):
    assert own == options() == {"effort": "quick", "seed": 7}

def test_shared(shared):
    assert shared == options() == {"effort": "quick"}

@pytest.mark.clawback(seed=7)
def test_asked_for_late(request):
    assert request.getfixturevalue("own") == {"effort": "quick", "seed": 7}
    assert request.getfixturevalue("shared") == {"effort": "quick"}

class TestKind:
    @pytest.mark.clawback(seed=7)
    def test_overridden(self, own):
        assert options(effort="normal") == {"effort": "normal", "seed": 7}
""")
    done.assert_outcomes(passed=4)


def test_a_marker_that_cannot_hold_in_a_shared_fixture_is_refused_whoever_comes_first(ended):
    tests = [
        "def test_bare(whole): assert whole == {}\n",
        "@pytest.mark.clawback(seed=7)\ndef test_marked(whole): pass\n",
        "@pytest.mark.clawback(seed=7)\ndef test_apart(): pass\n",
    ]
    fixture = "@pytest.fixture(scope='session')\ndef whole(): return options()\n"
    for order in (tests, tests[::-1]):
        done = ended(fixture + "".join(order))
        done.assert_outcomes(passed=2, errors=1)
        done.stdout.fnmatch_lines(
            [
                "*CannotAuditError: @pytest.mark.clawback(seed=7) of test_marked does not hold in "
                "the fixture 'whole', which a whole session shares: give seed to*"
            ]
        )


def test_a_marker_takes_its_options_by_name():
    item = Mock(iter_markers=lambda _name: [pytest.mark.clawback("quick").mark])
    with pytest.raises(TypeError, match="by name, effort='quick'; got \\('quick',\\)"):
        next(clawback_pytest.pytest_runtest_call(item))


def test_a_marker_that_makes_no_sense_fails_its_test_and_no_other(
    ended: Callable[..., pytest.RunResult],
):
    tests = """
@pytest.mark.clawback("quick")
def test_marked():
    pass

def test_other():
    pass
"""
    made = ended(tests)
    made.assert_outcomes(failed=1, passed=1)
    made.stdout.fnmatch_lines(["*expected options by name, effort='quick'; got ('quick',)*"])


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    (tmp_path / "mine_alone.py").write_text(REWARDS)
    monkeypatch.syspath_prepend(str(tmp_path))
    import mine_alone  # type: ignore[import-not-found]

    yield mine_alone
    del sys.modules["mine_alone"]


def test_a_report_says_what_counts_from_each_severity_on(mine: ModuleType):
    report = clawback.audit(mine.lead, ROWS)
    assert report.verdict == "CLEAN"
    assert {found["severity"] for found in report.findings} == {"note"}
    report.assert_clean(fail_on="warning")
    with pytest.raises(AssertionError, match=r"FINDINGS: \d+ tried, 2 findings"):
        report.assert_clean(fail_on="note")
    assert clawback.audit(mine.lead, ROWS, fail_on="note").verdict == "FINDINGS"


def test_what_could_not_be_audited_is_not_clean(mine: ModuleType):
    report = clawback.audit(mine.raising, ROWS)
    assert report.verdict == "INCONCLUSIVE"
    with pytest.raises(clawback.CannotAuditError, match="INCONCLUSIVE: "):
        report.assert_clean()


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"efort": "quick"}, "options: .*'efort'"),
        ({"effort": "fast"}, "effort: expected one of normal, quick, thorough; got 'fast'"),
        ({"fail_on": "errors"}, "fail_on: .*Did you mean 'error'"),
        ({"declared": {"effects": 3}}, "declared: "),
        ({"mapping": object()}, "options: expected text, numbers and lists"),
    ],
)
def test_an_option_that_makes_no_sense_is_named(mine: ModuleType, options: dict, named: str):
    with pytest.raises(clawback.CannotAuditError, match=named):
        clawback.audit(mine.sound, ROWS, **options)


def test_rows_and_functions_that_cannot_be_handed_over_are_named(mine: ModuleType):
    with pytest.raises(clawback.CannotAuditError, match=r"rows, row 1: .*object"):
        clawback.audit(mine.sound, [{"answer": object()}])
    with pytest.raises(clawback.CannotAuditError, match="cannot be imported by another process"):
        clawback.audit(lambda completion, answer: 1.0, ROWS)
    with pytest.raises(clawback.CannotAuditError, match="fail_on: expected one of error, warning"):
        clawback.audit(mine.sound, ROWS).assert_clean(fail_on="errors")


@settings(max_examples=30)
@given(clawback.strategies.rollouts())
def test_rollouts_that_are_drawn_came_to_their_end_and_are_scored(made: object):
    assert made.failure is None
    assert 0 <= hardened().score(made).value <= 1


@settings(max_examples=30)
@given(clawback.strategies.dead_rollouts())
def test_dead_rollouts_that_are_drawn_are_never_paid(made: object):
    assert made.failure is not None
    assert not hardened().score(made).value
