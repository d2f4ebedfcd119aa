"""What a sweep reuses, and what it keeps; its tasks are done here, one after the other."""

from __future__ import annotations

import json
import os
import sqlite3
import time
from pathlib import Path

import pytest

from audits.cli.audit_words import task_of
from audits.cli.sweep import last_word
from audits.engines import here
from audits.stopping import heard
from audits.store import Store
from audits.store.cache import Cache
from audits.sweep import Sweep, read_lines, sweep_of, swept
from audits.sweep.verdict import FRESH_BEGINS_ANEW, GOES_ON, NOTHING_KEPT
from audits.verdict import Verdict
from tests.audits.sweep.targets import ROWS, USUAL, written

OLD = time.time() - 10
"""When everything was written that is not to look as if it were written during an audit."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLAWBACK_STORE", str(tmp_path / "kept"))
    return tmp_path


def aged(folder: Path) -> None:
    for path in folder.iterdir():
        os.utime(path, (OLD, OLD))


def sweep(folder: Path, *usual: str, limit: float = 900, fresh: bool = False) -> Sweep:
    aged(folder)
    lines = read_lines(folder / "targets.txt", lambda words: task_of(words, list(usual), limit))
    return sweep_of(lines, list(swept(lines, here, 1, Cache(folder / "kept"), fresh)))


def run(made: Sweep) -> set[str]:
    """Name the targets that were not reused."""
    return {row.result.target.partition(":")[2] for row in made.rows if not row.reused}


def test_only_what_changed_is_run_again(folder: Path):
    written(folder, "sound", f"other.py:score {USUAL}", "nobody")
    (folder / "other.py").write_text(
        "from helper import same\ndef score(completion, answer):\n"
        "    import late\n    return float(late.same and same(completion, answer))\n"
    )
    (folder / "helper.py").write_text("def same(a, b):\n    return a == b\n")
    (folder / "late.py").write_text("same = open('data.txt').read() == 'same'\n")
    (folder / "data.txt").write_text("same")
    assert run(sweep(folder)) == {"sound", "score", "nobody"}
    assert run(sweep(folder)) == {"nobody"}, "what could not be judged is tried again"
    for name in ("other.py", "helper.py", "late.py", "data.txt"):
        (folder / name).write_text((folder / name).read_text().replace("same", "same  ", 1))
        assert run(sweep(folder)) == {"score", "nobody"}, name
    assert run(sweep(folder, "--seed", "3")) == {"sound", "score", "nobody"}
    assert run(sweep(folder, fresh=True)) == {"sound", "score", "nobody"}
    with (folder / "rows.jsonl").open("a") as more:
        more.write(json.dumps(ROWS[0] | {"question": "10 and 10?"}) + "\n")
    assert run(sweep(folder)) == {"sound", "score", "nobody"}


def test_what_changed_while_it_was_audited_is_not_kept(folder: Path):
    written(folder, "sound")
    aged(folder)
    (folder / "mine.py").write_text((folder / "mine.py").read_text())
    later = time.time() + 60
    lines = read_lines(folder / "targets.txt", lambda words: task_of(words, [], 900))
    os.utime(folder / "mine.py", (later, later))
    cache = Cache(folder / "kept")
    for _ in range(2):
        assert [row.reused for row in swept(lines, here, 1, cache)] == [False]


def test_what_is_reused_is_judged_by_todays_fail_on_and_shown_whole(folder: Path):
    written(folder, "sound", usual="--rows rows.jsonl")
    first, again = sweep(folder), sweep(folder, "--fail-on", "note")
    assert (first.verdict, again.verdict) == (Verdict.CLEAN, Verdict.FINDINGS)
    assert again.rows[0].reused
    told = [one.rows[0].result.document() for one in (first, again)]
    assert told[0]["findings"] == told[1]["findings"] != []
    assert told[0].keys() == told[1].keys()


def test_a_result_read_from_the_cache_says_what_it_said_when_it_was_made(folder: Path):
    written(folder, "holed", usual="--rows rows.jsonl")
    made = [sweep(folder).rows[0].result.document() for _ in range(2)]
    assert made[0] == made[1]


def test_findings_go_before_what_could_not_be_judged_and_that_before_clean(folder: Path):
    verdicts = []
    for names in (("sound",), ("sound", "nobody"), ("sound", "nobody", "holed")):
        written(folder, *names)
        verdicts.append(sweep(folder).verdict)
    assert verdicts == [Verdict.CLEAN, Verdict.INCONCLUSIVE, Verdict.FINDINGS]


def test_a_target_that_takes_too_long_is_a_row_that_names_the_limit(folder: Path):
    written(folder, "hangs", usual=f"{USUAL} --timeout 600")
    made = sweep(folder, limit=0.5)
    heard()
    assert made.verdict is Verdict.INCONCLUSIVE
    assert "not finished within 0.5 s; allow more with --limit" in made.rows[0].result.why


def test_a_damaged_entry_is_run_again(folder: Path):
    written(folder, "sound", "holed")
    sweep(folder)
    with sqlite3.connect(folder / "kept" / "results.sqlite") as db:
        db.execute("update done set packed = zeroblob(9) where rowid = 1")
    db.close()
    assert len(run(sweep(folder))) == 1
    assert run(sweep(folder)) == set()


def test_a_damaged_cache_is_told_once_and_everything_is_run(
    folder: Path, capsys: pytest.CaptureFixture[str]
):
    written(folder, "sound", "holed")
    (folder / "kept").mkdir()
    (folder / "kept" / "results.sqlite").write_bytes(b"no database" * 1000)
    assert run(sweep(folder)) == {"sound", "holed"}
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "results.sqlite: file is not a database; from here on nothing is reused or kept" in told


def test_without_a_store_everything_is_run_and_nothing_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("CLAWBACK_STORE", "off")
    written(folder, "sound")
    lines = read_lines(folder / "targets.txt", lambda words: task_of(words, [], 900))
    assert [row.reused for row in swept(lines, here, 1, Cache(None))] == [False]
    assert capsys.readouterr().err == ""


def test_findings_are_saved_for_replay_as_an_audit_saves_them(folder: Path):
    written(folder, "holed")
    made = sweep(folder)
    saved = Store(folder / "kept").all()
    assert {one.id for one in saved} == {
        found.fingerprint("mine.py:holed") for found in made.rows[0].result.findings
    }
    assert {tuple(one.words) for one in saved} == {
        ("audit", "mine.py:holed", "--rows", "rows.jsonl")
    }


def test_an_interrupted_sweep_promises_to_go_on_only_where_something_is_kept(tmp_path: Path):
    assert last_word(Cache(tmp_path), fresh=False) == GOES_ON
    assert last_word(Cache(tmp_path), fresh=True) == FRESH_BEGINS_ANEW
    assert last_word(Cache(None), fresh=False) == NOTHING_KEPT
