"""What runs where a user's reward lives: under their Python, beside their names."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from audits.mutants import inside
from audits.mutants.inside import CannotMutateError, Workshop
from audits.mutants.reached import Reached
from audits.targets import process
from tests.audits.mutants.rewards import MINE, changes, listed, mutated, project
from tests.audits.mutants.toys import loaded

HOME = Path(inside.__file__).parent
THERE = [
    "canary",
    "closures",
    "generate",
    "mutant",
    "places",
    "reached",
    "source",
    "spots",
    "tables",
]


@pytest.fixture(autouse=True)
def mine(tmp_path, monkeypatch):
    """Stand in the folder of a project."""
    monkeypatch.chdir(tmp_path)
    return project(tmp_path)


def test_what_says_that_a_python_is_too_old_can_be_read_by_it():
    ast.parse((HOME / "inside.py").read_text(), feature_version=process.OLDEST)


@pytest.mark.parametrize(
    "path", [*THERE, *(p.stem for p in (HOME / "operators").glob("[a-z]*.py"))]
)
def test_what_makes_mutants_is_written_for_the_oldest_python_that_can_have_them(path):
    [file] = HOME.rglob(f"{path}.py")
    tree = ast.parse(file.read_text(), feature_version=inside.OLDEST)
    roots = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else map(_name, node.names))
    }
    assert roots <= {*sys.stdlib_module_names, "audits"}


def _name(alias: ast.alias) -> str:
    return alias.name


@pytest.mark.parametrize("minor", range(inside.OLDEST[1], 15))
def test_other_pythons_of_this_machine_make_and_try_mutants(minor):
    python = shutil.which(f"python3.{minor}")
    if (
        python is None
        or subprocess.run([python, "-V"], check=False, capture_output=True).returncode
    ):
        pytest.skip(f"no python3.{minor} here")
    assert ("completion.strip()", "completion") in changes(mutated(python=python), "survivors")


def test_an_older_python_is_refused_with_the_one_that_is_needed(monkeypatch):
    monkeypatch.setattr(inside, "OLDEST", (99, 0))
    with pytest.raises(CannotMutateError, match=r"need Python 99\.0 or newer where --python"):
        Workshop(len, len, "")


def test_a_project_may_have_a_package_of_our_name(tmp_path):
    project(
        tmp_path,
        **{"audits/__init__.py": "NAME = 'theirs'\n", "audits/mutants.py": MINE},
    )
    assert {row.where for row in listed("audits.mutants:score")} == {
        "audits.mutants:said",
        "audits.mutants:score",
        "audits.mutants:BONUS",
    }


def test_no_name_of_ours_is_left_behind():
    before = dict(sys.modules)
    made = inside._import_ours("generate", "reached")
    assert [one.__name__ for one in made] == ["audits.mutants.generate", "audits.mutants.reached"]
    assert made[0] is not import_module("audits.mutants.generate")
    assert dict(sys.modules) == before


def test_a_class_is_reached_with_its_bases_and_what_its_methods_name(tmp_path):
    text = (
        "import json\nLEAST, IDLE = 1, 2\n"
        "class Base:\n    def kept(self):\n        return helper() + LEAST\n"
        "class Grader(Base):\n"
        "    @property\n    def full(self):\n        return json.dumps(1)\n"
        "    @staticmethod\n    def plain():\n        return TABLE['a']()\n"
        "    def __call__(self):\n        return self.kept()\n"
        "def helper():\n    return (lambda: 1)()\n"
        "def listed():\n    return 1\n"
        "def idle():\n    return 1\n"
        "TABLE = {'a': listed}\n"
    )
    with loaded(tmp_path, "toy", text) as module:
        found = Reached(module.Grader, module).names
        assert found == {
            "toy": {
                "Base.kept",
                "Grader.full",
                "Grader.plain",
                "Grader.__call__",
                "helper",
                "listed",
                "LEAST",
                "TABLE",
                *({"Base", "Grader"} & found["toy"]),
            }
        }


def test_wrappers_of_every_kind_lead_to_what_they_wrap(tmp_path):
    text = (
        "import functools\n"
        "def plain(given):\n    return given\n"
        "def hidden(function):\n"
        "    def inner(*given):\n        return function(*given)\n"
        "    return inner\n"
        "partial = functools.partial(plain, 1)\n"
        "cached = functools.lru_cache(plain)\n"
        "@hidden\ndef covered(given):\n    return given\n"
    )
    with loaded(tmp_path, "toy", text) as module:
        assert Reached(module.partial, module).names == {"toy": {"plain"}}
        assert Reached(module.cached, module).names == {"toy": {"plain"}}
        assert Reached(module.covered, module).names == {"toy": {"hidden", "covered"}}
