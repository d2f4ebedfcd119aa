"""The wheel: all that is ours and nothing else, and it works on its own."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest

from clawback import PACKAGES, __version__
from tests.audits.command import ROOT, STUCK, clawback, clean

MODULES = {
    *("clawback.py", "clawback_audit.py", "clawback_pytest.py"),
    *("clawback_refund.py", "clawback_settlement.py"),
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source archive."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=ROOT,
        env=clean(),
        check=True,
        capture_output=True,
        timeout=STUCK,
    )
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    return built / f"clawback-{__version__}-py3-none-any.whl"


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


def files_of(package: str) -> set[str]:
    """Every file of a package in the tree, compiled ones aside."""
    paths = (path for path in (ROOT / package).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in paths if "__pycache__" not in path.parts}


@pytest.mark.parametrize("package", PACKAGES)
def test_the_wheel_has_every_file_of_a_package(package: str, names: set[str]):
    assert f"{package}/__init__.py" in names
    assert f"{package}/py.typed" in names
    assert files_of(package) - names == set()


def test_the_wheel_has_the_command_and_its_data(names: set[str]):
    wanted = {"clawback.py", "desk/refund/data/eval.jsonl", "audits/reproduce/refund.json"}
    assert wanted - names == set()


def test_the_wheel_has_nothing_else(names: set[str]):
    tops = {name.partition("/")[0] for name in names}
    assert tops == {*MODULES, *PACKAGES, f"clawback-{__version__}.dist-info"}
    ours = (Path(name) for name in names)
    assert [
        p for p in ours if p.match("test_*") or p.match("conftest.py") or p.match("*.pyc")
    ] == []


def test_the_wheel_names_the_command_and_the_licence(wheel: Path, names: set[str]):
    info = f"clawback-{__version__}.dist-info"
    assert f"{info}/licenses/LICENSE" in names
    with ZipFile(wheel) as archive:
        points = archive.read(f"{info}/entry_points.txt").decode()
        metadata = archive.read(f"{info}/METADATA").decode().splitlines()
    assert "clawback = clawback:main" in points
    assert "Requires-Python: >=3.11" in metadata


def test_the_source_archive_holds_what_its_own_tests_need(built: Path):
    with tarfile.open(built / f"clawback-{__version__}.tar.gz") as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {"pyproject.toml", "README.md", "LICENSE", "Makefile", "tests/test_packaging.py"}
    wanted |= {"tests/audits/snapshots/attack.txt", "benchmarks/__main__.py"}
    wanted |= {"action.yml", ".pre-commit-hooks.yaml"}
    assert wanted - held == set()
    assert [name for name in held if name.startswith((".venv", ".git/", "dist"))] == []


def test_the_wheel_alone_reproduces_the_published_figures(wheel: Path, tmp_path: Path):
    site = tmp_path / "site"
    with ZipFile(wheel) as archive:
        archive.extractall(site)
    script = f"""
import sys
sys.path.insert(0, {str(site)!r})
import clawback, desk, audits
from pathlib import Path
for module in (clawback, desk, audits):
    assert Path(module.__file__).is_relative_to({str(site)!r}), module.__file__
sys.argv = ["clawback", "reproduce", "refund"]
clawback.main()
"""
    ended = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=clean(),
        capture_output=True,
        text=True,
        timeout=STUCK,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == clawback("reproduce", "refund").out
