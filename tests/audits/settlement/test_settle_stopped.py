"""`clawback settle` stopped on its way: what was finished is shown, or it says why not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from audits import cli

Stop = Callable[[str, int], None]


@pytest.fixture
def stop_at(monkeypatch: pytest.MonkeyPatch) -> Stop:
    """Interrupt whenever something of ours, by its dotted name, is called so many times."""

    def stop(name: str, times: int) -> None:
        module, _, thing = name.rpartition(".")
        owner = __import__(module, fromlist=[thing])
        real, calls = getattr(owner, thing), iter(range(1, 1_000_000))

        def stopping(*args: object, **rest: object) -> object:
            if next(calls) == times:
                raise KeyboardInterrupt
            return real(*args, **rest)

        monkeypatch.setattr(owner, thing, stopping)

    return stop


def settle(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.argv", ["clawback", "settle", *words])
    return cli.run()


WHOLE = {
    "ablate": (
        ("ablate", "--policies", "gate", "--seeds", "3"),
        ("audits.settlement.ablate._under", 3),
        "2 of 3 seeds were finished",
    ),
    "reference": (
        ("reference", "--tasks", "3"),
        ("audits.settlement.reference._Searched", 3),
        "2 of 3 tasks were finished",
    ),
}


@pytest.mark.parametrize("verb", WHOLE)
def test_what_was_finished_is_shown(
    verb: str,
    stop_at: Stop,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    words, where, why = WHOLE[verb]
    stop_at(*where)
    assert settle(monkeypatch, *words) == 130
    assert f"INTERRUPTED: {why}" in capsys.readouterr().out


@pytest.mark.parametrize("verb", WHOLE)
def test_json_says_that_it_is_a_part(
    verb: str, stop_at: Stop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    words, where, why = WHOLE[verb]
    stop_at(*where)
    path = tmp_path / "report.json"
    assert settle(monkeypatch, *words, "--format", "json", "--output", str(path)) == 130
    report = json.loads(path.read_text())
    assert report["verdict"] == "INTERRUPTED"
    assert report["why"].startswith(why)
    assert report.get("seeds", report.get("tasks")) == 2


@pytest.mark.parametrize(
    ("words", "where", "kept"),
    [
        (("ablate", "--seeds", "1"), "audits.settlement.ablate._under", "nothing is kept: the"),
        (("split", "--seeds", "1"), "audits.settlement.split.voting", "nothing is kept: tuned"),
        (("ours", "parts", "--seeds", "1"), "audits.settlement.run.row", "without --out DIR"),
    ],
)
def test_what_has_nothing_to_show_says_that_nothing_is_kept(
    words: tuple[str, ...],
    where: str,
    kept: str,
    stop_at: Stop,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    stop_at(where, 1)
    path = tmp_path / "report.json"
    assert settle(monkeypatch, *words, "--format", "json", "--output", str(path)) == 130
    out, err = capsys.readouterr()
    assert (out, kept in err) == ("", True)
    report = json.loads(path.read_text())
    assert (report["verdict"], kept in report["why"]) == ("INTERRUPTED", True)
