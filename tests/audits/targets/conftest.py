"""Workers with a short clock, of which nothing may be running when a test is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from audits.targets import client
from audits.targets.client import LoadRequest, Worker
from tests.audits.targets.workers import HOSTILE, Load, running


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """Mark what a test starts; at its end none of that may be running."""
    monkeypatch.setenv("HOSTILE_MARK", str(tmp_path / "mark"))
    yield str(tmp_path / "mark")
    assert running(str(tmp_path / "mark")) == []


@pytest.fixture
def load(monkeypatch: pytest.MonkeyPatch, mark: str) -> Iterator[Load]:
    """Load a target with a short clock."""
    monkeypatch.setattr(client, "GRACE", 1.0)
    started: list[Worker] = []

    def start(target: str = f"{HOSTILE}:reward", **how: object) -> Worker:
        asked = LoadRequest(target=target, **({"timeout": 0.5, "memory": 1 << 30} | how))
        started.append(Worker(asked))
        return started[-1]

    yield start
    for worker in started:
        worker.stop()
