"""The whole published run, made once by the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from audits.settlement.reading import Results, read
from tests.audits.command import Ended, clawback


@pytest.fixture(scope="session")
def ran(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ended]:
    """A folder with the results in `results`, and how the run ended."""
    home = tmp_path_factory.mktemp("whole")
    return home, clawback("settle", "run", "--out", "results", cwd=home)


@pytest.fixture(scope="session")
def whole(ran: tuple[Path, Ended]) -> Path:
    return ran[0]


@pytest.fixture(scope="session")
def published(whole: Path) -> Results:
    return read(whole / "results")
