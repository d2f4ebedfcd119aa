"""`clawback compare` and `clawback gate --base`: the same answers under two scorers."""

from __future__ import annotations

import datetime
import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest

from audits.compare.checkout import checked_out
from audits.findings import finding
from audits.gate import Settings, gate_of, sort_out
from audits.result import Result
from tests.audits.command import Ended, clawback, end, inside, start
from tests.audits.snapshot import matches, uncounted

SOUND = "float(completion.strip() == answer)"
HOLED = "float(answer in completion)"
STRICT = "float(completion == answer != '22')"
ROWS = [{"question": f"{at} + {at}?", "answer": str(2 * at)} for at in range(10, 13)]


def reward(how: str, name: str = "score") -> str:
    return f"def {name}(completion, answer):\n    return {how}\n\n\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    kinds = {"sound": SOUND, "holed": HOLED, "strict": STRICT, "never": "0.0"}
    (tmp_path / "mine.py").write_text("".join(reward(how, name) for name, how in kinds.items()))
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return tmp_path


def compare(project: Path, one: str, other: str, *words: str) -> Ended:
    args = ("compare", f"mine.py:{one}", f"mine.py:{other}", "--rows", "rows.jsonl", *words)
    return inside(*args, cwd=project)


@pytest.mark.parametrize(
    ("one", "other", "code", "rules"),
    [
        ("sound", "sound", 0, set()),
        ("holed", "sound", 0, {"G802"}),
        ("sound", "holed", 1, {"G803"}),
        ("sound", "strict", 1, {"G802"}),
        ("sound", "never", 1, {"G802"}),
        ("sound", "nobody", 2, set()),
        ("nobody", "sound", 2, set()),
    ],
)
def test_a_closed_hole_is_clean_and_an_opened_one_or_a_denied_reference_is_not(
    one: str, other: str, code: int, rules: set[str], project: Path
):
    ended = compare(project, one, other, "--format", "json")
    found = json.loads(ended.out)["findings"]
    assert (ended.code, {f["rule"] for f in found}) == (code, rules)


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("__import__('os')._exit(3) if completion != answer else 1.0", "never came back"),
        ("1 / 0 if completion != answer else 1.0", "were not scored"),
    ],
)
def test_a_scorer_that_answers_nothing_but_what_is_right_is_not_called_clean(
    how: str, why: str, project: Path
):
    (project / "mine.py").write_text(reward(SOUND, "sound") + reward(how, "mute"))
    ended = compare(project, "sound", "mute", "--quick")
    assert (ended.code, why in ended.out) == (2, True)
    assert compare(project, "mute", "mute", "--quick").code == 2


def test_rewards_that_only_punish_are_counted_from_one_origin(project: Path):
    texts = [reward(f"{how} - 1", name) for name, how in (("one", SOUND), ("other", HOLED))]
    (project / "mine.py").write_text("".join(texts))
    assert compare(project, "one", "one", "--quick").code == 0
    ended = compare(project, "one", "other", "--quick", "--format", "json")
    document = json.loads(ended.out)
    assert (ended.code, document["counted_from"]) == (1, -1.0)
    assert {one["rule"] for one in document["findings"]} == {"G803"}


def test_who_climbed_and_who_fell_is_shown(project: Path):
    fell = compare(project, "holed", "sound")
    assert "Fell" in fell.out
    assert "Climbed" not in fell.out
    climbed = compare(project, "sound", "holed")
    assert "Climbed" in climbed.out
    assert "gluing of the answer" in climbed.out
    assert "; 3 of 3 references earn what they did\n" in climbed.out
    less = compare(project, "sound", "strict", "--report", "markdown:r.md")
    assert "2 of 3 references earn what they did" in less.out
    assert "2 of 3 references earn what they did." in (project / "r.md").read_text()
    words = ("compare", "mine.py:sound", "mine.py:sound", "--rows", "rows.jsonl")
    matches("compare-unmoved", words, uncounted(clawback(*words, cwd=project)))


