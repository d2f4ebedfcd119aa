"""What is found is saved, `replay` runs it again, and `verify-fix` holds a patch against it."""

from __future__ import annotations

import fcntl
import json
import os
import signal
import sqlite3
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import audits.replays
import audits.replays.fix
from audits.cli.replay import replay as replay_verb
from audits.cli.replay import verify_fix
from audits.replays import Replay
from audits.store import Saved, Store
from audits.verdict import Exit
from tests.audits.command import Ended, clawback, clean, inside
from tests.audits.snapshot import matches

HOLED = "def score(completion, answer):\n    return float(answer in completion)\n"
FIXED = "def score(completion, answer):\n    return float(completion.strip() == answer)\n"
STRICT = "def score(completion, answer):\n    return float(completion == answer != '22')\n"
BROKEN = "def score(completion, answer)\n"
ROWS = [{"question": f"{at} + {at}?", "answer": str(2 * at)} for at in range(10, 13)]
AUDIT = ("audit", "mine.py:score", "--rows", "rows.jsonl", "--select", "R104,R106")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(HOLED)
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return tmp_path


def run(project: Path, *words: str, **how: str) -> Ended:
    start = inside if words[0] == "audit" else clawback  # what is replayed is kept in a process
    return start(*words, cwd=project, env={"CLAWBACK_STORE": how.get("store", ".clawback")})


def ids(project: Path) -> dict[str, str]:
    ended = run(project, *AUDIT, "--format", "json")
    assert ended.code == 1
    return {one["rule"]: one["fingerprint"] for one in json.loads(ended.out)["findings"]}


def test_a_finding_is_failed_until_it_is_fixed_and_an_error_if_it_cannot_be_tried(project: Path):
    some = next(iter(ids(project).values()))
    for name, source, code, word in (
        ("replay-failed", HOLED, 1, "FAILED"),
        ("replay-fixed", FIXED, 0, "FIXED"),
        ("replay-error", BROKEN, 2, "ERROR"),
    ):
        (project / "mine.py").write_text(source)
        ended = run(project, "replay", some[:8])
        matches(name, ("replay", some[:8]), ended)
        assert (ended.code, ended.out.split()[0]) == (code, word)


def test_a_number_over_its_limit_is_failed_until_it_is_below(project: Path):
    target = '[[targets]]\ntarget = "mine.py:score"\nrows = "rows.jsonl"\nselect = ["D"]\n'
    (project / "own.toml").write_text(f"max-cheat-ceiling = 0.5\n{target}")
    env = {"CLAWBACK_STORE": ".clawback"}
    ended = inside("gate", "--config", "own.toml", "--format", "json", cwd=project, env=env)
    (found,) = json.loads(ended.out)["results"][0]["findings"]
    for source, code, word in ((HOLED, 1, "FAILED"), (FIXED, 0, "FIXED")):
        (project / "mine.py").write_text(source)
        ended = run(project, "replay", only_id(project))
        assert (ended.code, ended.out.split()[0]) == (code, word)
    assert found["rule"] == "G801"


def only_id(project: Path) -> str:
    (one,) = Store(project / ".clawback").all()
    return one.id


@pytest.mark.parametrize(
    ("odd", "told"),
    [
        ("insert into seeds values ('mine.py:score', 'many')", "a seed cannot be read: 'many'"),
        (f"insert into seeds values ('mine.py:score', {2**63 - 1})", "keeps seeds below"),
        ("update targets set reached = '[]'", "an entry cannot be read"),
        ("update targets set reached = json_set(reached, '$.ask', json('{}'))", "field `target`"),
        ("update findings set saved = json_set(saved, '$.finding.replay', 'x \"')", "closing quot"),
    ],
)
def test_a_store_that_somebody_has_changed_is_an_error_and_no_fault_of_ours(
    odd: str, told: str, project: Path
):
    (project / "mine.py").write_text(FIXED)
    assert run(project, *AUDIT[:-1], "N501").code == 0
    with sqlite3.connect(project / ".clawback" / "findings.sqlite") as db:
        db.execute(odd)
    ended = run(project, "verify-fix", "mine.py:score", "--format", "json")
    assert ended.code == 2
    assert told in ended.out + ended.err


def test_several_are_replayed_in_one_run_and_written_in_any_format(project: Path):
    found = list(ids(project).values())
    assert len(set(found)) > 1
    ended = run(project, "replay", *found, "--format", "json", "--report", "sarif:r.sarif")
    assert {one["status"] for one in json.loads(ended.out)["replays"]} == {"FAILED"}
    assert ended.code == 1
    sarif = json.loads((project / "r.sarif").read_text())
    assert len(sarif["runs"][0]["results"]) == len(found)


