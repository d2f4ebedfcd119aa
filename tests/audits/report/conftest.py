"""Pages of real runs, each made once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.audits.report.pages import page_path


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    return lambda name: page_path(name, tmp_path_factory.mktemp)
