"""`clawback settle run` and `table` as a user types them."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from audits import cli
from audits.settlement.folder import WRITTEN, Folder, create
from audits.settlement.plan import plan
from audits.settlement.run import run
from tests.audits.command import Ended, clawback
from tests.audits.snapshot import matches

FOLDER = Path(__file__).with_name("snapshots")


def files(folder: Path) -> dict[str, str]:
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): sha256(path.read_bytes()).hexdigest() for path in paths
    }


def test_the_whole_run_says_what_it_has_written(ran: tuple[Path, Ended]):
    matches("settle-run", ("settle", "run", "--out", "results"), ran[1], FOLDER)


def test_the_whole_run_makes_the_tables(whole: Path):
    args = ("settle", "table", "results")
    matches("settle-table", args, clawback(*args, cwd=whole), FOLDER)


def test_the_folder_holds_everything_that_was_played(whole: Path):
    held = files(whole / "results")
    assert len(held) == 2 + 2 + 45
    manifest = json.loads((whole / "results/manifest.json").read_text())
    assert manifest["episodes"] == 14_445
    assert manifest["corpus"]["units"] == 276
    episodes = list((whole / "results/episodes").iterdir())
    assert sum(path.read_bytes().count(b"\n") for path in episodes) == 14_445
    first = json.loads((whole / "results/episodes/react-0.jsonl").read_text().splitlines()[0])
    assert first.keys() >= {"task", "seed", "loss", "exact", "deductions", "end", "log"}
    assert sum(first["deductions"]) == first["loss"]
    schedules = (whole / "results/schedules.jsonl").read_text().splitlines()
    assert len(schedules) == 1_605


def test_the_table_as_json_says_what_it_was_made_from(whole: Path):
    ended = clawback("settle", "table", "results", "--format", "json", cwd=whole)
    report = json.loads(ended.out)
    assert (ended.code, report["k"], report["replicates"]) == (0, 5, 2000)
    assert report["manifest"]["seeds"] == [0, 1, 2, 3, 4]
    gate = next(row for row in report["policies"] if row["policy"] == "gate")
    assert (gate["exact"], gate["pass_k"], gate["premature"]) == (274 / 321, 274 / 321, 0.0)
    assert [round(gate[key]) for key in ("loss", "paired")] == [3137, 10391]
    assert len(report["differences"]) == 36


def gone() -> int:
    """Return the number of a process that has ended."""
    child = subprocess.Popen(["true"])
    child.wait()
    return child.pid


FEW = ("--seeds", "2", "--policies", "gate,optimistic,random")


def test_the_same_words_make_the_same_bytes(tmp_path: Path):
    for name in ("one", "two"):
        assert clawback("settle", "run", *FEW, "--out", name, cwd=tmp_path).code == 0
    assert files(tmp_path / "one") == files(tmp_path / "two")


def test_a_killed_run_is_finished_without_playing_again(tmp_path: Path):
    made = plan(2, "gate,optimistic,random")
    events = run(made, create(tmp_path / "cut", made))
    for _ in range(5):
        next(events)
    events.close()
    begun = files(tmp_path / "cut")
    (tmp_path / f"cut/episodes/.gate-1.jsonl.{gone()}.part").write_text("torn")
    table = clawback("settle", "table", "cut", cwd=tmp_path)
    assert table.code == 2
    assert "is not finished" in table.err
    words = table.err.split("`")[1].split()[1:]
    assert clawback("settle", "run", *FEW, "--out", "whole", cwd=tmp_path).code == 0
    again = clawback(*words, "--format", "json", cwd=tmp_path)
    assert json.loads(again.out)["kept"] == len(begun) - 2  # neither manifest nor what was written
    assert files(tmp_path / "cut") == files(tmp_path / "whole")
    assert clawback("settle", "table", "cut", cwd=tmp_path).code == 0


def test_ctrl_c_exits_130_and_what_was_finished_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    write, written = Folder.write, []

    def interrupted(self: Folder, name: str, content: bytes) -> None:
        if len(written) == 4:
            raise KeyboardInterrupt
        write(self, name, content)
        written.append(name)

    words = ["settle", "run", *FEW, "--out", str(tmp_path / "cut")]
    monkeypatch.setattr("sys.argv", ["clawback", *words])
    monkeypatch.setattr(Folder, "write", interrupted)
    assert cli.run() == 130
    out, err = capsys.readouterr()
    assert (out, err.partition("; ")[0]) == (
        "",
        f"clawback: interrupted: 3 of 8 files are in {tmp_path}/cut",
    )
    assert sorted(files(tmp_path / "cut")) == sorted([*written, WRITTEN])
    monkeypatch.setattr(Folder, "write", write)
    words = err.partition("go on with: clawback ")[2].split()
    monkeypatch.setattr("sys.argv", ["clawback", *words, "--format", "json"])
    assert cli.run() == 0
    assert json.loads(capsys.readouterr().out)["kept"] == len(written) - 1


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("--seeds", "0"), "--seeds 0: expected 1 to 1,000"),
        (("--seeds", "2,3"), "--seeds 2,3: expected how many, 1 to 1,000"),
        (("--arm", "only:loss+without:delay"), "expected a family of delay"),
        (("--policies", "gaet"), "Did you mean 'gate'?"),
        (("--policies", ","), "nobody is named"),
        (("--arm", "only:los"), "--arm only:los: expected a family of delay"),
        (("--arm", "some"), "--arm some: expected full, none"),
        (("--out", "taken.txt"), "--out taken.txt: expected a folder, and it is a file"),
        (("--out", "taken.txt/below"), "--out taken.txt/below: cannot write there"),
        (("--out", "other"), "it is no results folder"),
        (
            ("--out", "earlier"),
            "earlier: it holds another run (policies: gate, not gate,",
        ),
        (("--out", "older"), "older: its results were made by another revision"),
    ],
)
def test_what_cannot_be_run_is_told_in_one_line(args: tuple[str, ...], named: str, tmp_path: Path):
    (tmp_path / "taken.txt").touch()
    (tmp_path / "other").mkdir()
    (tmp_path / "other/thesis.txt").touch()
    for name, revision in (("earlier", None), ("older", "0" * 64)):
        create(tmp_path / name, plan(1, "gate"))
        if revision:
            path = tmp_path / name / "manifest.json"
            manifest = json.loads(path.read_text()) | {"revision": revision}
            path.write_text(json.dumps(manifest))
    before = files(tmp_path)
    ended = clawback("settle", "run", *args, cwd=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert named in ended.err
    assert len(ended.err.splitlines()) == 1
    assert files(tmp_path) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_without_the_right_to_write_is_named(tmp_path: Path):
    (tmp_path / "locked").mkdir(mode=0o500)
    ended = clawback("settle", "run", "--out", "locked/results", cwd=tmp_path)
    assert ended.code == 2
    assert "--out locked/results: cannot write there" in ended.err


def test_a_folder_that_cannot_be_tabled_says_why(tmp_path: Path):
    assert clawback("settle", "run", *FEW, "--out", "results", cwd=tmp_path).code == 0
    chunk = tmp_path / "results/episodes/gate-0.jsonl"
    chunk.write_bytes(chunk.read_bytes().replace(b'"exact":false', b'"exact":true', 1))
    changed = clawback("settle", "table", "results", cwd=tmp_path)
    assert "episodes/gate-0.jsonl is not what the run wrote" in changed.err
    again = clawback(*changed.err.split("`")[1].split()[1:], "--format", "json", cwd=tmp_path)
    assert json.loads(again.out)["kept"] == 7
    assert clawback("settle", "table", "results", cwd=tmp_path).code == 0
    nothing = clawback("settle", "table", "nowhere", cwd=tmp_path)
    assert "nowhere: cannot read its manifest.json" in nothing.err
    path = tmp_path / "results/manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"revision": "0" * 64}))
    older = clawback("settle", "table", "results", cwd=tmp_path)
    assert "made by another revision" in older.err
    path.write_text("{}")
    strange = clawback("settle", "table", "results", cwd=tmp_path)
    assert "manifest.json is not ours" in strange.err
    assert {changed.code, nothing.code, older.code, strange.code} == {2}


@pytest.mark.parametrize(
    ("content", "named"),
    [
        (b"", "gate-0.jsonl has not one row for each task"),
        (b"{}\n", "missing required field"),
        (b"\xff\n", "files are not what a run writes"),
    ],
)
def test_a_folder_whose_fingerprints_were_changed_too_is_still_refused(
    content: bytes, named: str, tmp_path: Path
):
    made = plan(1, "gate")
    folder = create(tmp_path / "results", made)
    list(run(made, folder))
    (tmp_path / "results/episodes/gate-0.jsonl").write_bytes(content)
    folder.seal()
    ended = clawback("settle", "table", "results", cwd=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert named in ended.err


def begun(home: Path, arm: str = "full") -> Folder:
    """Leave a run of two policies unfinished: all is written, and not yet sealed."""
    made = plan(1, "gate,react", arm)
    folder = create(home, made)
    list(run(made, folder))
    (home / "fingerprints.json").unlink()
    for name in folder.names:
        folder.write(name, (home / name).read_bytes())
    return folder


SPOILT: dict[str, Callable[[Path, Path], object]] = {
    "cut": lambda it, _: it.write_bytes(it.read_bytes()[:1000]),
    "another arm's": lambda it, other: it.write_bytes(other.read_bytes()),
    "never noted": lambda it, _: (it.parents[1] / WRITTEN).unlink(),
    "a pipe": lambda it, _: (it.unlink(), os.mkfifo(it)),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_piece_that_is_not_what_the_killed_run_wrote_is_made_again(how: str, tmp_path: Path):
    begun(tmp_path / "other", "none")
    folder = begun(tmp_path / "it")
    piece = "episodes/react-0.jsonl"
    right = files(tmp_path / "it")[piece]
    SPOILT[how](tmp_path / "it" / piece, tmp_path / "other" / piece)
    assert piece in folder.missing
    list(run(plan(1, "gate,react"), folder))
    assert files(tmp_path / "it")[piece] == right
    assert WRITTEN not in files(tmp_path / "it")


def test_a_run_takes_nobody_else_s_files_away(tmp_path: Path):
    made = plan(1, "gate")
    folder = create(tmp_path / "it", made)
    (tmp_path / "it/mine").mkdir()
    mine = {
        "mine/.notes.part",
        f"episodes/.gate-0.jsonl.{os.getppid()}.part",
        "episodes/.gate-0.jsonl.old.part",
    }
    for name in mine:
        (tmp_path / "it" / name).write_text("mine")
    list(run(made, folder))
    assert files(tmp_path / "it").keys() >= mine


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


EDITED: dict[str, tuple[str, str, str, str]] = {
    "a grade": (
        "episodes/react-0.jsonl",
        '"exact":false',
        '"exact":true',
        "react-0.jsonl says of u010b what its end does not come to",
    ),
    "a grade and its loss": ("episodes/react-0.jsonl", '"loss":', '"loss":1', "says of u001a"),
    "a loss beyond reason": ("episodes/react-0.jsonl", '"loss":', f'"loss":1{"0" * 30}', "says of"),
    "another seed": ("episodes/react-0.jsonl", '"seed":0', '"seed":1', "says of u001a"),
    "another policy": ("episodes/react-0.jsonl", '"react"', '"gate"', "says of u001a"),
    "an end": ("episodes/react-0.jsonl", '"end":["', '"end":["x', "says of u001a"),
    "a task": ("tasks.jsonl", '"value":', '"value":1', "tasks.jsonl has other tasks than corpus"),
    "the arm": ("manifest.json", '"full"', '"dull"', "expected full, none"),
    "the costs": ("manifest.json", '"dispute": 2', '"dispute": 3', "costs: "),
    "the episodes": ("manifest.json", '"episodes": 642', '"episodes": 99', "episodes: 99, not 642"),
    "the schema": ("manifest.json", '"schema_version": ', '"schema_version": 9', "schema_version"),
    "no seed": ("manifest.json", "[\n  0\n ]", "[]", "names no seed"),
    "other seeds": ("manifest.json", "[\n  0\n ]", "[1]", "seeds: 1, not 0"),
    "no policy": ("manifest.json", '"gate",\n  "react"', "", "names the policies none"),
    "one policy twice": ("manifest.json", '"react"', '"gate"', "the policies gate, gate"),
    "a stranger's policy": ("manifest.json", '"react"', '"../x"', "the policies gate, ../x"),
}


@pytest.mark.parametrize("what", EDITED)
def test_what_no_run_writes_is_refused_even_where_its_fingerprint_fits(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    name, old, new, named = EDITED[what]
    folder = begun(tmp_path / "it")
    edit(tmp_path / "it" / name, old, new)
    folder.seal()
    monkeypatch.setattr("sys.argv", ["clawback", "settle", "table", str(tmp_path / "it")])
    assert cli.run() == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert named in told.err


def test_a_manifest_that_was_changed_since_is_refused(tmp_path: Path):
    begun(tmp_path / "it").seal()
    edit(tmp_path / "it/manifest.json", '"full"', '"none"')
    ended = clawback("settle", "table", "it", cwd=tmp_path)
    assert (ended.code, ended.out) == (2, "")
    assert "manifest.json is not what the run wrote" in ended.err


def test_a_pipe_in_place_of_a_file_is_named_and_not_waited_for(tmp_path: Path):
    begun(tmp_path / "it").seal()
    for name in ("episodes/gate-0.jsonl", "manifest.json"):
        (tmp_path / "it" / name).unlink()
        os.mkfifo(tmp_path / "it" / name)
        ended = clawback("settle", "table", "it", cwd=tmp_path)
        assert (ended.code, ended.out) == (2, "")
        assert "it is no plain file" in ended.err


def test_one_policy_under_one_seed_has_its_table(tmp_path: Path):
    made = plan(1, "gate", "only:loss+delay")
    list(run(made, create(tmp_path / "results", made)))
    ended = clawback("settle", "table", "results", cwd=tmp_path)
    assert (ended.code, ended.err) == (0, "")
    assert "1 policy x 1 seed, arm only:delay+loss" in ended.out
    assert "pass^1" in ended.out
    assert "each other policy" not in ended.out


@pytest.mark.parametrize(
    ("names", "heads", "told"),
    [
        ("gate", "goods dispute escalation loss", "there is no order to compare"),
        ("gate,react", "goods dispute escalation first second same order", "gate 45"),
    ],
)
def test_few_policies_are_priced_under_their_own_heads(
    names: str, heads: str, told: str, tmp_path: Path
):
    made = plan(1, names)
    list(run(made, create(tmp_path / "results", made)))
    out = clawback("settle", "economics", "results", cwd=tmp_path).out
    assert heads in [" ".join(line.split()) for line in out.splitlines()]
    [paper] = [line for line in out.splitlines() if line.endswith("  published")]
    assert paper.split()[:3] == ["60%", "$25.00", "$18.00"]
    assert told in out.rpartition("\n\n")[2]


def test_the_order_of_policies_and_the_way_of_joining_families_change_no_run():
    assert plan(1, "react,gate").manifest == plan(1, "gate,react").manifest
    joined = plan(1, "gate", "only:loss+only:delay").manifest
    assert joined == plan(1, "gate", "only:loss+delay").manifest


def test_a_run_as_json_says_which_tool_made_it(tmp_path: Path):
    words = ("--seeds", "1", "--policies", "gate", "--out", "one", "--format", "json")
    report = json.loads(clawback("settle", "run", *words, cwd=tmp_path).out)
    assert {"schema_version", "tool", "folder", "fingerprint"} <= report.keys()