def test_ctrl_c_keeps_what_was_replayed_by_then(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    found = list(ids(project).values())
    really, begun = audits.replays.replay, iter((False, True))

    def stopped(saved: Saved, folder: Path) -> Replay:
        if next(begun):
            raise KeyboardInterrupt
        return really(saved, folder)

    monkeypatch.setattr(audits.replays, "replay", stopped)
    monkeypatch.setenv("CLAWBACK_STORE", str(project / ".clawback"))
    assert replay_verb(found) == Exit.INTERRUPTED
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == f"INTERRUPTED: 1 of {len(found)} were replayed: 1 failed."


def test_ctrl_c_keeps_what_verify_fix_had_finished_by_then(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    assert len(ids(project)) > 1
    really, begun = audits.replays.fix.replay, iter((False, True))

    def stopped(saved: Saved, folder: Path) -> Replay:
        if next(begun):
            raise KeyboardInterrupt
        return really(saved, folder)

    monkeypatch.setattr(audits.replays.fix, "replay", stopped)
    monkeypatch.setenv("CLAWBACK_STORE", str(project / ".clawback"))
    monkeypatch.chdir(project)
    assert verify_fix("mine.py:score") == Exit.INTERRUPTED
    told = capsys.readouterr().out
    assert told.count("FAILED") == 1
    last = told.splitlines()[-1]
    assert last.startswith("INTERRUPTED: interrupted after 1 of ")


def test_what_is_found_again_under_another_finding_is_not_called_fixed(project: Path):
    (project / "rows.jsonl").write_text(
        "".join(json.dumps({"question": q, "answer": a}) + "\n" for q, a in WORDS)
    )
    folded = run(project, *AUDIT[:-1], "R105", "--format", "json")
    names = json.loads(folded.out)["findings"]
    assert any(one["counterexample"].get("also paid") for one in names), "the corpus has changed"
    for one in names:
        assert run(project, "replay", one["fingerprint"]).code == 1


WORDS = [("Capital of Peru?", "Lima"), ("Of Chile?", "Santiago"), ("Of Cuba?", "Havana")]


def test_rows_that_give_nothing_to_try_it_on_are_an_error_not_a_fix(project: Path):
    shapes = json.loads(run(project, *AUDIT, "--select", "R104", "--format", "json").out)[
        "findings"
    ]
    number = next(one for one in shapes if one["shape"] == "the right number with another sign")
    (project / "rows.jsonl").write_text(
        "".join(json.dumps({"question": q, "answer": a}) + "\n" for q, a in WORDS)
    )
    (project / "mine.py").write_text(FIXED)
    ended = run(project, "replay", number["fingerprint"])
    assert (ended.code, ended.out.split()[0]) == (2, "ERROR")


def test_a_finding_is_the_same_wherever_it_is_looked_at_from_and_whatever_its_rows_number(
    project: Path,
):
    (project / ".git").mkdir()
    (project / "inner").mkdir()
    first = ids(project)
    rows = (project / "rows.jsonl").read_text().splitlines(keepends=True)
    (project / "rows.jsonl").write_text("".join(reversed(rows)))
    assert ids(project) == first
    words = ("audit", "../mine.py:score", "--rows", "../rows.jsonl", *AUDIT[4:], "--format", "json")
    found = json.loads(clawback(*words, cwd=project / "inner").out)["findings"]
    assert {one["rule"]: one["fingerprint"] for one in found} == first


@pytest.mark.parametrize(
    "of", [*(pytest.param(one, marks=pytest.mark.slow) for one in ("inner", ".")), "other"]
)
def test_what_was_found_in_one_folder_is_held_against_the_code_from_any(tmp_path: Path, of: str):
    """An open hole is FAILED, a closed one FIXED, and nothing is saved twice."""
    for name in (".git", "inner", "other"):
        (tmp_path / name).mkdir()
    (tmp_path / "inner" / "mine.py").write_text(HOLED)
    (tmp_path / "inner" / "rows.jsonl").write_text("".join(json.dumps(r) + "\n" for r in ROWS))
    at = tmp_path / of
    target = os.path.relpath(tmp_path / "inner" / "mine.py:score", at)

    def ran(*words: str, cwd: Path = at) -> Ended:
        return clawback(*words, cwd=cwd, env={"CLAWBACK_STORE": str(tmp_path / ".clawback")})

    made = ran(*AUDIT, "--format", "json", cwd=tmp_path / "inner")
    found = {one["fingerprint"] for one in json.loads(made.out)["findings"]}
    assert ran("replay", *found).code == 1
    fix = json.loads(ran("verify-fix", target, "--format", "json").out)
    assert {one["status"] for one in fix["replays"]} == {"FAILED"}
    assert (fix["verdict"], fix["right"] > 0, fix["reasons"]) == ("FINDINGS", True, [])
    (tmp_path / "inner" / "mine.py").write_text(FIXED)
    fix = json.loads(ran("verify-fix", target, "--format", "json").out)
    assert {one["status"] for one in fix["replays"]} == {"FIXED"}
    assert {one["id"] for one in fix["replays"]} == found
    assert fix["verdict"] == "CLEAN"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("replay", "0123"), "no finding '0123'"),
        (("replay",), "no finding is saved"),
        (("verify-fix", "mine.py:score"), "nothing is saved of 'mine.py:score'"),
    ],
)
def test_what_is_not_saved_cannot_be_replayed(words: tuple[str, ...], told: str, project: Path):
    ended = run(project, *words)
    assert (ended.code, ended.out) == (2, "")
    assert told in ended.err
    off = run(project, *words, store="off")
    assert off.code == 2
    assert "CLAWBACK_STORE is off" in off.err