def git(folder: Path, *words: str) -> str:
    named = {
        f"GIT_{who}_{what}": "x@y.z"
        for who in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    }
    env = {"PATH": os.environ["PATH"], "HOME": str(folder)} | named
    done = subprocess.run(
        ["git", "-C", str(folder), *words], env=env, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture
def versioned(project: Path) -> Path:
    (project / "pkg").mkdir()
    (project / "pkg" / "__init__.py").touch()
    (project / "pkg" / "rewards.py").write_text(reward(SOUND))
    (project / "clawback.toml").write_text(
        'fail-on = "error"\n[[targets]]\ntarget = "pkg.rewards:score"\nrows = "rows.jsonl"\n'
    )
    git(project, "init", "-q")
    git(project, "add", "-A")
    git(project, "commit", "-qm", "first")
    return project


def gate(project: Path, *words: str) -> tuple[int, dict[str, Any]]:
    ended = inside("gate", "--base", "HEAD", "--format", "json", *words, cwd=project)
    return ended.code, json.loads(ended.out)


def test_the_gate_holds_a_target_against_itself_in_a_revision(versioned: Path):
    code, document = gate(versioned)
    assert (code, [one["audit"] for one in document["results"]]) == (0, ["audit", "compare"])
    (versioned / "pkg" / "rewards.py").write_text(reward(STRICT))
    code, document = gate(versioned)
    (found,) = [f for f in document["results"][1]["findings"] if f["severity"] == "error"]
    assert (code, found["rule"], found["case"]) == (1, "G802", "row 1")
    assert (found["earned"], found["reference_earned"]) == (0.0, 1.0)
    assert document["results"][1]["before"] == "HEAD"
    assert git(versioned, "worktree", "list").count("\n") == 1, "no worktree is left"


def test_a_file_target_is_taken_from_the_revision_and_a_new_one_has_nothing_to_be_held_against(
    versioned: Path,
):
    settings = versioned / "clawback.toml"
    settings.write_text(settings.read_text().replace("pkg.rewards:score", "pkg/rewards.py:score"))
    (versioned / "pkg" / "rewards.py").write_text(reward(HOLED))
    code, document = gate(versioned)
    rules = {found["rule"] for found in document["results"][1]["findings"]}
    assert (code, "G803" in rules) == (1, True)
    (versioned / "new.py").write_text(reward(SOUND))
    settings.write_text(settings.read_text().replace("pkg/rewards.py:score", "new.py:score"))
    code, document = gate(versioned)
    assert (code, [one["audit"] for one in document["results"]]) == (0, ["audit"])
    assert document["notes"] == ["new.py:score is new since HEAD: nothing to compare"]


def declare(project: Path, *targets: str, more: str = "") -> None:
    texts = (f'[[targets]]\ntarget = "{one}"\nrows = "rows.jsonl"\n{more}' for one in targets)
    (project / "clawback.toml").write_text("".join(texts))


def test_a_reward_that_is_new_in_an_old_file_is_a_note_and_the_gate_goes_on(versioned: Path):
    path = versioned / "pkg" / "rewards.py"
    path.write_text(reward(SOUND) + reward(SOUND, "late"))
    declare(versioned, "pkg/rewards.py:late", "pkg.rewards:late", "pkg.later:score")
    (versioned / "pkg" / "later.py").write_text(reward(SOUND))
    code, document = gate(versioned, "--quick", "--report", "text:r.txt", "--report", "github:r")
    assert code == 0
    assert [one["audit"] for one in document["results"]] == ["audit"] * 3
    assert document["notes"] == [
        f"{name} is new since HEAD: nothing to compare"
        for name in ("pkg/rewards.py:late", "pkg.rewards:late", "pkg.later:score")
    ]
    for written in ("r.txt", "r"):
        assert "pkg/rewards.py:late is new since HEAD" in (versioned / written).read_text()


def test_a_revision_whose_reward_will_not_load_is_no_new_one_and_no_folder_of_ours_is_named(
    versioned: Path,
):
    declare(versioned, "pkg/rewards.py:score")
    (versioned / "pkg" / "rewards.py").write_text("import nothing_of_the_kind\n")
    git(versioned, "commit", "-qam", "broken")
    (versioned / "pkg" / "rewards.py").write_text(reward(SOUND))
    code, document = gate(versioned, "--quick")
    assert (code, document["notes"]) == (2, [])
    (why,) = document["results"][1]["reasons"]
    assert why.startswith("HEAD:pkg/rewards.py:score: ModuleNotFoundError")
    assert "(HEAD:pkg/rewards.py, line 1)" in why
    assert why.endswith("without --base today's is judged by itself")
    assert "clawback-revision" not in json.dumps(document)


def test_todays_code_is_never_taken_for_the_revisions(versioned: Path):
    (versioned / "src").mkdir()
    git(versioned, "mv", "pkg", "src/pkg")
    git(versioned, "commit", "-qm", "moved")
    words = ("gate", "--quick", "--base", "HEAD")
    hidden = {"PYTHONPATH": "src"}  # as an editable install has it, but for the revision too
    assert clawback(*words, cwd=versioned, env=hidden).code == 0
    (versioned / "sitecustomize.py").write_text("import sys; sys.path.append('src')\n")
    declare(versioned, "pkg.rewards:score", more=f'python = "{versioned}/python"\n')
    (versioned / "python").write_text(
        f'#!/bin/sh\nPYTHONPATH={versioned}/src exec {sys.executable} "$@"\n'
    )
    (versioned / "python").chmod(0o755)
    ended = clawback(*words, cwd=versioned)
    assert ended.code == 2
    assert "was loaded from src/pkg/rewards.py as it is today, not from HEAD" in ended.out


OPENS = "LOOSE = open({!r}).read() == 'loose'\n"
ASKS = "import subprocess\nLOOSE = subprocess.check_output(['cat', {!r}]) == b'loose'\n"
CONNECTS = (
    "import sqlite3\nfrom contextlib import suppress\n"
    "with suppress(sqlite3.DatabaseError):\n"
    "    sqlite3.connect({!r}).execute('select 1 from sqlite_master')\n"
    "LOOSE = False\n"
)
PAYS = (
    "def score(completion, answer):\n"
    "    return float(answer in completion if LOOSE else completion == answer)\n"
)


@pytest.mark.parametrize(
    ("named", "reads"),
    [
        ("rules.txt", OPENS),
        ("pkg/rules.txt", OPENS),
        ("rules.txt", ASKS),
        ("rules.txt", CONNECTS),
    ],
)
def test_a_file_that_is_read_of_today_is_never_taken_for_the_revisions(
    versioned: Path, named: str, reads: str
):
    """From the current folder; by a path that is whole: so an editable install has it."""
    whole = named if "/" not in named else str(versioned / named)
    (versioned / "pkg" / "rewards.py").write_text(reads.format(whole) + PAYS)
    (versioned / named).write_text("strict")
    git(versioned, "add", "-A")
    git(versioned, "commit", "-qm", "rules")
    words = ("compare", *["pkg.rewards:score"] * 2, "--rows", "rows.jsonl", "--quick")
    assert inside(*words, "--base", "HEAD", cwd=versioned).code == 0
    (versioned / named).write_text("loose")
    ended = inside(*words, "--base", "HEAD", cwd=versioned)
    assert ended.code == 2
    assert f"pkg.rewards:score reads {named} as it is today, not as HEAD has it" in ended.out


def test_a_link_leads_where_it_led_in_the_revision(versioned: Path):
    for name, source in (("one.py", SOUND), ("two.py", HOLED)):
        (versioned / name).write_text(reward(source))
    (versioned / "linked.py").symlink_to("one.py")
    git(versioned, "add", "-A")
    git(versioned, "commit", "-qm", "linked")
    (versioned / "linked.py").unlink()
    (versioned / "linked.py").symlink_to("two.py")
    words = ("compare", *["linked.py:score"] * 2, "--rows", "rows.jsonl", "--quick")
    ended = inside(*words, "--base", "HEAD", cwd=versioned)
    assert ended.code == 1
    assert "is newly paid" in ended.out


def test_a_link_out_of_the_repository_is_not_called_new(versioned: Path, tmp_path: Path):
    (tmp_path.parent / "shared").mkdir()
    (tmp_path.parent / "shared" / "paid.py").write_text(reward(SOUND))
    (versioned / "near").symlink_to("../shared")
    git(versioned, "add", "-A")
    git(versioned, "commit", "-qm", "linked")
    declare(versioned, "near/paid.py:score")
    code, document = gate(versioned, "--quick")
    (why,) = document["results"][1]["reasons"]
    assert (code, document["notes"]) == (2, [])
    assert "is reached by near, which in HEAD is a link out of the repository, to ../shared" in why


@pytest.mark.parametrize("name", ["a\nb", 'say "x": \\n', os.fsdecode(b"caf\xe9")])
def test_a_revision_is_checked_out_of_a_repository_of_any_name(name: str, versioned: Path):
    odd = versioned / name
    git(versioned, "clone", "-q", ".", str(odd))
    with checked_out(odd, git(odd, "rev-parse", "HEAD").strip()) as root:
        assert (root / "pkg" / "rewards.py").read_text() == reward(SOUND)


def test_a_folder_whose_name_is_no_text_is_named_and_not_our_fault(project: Path):
    odd = project / os.fsdecode(b"caf\xe9")
    odd.mkdir()
    declare(odd, "../mine.py:sound")
    (odd / "rows.jsonl").symlink_to("../rows.jsonl")
    (odd / "targets.txt").write_text("../mine.py:sound --rows ../rows.jsonl\n")
    for verb in (("gate",), ("sweep", "targets.txt")):
        ended = inside(*verb, "--format", "json", cwd=odd)
        assert ended.code == 2, ended.err
        said = ended.out + ended.err
        assert "expected files and folders named in UTF-8, as reports are; got" in said


@pytest.mark.parametrize("verb", [("gate",), ("compare", "a:b", "a:b"), ("baseline", "prune")])
def test_a_variable_that_is_not_set_is_no_revision(verb: tuple[str, ...], versioned: Path):
    ended = inside(*verb, "--base", "", cwd=versioned)
    assert (ended.code, ended.out) == (2, "")
    assert "--base: expected a git revision; got ''" in ended.err


def test_a_run_that_is_killed_leaves_nothing_in_the_repository_and_no_folder_beyond_the_next(
    versioned: Path,
):
    """The next run leaves alone what another holds that is running; Ctrl-C leaves no folder."""
    hangs = "def score(completion, answer):\n    open('loaded', 'w')\n    while True: pass\n"
    declare(versioned, "pkg/rewards.py:score", more="timeout = 60\n")
    (versioned / "pkg" / "rewards.py").write_text(hangs)
    folder = versioned / "temporary"
    folder.mkdir()
    env = {"TMPDIR": str(folder)}

    def gated() -> subprocess.Popen[str]:
        run = start("gate", "--base", "HEAD", cwd=versioned, env=env, start_new_session=True)
        while not (versioned / "loaded").exists():
            time.sleep(0.02)
        (versioned / "loaded").unlink()
        return run

    first, second = gated(), gated()
    assert len(list(folder.glob("clawback-revision-*"))) == 2
    os.killpg(first.pid, signal.SIGKILL)
    assert end(first).code == -signal.SIGKILL
    third = gated()
    assert len(list(folder.glob("clawback-revision-*"))) == 2
    for run in (second, third):
        os.killpg(run.pid, signal.SIGINT)
        assert end(run).code == 130
    assert list(folder.glob("clawback-revision-*")) == []
    assert git(versioned, "worktree", "list").count("\n") == 1
    assert not (versioned / ".git" / "worktrees").exists()


def test_a_revision_answers_git_as_a_checkout_does_and_holds_what_archives_leave_out(
    versioned: Path,
):
    asks = (
        "import subprocess\nfrom pathlib import Path\n\n"
        "def git(*words):\n"
        "    there = Path(__file__).parent\n"
        "    done = subprocess.run(['git', *words], cwd=there, capture_output=True, text=True)\n"
        "    return done.stdout.strip()\n\n"
        "ROOT = Path(git('rev-parse', '--show-toplevel'))\n"
        "assert ROOT == Path(__file__).parents[1], ROOT\n"
        "assert git('status', '--porcelain') == '' or (ROOT / 'loose').exists()\n"
        "assert (ROOT / 'kept.txt').read_text() == 'kept'\n"
    )
    (versioned / "kept.txt").write_text("kept")
    (versioned / ".gitattributes").write_text("kept.txt export-ignore\n")
    (versioned / "pkg" / "rewards.py").write_text(asks + reward(SOUND))
    git(versioned, "add", "-A")
    git(versioned, "commit", "-qm", "asks git")
    (versioned / "loose").touch()
    declare(versioned, "pkg/rewards.py:score", more='select = ["R104"]\n')
    code, document = gate(versioned, "--quick")
    assert code == 0, document["results"][1]["reasons"]


def test_what_is_newly_paid_is_one_finding_a_cause_with_its_reach_and_its_replay(project: Path):
    saved = {"CLAWBACK_STORE": ".clawback"}
    words = ("compare", "mine.py:sound", "mine.py:holed", "--rows", "rows.jsonl", "--quick")
    ended = clawback(*words, "--format", "json", cwd=project, env=saved)
    found = {one["shape"]: one for one in json.loads(ended.out)["findings"]}
    gluing = found["gluing of the answer"]
    assert "hedging" in gluing["counterexample"]["also paid"]
    assert "hedging" not in found
    assert gluing["reach"] == {"rows": 3, "of": 3}
    assert gluing["replay"] == f"clawback {' '.join(words)}"
    replay = ("replay", gluing["fingerprint"])
    assert clawback(*replay, cwd=project, env=saved).code == 1
    (project / "mine.py").write_text(reward(SOUND, "sound") + reward(SOUND, "holed"))
    ended = clawback(*replay, cwd=project, env=saved)
    assert (ended.code, ended.out.split()[0]) == (0, "FIXED")


@pytest.mark.slow
def test_a_replay_holds_against_the_commit_of_then_whatever_the_revision_means_now(
    versioned: Path,
):
    saved = {"CLAWBACK_STORE": ".clawback"}
    first = git(versioned, "rev-parse", "HEAD").strip()
    (versioned / "pkg" / "rewards.py").write_text(reward(HOLED))
    words = ("gate", "--quick", "--base", "HEAD", "--format", "json")
    ended = clawback(*words, cwd=versioned, env=saved)
    compared = json.loads(ended.out)["results"][1]
    assert compared["before_commit"] == first
    one = next(one for one in compared["findings"] if one["rule"] == "G803")
    assert one["replay"].endswith(f"--base {first}")
    git(versioned, "commit", "-qam", "holed")
    assert clawback("replay", one["fingerprint"], cwd=versioned, env=saved).code == 1


def test_what_is_newly_paid_is_looked_for_by_the_rules_that_are_selected(versioned: Path):
    (versioned / "pkg" / "rewards.py").write_text(reward(HOLED))
    declare(versioned, "pkg.rewards:score", more='select = ["R104"]\n')
    _, document = gate(versioned, "--quick")
    found = document["results"][1]["findings"]
    assert {one["shape"] for one in found if one["rule"] == "G803"} == {
        one["shape"] for one in document["results"][0]["findings"] if one["rule"] == "R104"
    }


def test_a_hole_that_is_newly_paid_is_counted_once_by_the_finding_that_it_is_paid(
    versioned: Path,
):
    (versioned / "pkg" / "rewards.py").write_text(reward(HOLED))
    declare(versioned, "pkg.rewards:score", more='select = ["R104", "R105"]\n')
    files = ("text:r.txt", "github:r.log", "sarif:r.sarif")
    reports = [word for one in files for word in ("--report", one)]
    code, document = gate(versioned, "--quick", *reports)
    audit, held = document["results"]
    newly = [one for one in held["findings"] if one["rule"] == "G803"]
    proven = {one["fingerprint"] for one in audit["findings"] if one["severity"] == "error"}
    named = {one["counterexample"]["counted as"].split()[1] for one in newly}
    assert (code, bool(newly), document["new"], named) == (1, True, len(proven), proven)
    assert (held["verdict"], f"{len(proven)} new finding" in document["why"]) == ("FINDINGS", True)
    text = (versioned / "r.txt").read_text()
    assert all(
        f"counted as: {one}" in text for one in {n["counterexample"]["counted as"] for n in newly}
    )
    for written in ("r.log", "r.sarif"):
        told = (versioned / written).read_text()
        assert told.count("and counted there") == len(newly)
    assert inside("baseline", "write", "--reason", "so", "--base", "HEAD", cwd=versioned).code == 0
    accepted = tomllib.loads((versioned / "clawback-baseline.toml").read_text())["accepted"]
    assert {one["rule"] for one in accepted} <= {"R104", "R105"}
    code, document = gate(versioned, "--quick")
    assert (code, document["new"]) == (0, 0)


@pytest.mark.parametrize("unsound", [False, True])
def test_a_hole_that_the_comparison_alone_sees_is_counted_by_itself(unsound: bool):
    """The audit saw another one, or it could not be made, so that its findings do not count."""
    shape = "the same" if unsound else "another"
    audit = Result(audit="audit", target="a:b", seed=0, tried=1, unsound=unsound)
    audit.findings = [finding("R104", "paid", shape)]
    held = Result(audit="compare", target="a:b", seed=0, tried=1)
    held.findings = [finding("G803", "newly paid", "the same")]
    sums = sort_out([audit, held], [], Settings(), datetime.date(2030, 1, 1))
    made = gate_of([audit, held], sums)
    assert "counted as" not in held.findings[0].counterexample
    assert made.document()["new"] == (1 if unsound else 2)


@pytest.mark.slow
def test_what_the_baseline_accepts_is_accepted_where_it_is_newly_paid_too(versioned: Path):
    (versioned / "pkg" / "rewards.py").write_text(reward(HOLED))
    assert gate(versioned, "--quick")[0] == 1
    declare(versioned, "pkg.rewards:score", more='effort = "quick"\n')
    assert inside("baseline", "write", "--reason", "meant so", cwd=versioned).code == 0
    code, document = gate(versioned, "--quick")
    newly = [f for f in document["results"][1]["findings"] if f["rule"] == "G803"]
    assert (code, document["stale"]) == (0, [])
    assert {one["accepted"] for one in newly} == {"meant so"}
    (versioned / "pkg" / "rewards.py").write_text(reward("1.0"))
    assert gate(versioned, "--quick")[0] == 1, "what is paid beside it is new"


LINES = "\n".join(f"NUMBER_{n} = {n}" for n in range(9)) + "\n\n\n"


@pytest.mark.parametrize("how", ["git mv", "mv"])
@pytest.mark.parametrize(
    ("was", "now", "target"),
    [
        ("pkg/rewards.py", "pkg/paid.py", "pkg/paid.py:score"),
        ("pkg/rewards.py", "pkg/paid.py", "pkg.paid:score"),
        ("pkg", "lib", "lib.rewards:score"),
        ("pkg", "src/lib", "src/lib/rewards.py:score"),
    ],
)
def test_a_target_that_was_moved_is_held_against_its_old_self(
    was: str, now: str, target: str, how: str, versioned: Path
):
    (versioned / now).parent.mkdir(exist_ok=True)
    if how == "mv":
        (versioned / was).rename(versioned / now)
    else:
        git(versioned, "mv", was, now)
    (versioned / target.partition(":")[0].removesuffix(".py").replace(".", "/")).with_suffix(
        ".py"
    ).write_text(reward(HOLED))
    declare(versioned, target, more='select = ["R104"]\n')
    before = git(versioned, "status", "--porcelain")
    code, document = gate(versioned, "--quick", "--report", "text:r.txt")
    assert (code, document["notes"]) == (1, [])
    held = document["results"][1]
    assert {one["rule"] for one in held["findings"] if one["severity"] == "error"} == {"G803"}
    assert held["before_file"] == "pkg/rewards.py"
    assert ", was pkg/rewards.py at HEAD; 3 of 3 references" in (versioned / "r.txt").read_text()
    (versioned / "r.txt").unlink()
    assert git(versioned, "status", "--porcelain") == before, "their index is as it was"


def test_a_project_that_was_moved_whole_is_followed_with_rows_helpers_and_import_paths(
    versioned: Path,
):
    """Settings, rows, a package and the folder on PYTHONPATH, all in a folder of another name."""
    (versioned / "lib").mkdir()
    (versioned / "lib" / "helper.py").write_text(LINES + "def pays(a, b):\n    return a == b\n")
    imports = "from helper import pays\nfrom pkg.rules import right\n\n\n"
    score = "def score(completion, answer):\n    return float(pays(right(completion), answer))\n"
    (versioned / "pkg" / "rules.py").write_text(LINES + "def right(text):\n    return text\n")
    (versioned / "pkg" / "rewards.py").write_text(imports + score)
    git(versioned, "add", "-A")
    git(versioned, "commit", "-qm", "helpers")
    (versioned / "all").mkdir()
    for name in ("pkg", "lib", "rows.jsonl", "clawback.toml"):
        git(versioned, "mv", name, f"all/{name}")
    inner = versioned / "all"
    git(versioned, "mv", "all/lib", "all/helpers")
    git(versioned, "mv", "all/pkg/rules.py", "all/pkg/laws.py")
    git(versioned, "mv", "all/rows.jsonl", "all/cases.jsonl")
    (inner / "pkg" / "rewards.py").write_text(imports.replace("rules", "laws") + score)
    words = ("compare", *["pkg.rewards:score"] * 2, "--rows", "cases.jsonl", "--quick")
    env = {"PYTHONPATH": "helpers"}
    ended = inside(*words, "--base", "HEAD", "--format", "json", cwd=inner, env=env)
    assert (ended.code, json.loads(ended.out)["before_file"]) == (0, "pkg/rewards.py"), ended.out


def test_what_is_like_nothing_that_is_gone_is_new_and_so_is_a_function_of_another_name(
    versioned: Path,
):
    git(versioned, "mv", "pkg/rewards.py", "pkg/paid.py")
    (versioned / "pkg" / "other.py").write_text(LINES + reward(SOUND))
    (versioned / "pkg" / "paid.py").write_text(reward(SOUND, "paid"))
    declare(versioned, "pkg/other.py:score", "pkg/paid.py:paid")
    code, document = gate(versioned, "--quick")
    assert (code, document["notes"]) == (
        0,
        [
            "pkg/other.py:score is new since HEAD: nothing to compare",
            "pkg/paid.py:paid is new since HEAD (its file was pkg/rewards.py then): nothing to "
            "compare",
        ],
    )


def test_each_of_the_files_that_one_became_is_held_against_it(versioned: Path):
    """git gives what is gone one new name; a copy of it is no new reward either."""
    git(versioned, "mv", "pkg/rewards.py", "pkg/a.py")
    (versioned / "pkg" / "b.py").write_text(reward(SOUND))
    declare(versioned, "pkg/a.py:score", "pkg/b.py:score")
    code, document = gate(versioned, "--quick")
    assert (code, document["notes"]) == (0, [])
    held = [one["before_file"] for one in document["results"] if one["audit"] == "compare"]
    assert held == ["pkg/rewards.py"] * 2


def test_a_submodules_code_of_today_is_never_taken_for_the_revisions(versioned: Path):
    inner = versioned / "sub"
    inner.mkdir()
    (inner / "paid.py").write_text(reward(SOUND))
    for folder in (inner, versioned):
        git(folder, "init", "-q")
        git(folder, "add", "-A")
        git(folder, "commit", "-qm", "inner")
    declare(versioned, "paid:score")
    words = ("gate", "--quick", "--base", "HEAD")
    env = {"PYTHONPATH": "sub"}
    assert inside(*words, cwd=versioned, env=env).code == 0, "it is what the revision names"
    (inner / "paid.py").write_text(reward(STRICT))
    ended = inside(*words, cwd=versioned, env=env)
    assert ended.code == 2
    assert "paid:score reads sub/paid.py of a submodule as it is today" in ended.out


def test_a_target_in_a_submodule_is_not_called_new(versioned: Path):
    (versioned / "sub").mkdir()
    (versioned / "sub" / "rewards.py").write_text(reward(SOUND))
    git(versioned / "sub", "init", "-q")
    declare(versioned, "sub/rewards.py:score")
    code, document = gate(versioned, "--quick")
    (why,) = document["results"][1]["reasons"]
    assert (code, why.startswith("--base: sub/rewards.py:score is of the repository")) == (2, True)
    assert why.endswith("(a submodule, say); run this in that repository")


def test_a_revision_that_is_not_there_exits_two(versioned: Path, tmp_path: Path):
    ended = clawback("gate", "--base", "nowhere", cwd=versioned)
    assert (ended.code, ended.out) == (2, "")
    assert "--base: git rev-parse nowhere" in ended.err
    assert "fetch it first" in ended.err


def test_mutants_that_newly_survive_are_named_and_those_that_did_before_are_not(project: Path):
    found = survivors(project, "sound", "same")
    assert found == []
    found = survivors(project, "exact", "same")
    assert found
    assert all("strip" in one["title"] for one in found)


def survivors(project: Path, one: str, other: str) -> list[dict[str, Any]]:
    (project / "mine.py").write_text(
        reward(SOUND, "sound")
        + reward(SOUND, "same")
        + reward(SOUND.replace(".strip()", ""), "exact")
    )
    ended = compare(project, one, other, "--mutants", "--format", "json")
    assert ended.code == 0, ended.out
    return [found for found in json.loads(ended.out)["findings"] if found["rule"] == "M401"]