def test_without_an_id_what_is_saved_is_listed(project: Path):
    found = ids(project)
    ended = run(project, "replay")
    assert ended.code == 0
    assert all(one in ended.out for one in found.values())


def test_a_good_patch_is_clean(project: Path):
    ids(project)
    (project / "mine.py").write_text(FIXED)
    ended = run(project, "verify-fix", "mine.py:score")
    matches("verify-fix-clean", ("verify-fix", "mine.py:score"), ended)
    assert ended.code == 0
    again = run(project, "verify-fix", "mine.py:score", "--format", "json")
    assert json.loads(again.out)["seed"] == 2, "each fresh attack has another seed"


def test_a_patch_that_denies_right_answers_names_them(project: Path):
    ids(project)
    (project / "mine.py").write_text(STRICT)
    ended = run(project, "verify-fix", "mine.py:score", "--format", "json")
    document = json.loads(ended.out)
    assert ended.code == 1
    assert {one["status"] for one in document["replays"]} == {"FIXED"}
    assert {"row": 1, "told": "the reference", "answer": "22", "earned": 1.0, "earns": 0.0} in (
        document["stopped"]
    )


def test_no_patch_and_a_broken_one_are_not_clean(project: Path):
    ids(project)
    ended = run(project, "verify-fix", "mine.py:score")
    assert (ended.code, "FAILED" in ended.out) == (1, True)
    (project / "mine.py").write_text(BROKEN)
    ended = run(project, "verify-fix", "mine.py:score")
    assert ended.code == 2
    assert "INCONCLUSIVE" in ended.out


def test_a_place_that_cannot_be_written_is_one_warning_and_the_same_verdict(project: Path):
    here = run(project, *AUDIT)
    (project / "file").touch()
    ended = run(project, *AUDIT, store="file")
    assert (ended.code, ended.out) == (here.code, here.out)
    assert len(ended.err.splitlines()) == 1
    assert "findings are not saved" in ended.err


def test_a_store_that_is_no_database_is_a_warning_to_audits_and_an_error_to_replays(project: Path):
    (project / ".clawback").mkdir()
    (project / ".clawback" / "findings.sqlite").write_text("not a database, whatever it says" * 9)
    ended = run(project, *AUDIT)
    assert ended.code == 1
    assert "findings are not saved" in ended.err
    ended = run(project, "replay", "0123")
    assert ended.code == 2
    assert "the store cannot be read" in ended.err


WRITER = """
import sys
from functools import partial
from pathlib import Path
from audits.findings import finding
from audits.store import Saved, Store
store = Store(Path(sys.argv[1]))
at = 0
while at < int(sys.argv[3]):
    found = finding("R104", "it is paid", f"{sys.argv[2]} {at}")
    saved = Saved(id=found.fingerprint("t"), audit="a", target="t", finding=found, folder=".",
                  words=[], seed=0)
    store.save([saved], {})
    print(at, flush=True)
    at += 1
"""


def writer(folder: Path, name: str, most: int) -> subprocess.Popen[str]:
    root = Path(__file__).resolve().parents[2]
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(folder), name, str(most)],
        env=clean({"PYTHONPATH": str(root)}),
        stdout=subprocess.PIPE,
        text=True,
    )


def test_runs_at_the_same_time_and_one_that_is_killed_lose_nothing_that_was_saved(tmp_path: Path):
    from audits.store import Store

    folder = tmp_path / "store"
    others = [writer(folder, name, 15) for name in ("one", "other")]
    with writer(folder, "killed", 10_000_000) as killed:
        assert killed.stdout
        for _ in range(10):
            killed.stdout.readline()
        os.kill(killed.pid, signal.SIGKILL)
        last = [*killed.stdout.read().split(), "9"]
    assert [(other.communicate(timeout=60), other.returncode)[1] for other in others] == [0, 0]
    found = {one.finding.shape for one in Store(folder).all()}
    assert {f"{name} {at}" for name in ("one", "other") for at in range(15)} <= found
    assert {f"killed {at}" for at in range(int(last[0]) + 1)} <= found


def test_a_new_file_changes_its_journal_while_no_other_run_can(tmp_path: Path, monkeypatch):
    from audits.store import Store

    class Watched(sqlite3.Connection):
        def execute(self, query, *values):
            if query == "pragma journal_mode = wal":
                other = os.open(tmp_path, os.O_RDONLY)
                with pytest.raises(BlockingIOError):
                    fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
                os.close(other)
                seen.append(query)
            return super().execute(query, *values)

    seen: list[str] = []
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Watched))
    Store(tmp_path).save([], {})
    assert seen
    monkeypatch.undo()
    assert Store(tmp_path).all() == []
