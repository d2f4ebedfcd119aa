"""`clawback gate` and `clawback baseline` in a project: what counts, what is accepted."""

from __future__ import annotations

import json
import os
import signal
import time
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from audits.errors import CannotAuditError
from audits.settings import read_settings
from tests.audits.command import Ended, clawback, end, inside, start
from tests.audits.snapshot import matches, uncounted

REWARDS = """
def holed(completion, answer):
    return float(answer in completion)

def sound(completion, answer):
    return float(completion.strip() == answer)

def lenient(completion, answer):
    return float(completion.rstrip(".") == answer)

def failing(completion, answer):
    return float(completion.strip() == answer)

def hangs(completion, answer):
    open("loaded", "w").close()
    while True:
        pass
"""
ROWS = [{"question": f"{at} + {at}?", "answer": str(2 * at)} for at in range(10, 13)]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(REWARDS)
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    return tmp_path


def settings(project: Path, *names: str, more: str = "", own: str = "") -> None:
    targets = (
        f'[[tool.clawback.targets]]\ntarget = "mine.py:{name}"\nrows = "rows.jsonl"\n{own}'
        for name in names
    )
    text = f"[tool.clawback]\n{more}\n{''.join(targets)}"
    (project / "pyproject.toml").write_text(text)


def gate(project: Path, *words: str, **env: str) -> Ended:
    return inside("gate", *words, cwd=project, env=env)


R104 = 'select = ["R104"]\n'


def test_findings_exit_one_and_a_sound_reward_zero_as_their_snapshots_show(project: Path):
    settings(project, "holed", "sound", own=R104)
    for name, code, words in (
        ("gate-findings", 1, ()),
        ("gate-clean", 0, ("--target", "mine.py:sound")),
        ("gate-exit-zero", 0, ("--exit-zero", "--format", "github")),
    ):
        ended = clawback("gate", *words, cwd=project)
        matches(name, ("gate", *words), uncounted(ended))
        assert ended.code == code


def test_a_target_that_will_not_load_exits_two_and_the_others_are_audited(project: Path):
    settings(project, "nobody", "sound", own=R104)
    ended = gate(project, "--format", "json")
    document = json.loads(ended.out)
    assert (ended.code, document["verdict"]) == (2, "INCONCLUSIVE")
    assert [one["verdict"] for one in document["results"]] == ["INCONCLUSIVE", "CLEAN"]
    assert gate(project, "--exit-zero").code == 2


def test_of_several_that_could_not_be_judged_each_says_why(project: Path):
    settings(project, "nobody", "noone", own=R104)
    ended = gate(project, "--report", "github:r")
    for told in (ended.out, (project / "r").read_text()):
        assert (told.count("no 'nobody'"), told.count("no 'noone'")) == (1, 1)
    assert "; 2 could not be judged" in ended.out


def test_what_is_proven_comes_before_what_could_not_be_audited(project: Path):
    settings(project, "nobody", "holed", own=R104)
    assert gate(project).code == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no settings: expected clawback.toml"),
        ("[tool.clawback]\nseed = 1\n", "nothing is declared"),
        ("[tool.clawback]\nfail-onn = 'note'\n", "Did you mean 'fail-on'?"),
        ("[[tool.clawback.targets]]\ntarget = 'a:b'\nrow = 'x'\n", "targets 1, key: expected one"),
        ("[tool.clawback]\nseed = 'one'\n", "seed: expected a whole number from 0 on; got 'one'"),
        (
            "[[tool.clawback.targets]]\ntarget = 'a:b'\neffort = 'quik'\n",
            "a:b, effort: expected one of normal, quick, thorough; got 'quik'. Did you mean",
        ),
        ("[tool.clawback]\ntargets = 3\n", "expected [[tool.clawback.targets]] tables"),
        ("[tool.clawback\n", "not TOML"),
        ("[[tool.clawback.suppress]]\nrule = 'R'\nreason = ' '\n", "reason: expected why"),
        ("[[tool.clawback.suppress]]\nrule = 'R'\n", "missing required field `reason`"),
        ("[[tool.clawback.scorers]]\nscorer='hardened'\naudits=['edit']\n", "Did you mean 'edits'"),
        (
            "[[tool.clawback.scorers]]\nscorer='hardened'\naudits=[]\n",
            "audits: expected at least one",
        ),
        ("[[tool.clawback.suppress]]\nrule = ''\nreason = 'x'\n", "rule: expected one of A101"),
        ("[[tool.clawback.suppress]]\nrule = 'Q1'\nreason = 'x'\n", "rule: expected one of A101"),
        ("[[tool.clawback.targets]]\ntarget = 'a\\n::error::b'\n".replace("'", '"'), "printable"),
        ("[tool.clawback]\nbaseline = ''\n", "baseline: expected printable text; got ''"),
        ("[tool]\nclawback = false\n", "expected a table [tool.clawback]; got False"),
        ("tool = 3\n", "no settings: expected clawback.toml"),
        (f"[tool.clawback]\nseed = {'9' * 5000}\n", "not TOML: Exceeds the limit"),
        (f"[tool.clawback]\nx = {'[' * 3000}{']' * 3000}\n", "not TOML: maximum recursion"),
    ],
)
def test_settings_that_make_no_sense_exit_two_naming_key_and_remedy(
    text: str, told: str, project: Path
):
    (project / "pyproject.toml").write_text(text)
    ended = gate(project)
    assert (ended.code, ended.out) == (2, "")
    assert told in ended.err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[tool.clawback]\nseed = -1\n", "seed: expected a whole number from 0 on; got -1"),
        (
            "[tool.clawback]\nfail-on = 'erorr'\n",
            "fail-on: expected one of error, warning, note; got 'erorr'. Did you mean 'error'?",
        ),
        (
            "[tool.clawback]\nmax-cheat-ceiling = 20\n",
            "max-cheat-ceiling: expected a number from 0 to 1; got 20",
        ),
        (
            "[[tool.clawback.targets]]\ntarget = 'a:b'\n"
            "[[tool.clawback.targets]]\ntarget = 'a:b'\ntimeout = 'long'\n",
            "targets 2, timeout: expected a number from 0.01 to 86400; got 'long'",
        ),
        (
            "[[tool.clawback.targets]]\ntarget = 'a:b'\ntimeout = nan\n",
            "timeout: expected a number from 0.01 to 86400; got nan",
        ),
        (
            "[[tool.clawback.targets]]\ntarget = 'a:b'\nselect = ['R1', 3]\n",
            "targets 1, select 2: expected a text in quotes",
        ),
        (
            "[[tool.clawback.targets]]\ntarget = 'a:b'\nselect = 'R1'\n",
            "targets 1, select: expected a list, [...], of which each is a text in quotes",
        ),
        (
            "[[tool.clawback.targets]]\ntarget = 'a:b'\nmap = {a = 1}\n",
            "targets 1, map: expected a table, of which each value is a text in quotes",
        ),
        (
            "[[tool.clawback.suppress]]\nrule = 'R'\nreason = 'x'\nexpires = 'soon'\n",
            "suppress 1, expires: expected a day, YYYY-MM-DD, without quotes; got 'soon'",
        ),
    ],
)
def test_a_value_that_does_not_fit_is_named_with_its_key_and_what_was_expected(
    text: str, told: str, project: Path
):
    (project / "pyproject.toml").write_text(text)
    with pytest.raises(CannotAuditError) as refused:
        read_settings(project / "pyproject.toml")
    assert told in str(refused.value)


def test_settings_of_a_file_of_their_own_are_spelled_as_they_stand_in_it(project: Path):
    for name, table in (("clawback.toml", "targets"), ("pyproject.toml", "tool.clawback.targets")):
        path = project / name
        path.write_text("" if name == "clawback.toml" else "[tool.clawback]\n")
        ended = gate(project, "--config", name)
        assert (ended.code, ended.out) == (2, "")
        assert f"nothing is declared: {name} needs [[{table}]] with target and rows" in ended.err
        path.write_text(f"{path.read_text()}targets = 3\n")
        with pytest.raises(CannotAuditError, match=rf"expected \[\[{table}\]\] tables"):
            read_settings(path)


def test_a_target_of_another_name_exits_two(project: Path):
    settings(project, "sound")
    ended = gate(project, "--target", "mine.py:soun")
    assert ended.code == 2
    assert "Did you mean 'mine.py:sound'?" in ended.err


def test_ctrl_c_exits_130_and_shows_what_was_finished(project: Path):
    settings(project, "nobody", "sound", "hangs", own=f"{R104}timeout = 60\n")
    words = ("gate", "--report", "junit:r.xml")
    run = start(*words, cwd=project, start_new_session=True, env={"CLAWBACK_STORE": "kept"})
    wait_for(project / "loaded")
    os.killpg(run.pid, signal.SIGINT)
    ended = end(run)
    assert ended.code == 130
    assert "mine.py:sound" in ended.out
    assert "INTERRUPTED: 2 audits, 0 new findings, 0 accepted; then interrupted, so" in ended.out
    cases = ElementTree.parse(project / "r.xml").findall(".//testcase[@name='INTERRUPTED']/error")
    assert [one.get("message", "").split(":")[0] for one in cases] == ["INTERRUPTED"]


def wait_for(path: Path) -> None:
    """Wait until the reward that hangs has been called: it makes a file."""
    while not path.exists():
        time.sleep(0.02)


def test_settings_are_found_upward_and_paths_are_told_from_their_folder(project: Path):
    settings(project, "sound", own=R104)
    (project / "inner").mkdir()
    ended = clawback("gate", "--report", "json:r.json", cwd=project / "inner")
    assert ended.code == 0, ended.err
    assert json.loads((project / "inner" / "r.json").read_text())["settings"] == "pyproject.toml"


def test_the_command_line_goes_before_the_environment_and_that_before_the_file(project: Path):
    settings(project, "sound", more="seed = 3", own=R104)

    def seed(*words: str, **env: str) -> int:
        return json.loads(gate(project, "--format", "json", *words, **env).out)["seed"]

    assert (seed(), seed(CLAWBACK_SEED="4"), seed("--seed", "5", CLAWBACK_SEED="4")) == (3, 4, 5)
    words = ("audit", "mine.py:sound", "--rows", "rows.jsonl", "--select", "R104")
    ended = clawback(*words, cwd=project, env={"CLAWBACK_FORMAT": "json"})
    assert json.loads(ended.out)["seed"] == 3, "other verbs take the file's defaults too"


def test_a_number_over_its_limit_is_a_finding_and_one_that_was_not_measured_is_no_pass(
    project: Path,
):
    settings(project, "holed", more="max-cheat-ceiling = 0.5", own=R104)
    ended = gate(project)
    assert ended.code == 1
    assert "G801" in ended.out
    settings(project, "sound", more="max-dead-rollout-pay = 0.0", own=R104)
    ended = gate(project)
    assert ended.code == 2
    assert "dead_rollout_pay was not measured" in ended.out


def test_numbers_are_the_rewards_whatever_rules_are_selected(project: Path):
    settings(project, "holed", more="max-cheat-ceiling = 0.5", own='select = ["D"]\n')
    ended = gate(project, "--quick", "--format", "json")
    (result,) = json.loads(ended.out)["results"]
    assert (ended.code, result["numbers"]["cheat_ceiling"]) == (1, 1.0)
    assert [found["rule"] for found in result["findings"]] == ["G801"]


def test_a_report_of_a_gate_that_could_not_run_is_where_it_was_asked_for(project: Path):
    settings(project, "sound", more="baseline = 'odd.toml'")
    (project / "odd.toml").write_text("[[[")
    (project / "below").mkdir()
    ended = inside("gate", "--report", "json:told.json", cwd=project / "below")
    assert ended.code == 2
    assert (project / "below" / "told.json").exists()
    assert not (project / "told.json").exists()


def test_a_reason_of_several_lines_makes_no_line_of_its_own(project: Path):
    more = '[[tool.clawback.suppress]]\nrule = "R"\nreason = "known\\n::error::forged\\u001b[1m"\n'
    settings(project, "holed", own=R104 + more)
    for written in ("text", "junit", "markdown", "github"):
        ended = gate(project, "--quick", "--format", written)
        assert ended.code == 0
        assert "\x1b" not in ended.out
        assert not any(line.startswith("::error::forged") for line in ended.out.splitlines())


def test_what_is_accepted_with_a_reason_does_not_count_until_it_expires(project: Path):
    settings(project, "holed", own=R104)
    write = ("baseline", "write")
    assert inside(*write, cwd=project).code == 2, "a reason is needed"
    ended = inside(*write, "--reason", "a known 'hole'", "--expires", "2999-12-31", cwd=project)
    assert ended.code == 0
    ended = gate(project, "--format", "sarif")
    results = json.loads(ended.out)["runs"][0]["results"]
    assert ended.code == 0
    assert {one["suppressions"][0]["justification"] for one in results} == {"a known 'hole'"}
    path = project / "clawback-baseline.toml"
    path.write_text(path.read_text().replace("2999-", "1999-"))
    ended = gate(project)
    assert ended.code == 1
    assert "Expired, so that they count again" in ended.out


def test_what_is_accepted_and_gone_is_named_and_pruned(project: Path):
    settings(project, "holed", own=R104)
    assert inside("baseline", "write", "--reason", "known", cwd=project).code == 0
    (project / "mine.py").write_text(
        REWARDS.replace("answer in completion", "answer == completion")
    )
    ended = gate(project)
    assert ended.code == 0
    assert "Accepted, and gone" in ended.out
    ended = inside("baseline", "prune", cwd=project)
    assert (ended.code, "2 taken out" in ended.out) == (0, True)
    assert "Accepted, and gone" not in gate(project).out


def test_a_baseline_names_each_finding_that_it_accepts_keeps_and_takes_out(project: Path):
    settings(project, "holed", "failing", own=R104)
    words = ("--reason", "known\n  kept: forged", "--expires", "2999-12-31")
    ended = inside("baseline", "write", *words, cwd=project)
    found = json.loads(gate(project, "--format", "json").out)["results"][0]["findings"]
    because = " (known kept: forged, until 2999-12-31)"
    named = [f"{one['fingerprint']} R104 on mine.py:holed: {one['title']}" for one in found]
    assert ended.out.splitlines() == [
        "clawback-baseline.toml: 2 accepted, 0 taken out, 0 kept",
        *(f"  accepted: {one}{because}" for one in named),
    ]
    ended = inside("baseline", "write", *words, cwd=project)
    assert ended.out.splitlines()[1:] == [f"  kept: {one}{because}" for one in named]
    path = project / "clawback-baseline.toml"
    path.write_text(path.read_text().replace("2999-12-31", "1999-12-31", 1))
    ended = inside("baseline", "prune", cwd=project)
    assert ended.out.splitlines()[1:] == [
        f"  taken out: {named[0]} (known kept: forged, until 1999-12-31; expired)",
        f"  kept: {named[1]}{because}",
    ]
    (project / "mine.py").write_text(
        REWARDS.replace("answer in completion", "completion == answer")
    )
    ended = inside("baseline", "prune", cwd=project)
    shape = found[1]["shape"]
    assert ended.out.splitlines() == [
        "clawback-baseline.toml: 0 accepted, 1 taken out, 0 kept",
        f"  taken out: {found[1]['fingerprint']} R104 on mine.py:holed: {shape} "
        "(known kept: forged, until 2999-12-31; not found any more)",
    ]


def test_what_is_folded_under_another_cause_is_neither_gone_nor_pruned(project: Path):
    settings(project, "holed", own='effort = "quick"\nselect = ["R10"]\n')
    assert inside("baseline", "write", "--reason", "known", cwd=project).code == 0
    kept = (project / "clawback-baseline.toml").read_text()
    (project / "mine.py").write_text("def holed(completion, answer):\n    return 1.0\n")
    ended = gate(project)
    assert ended.code == 1
    assert "R106" not in ended.out.partition("Leads")[0], "all is folded under what needs less"
    assert "Accepted, and gone" not in ended.out
    assert inside("baseline", "prune", cwd=project).code == 0
    assert (project / "clawback-baseline.toml").read_text() == kept


def test_another_name_for_an_accepted_cause_is_not_new(project: Path):
    settings(project, "holed", own='effort = "quick"\n')
    assert inside("baseline", "write", "--reason", "known", cwd=project).code == 0
    path = project / "clawback-baseline.toml"
    entries = tomllib.loads(path.read_text())["accepted"]
    (cause,) = (one for one in entries if one.get("also"))
    other = cause["also"][0]
    text = path.read_text().replace(other, "@").replace(cause["fingerprint"], other)
    path.write_text(text.replace("@", cause["fingerprint"]))
    assert gate(project).code == 0


def test_what_was_not_tried_in_a_run_is_not_called_gone(project: Path):
    settings(project, "holed", own=R104)
    assert inside("baseline", "write", "--reason", "known", cwd=project).code == 0
    kept = (project / "clawback-baseline.toml").read_text()
    settings(project, "holed", own='select = ["R107"]\n')
    ended = gate(project)
    assert (ended.code, "Accepted, and not tried in this run" in ended.out) == (0, True)
    assert "Accepted, and gone" not in ended.out
    ended = inside("baseline", "prune", cwd=project)
    assert (ended.code, "so it stays" in ended.err) == (0, True)
    assert (project / "clawback-baseline.toml").read_text() == kept


def test_what_was_accepted_of_a_target_that_is_not_declared_here_is_named_and_stays(project: Path):
    settings(project, "holed", own=R104)
    assert inside("baseline", "write", "--reason", "known", cwd=project).code == 0
    settings(project, "sound", own=R104)
    assert gate(project).out.count("R104 on mine.py:holed") == 2
    ended = inside("baseline", "prune", cwd=project)
    assert (ended.code, "2 kept" in ended.out, "so it stays" in ended.err) == (0, True, True)


@pytest.mark.parametrize(
    ("day", "told"), [("2020-01-31", "which has passed"), ("31.1.2999", "expected YYYY-MM-DD")]
)
def test_a_last_day_that_is_none_or_has_passed_exits_two(day: str, told: str, project: Path):
    settings(project, "holed", own=R104)
    ended = inside("baseline", "write", "--reason", "known", "--expires", day, cwd=project)
    assert (ended.code, ended.out, told in ended.err) == (2, "", True)
    assert not (project / "clawback-baseline.toml").exists()


def test_a_baseline_that_was_interrupted_is_as_it_was(project: Path):
    settings(project, "hangs", own=f"{R104}timeout = 60\n")
    run = start("baseline", "prune", cwd=project, start_new_session=True)
    wait_for(project / "loaded")
    os.killpg(run.pid, signal.SIGINT)
    ended = end(run)
    assert (ended.code, "interrupted" in ended.err) == (130, True)
    assert not (project / "clawback-baseline.toml").exists()


def test_leads_are_named_and_table_and_verdict_say_the_same(project: Path):
    settings(project, "lenient", "failing", "nobody", own='select = ["R104", "N501"]\n')
    ended = gate(project)
    rows = {line.split()[0]: line.split()[3:] for line in ended.out.splitlines()[2:5]}
    assert rows["mine.py:lenient"] == ["0", "0", "2", "CLEAN"]
    lead = next(line for line in ended.out.splitlines() if "N501 note on mine.py:lenient" in line)
    assert rows["mine.py:nobody"] == ["0", "0", "0", "INCONCLUSIVE"]
    assert lead.split()[0].isalnum()
    assert ended.code == 2
    assert ended.out.count("there is no 'nobody' in it") == 1
    assert "mine.py:nobody: mine.py:nobody" not in ended.out, "said once"


def test_what_could_not_be_audited_stays_in_the_baseline(project: Path):
    settings(project, "holed", own=R104)
    assert inside("baseline", "write", "--reason", "known", cwd=project).code == 0
    kept = (project / "clawback-baseline.toml").read_text()
    (project / "mine.py").write_text("def holed(\n")
    assert inside("baseline", "prune", cwd=project).code == 2
    assert (project / "clawback-baseline.toml").read_text() == kept


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("accepted = 3", "accepted: expected a list"),
        ("[[accepted]]\nfingerprint = 'x'\n", "accepted 1: missing required field `rule`"),
        ("[[acepted]]\n", "key: expected one of accepted; got 'acepted'. Did you mean 'accepted'?"),
        ("[[accepted]]\nfingreprint = 'x'\n", "accepted 1, key: expected one of fingerprint, rule"),
        ("no toml", "not TOML"),
    ],
)
def test_a_baseline_that_makes_no_sense_exits_two(text: str, told: str, project: Path):
    settings(project, "sound", own=R104)
    (project / "clawback-baseline.toml").write_text(text)
    ended = gate(project)
    assert (ended.code, ended.out) == (2, "")
    assert "clawback-baseline.toml" in ended.err
    assert told in ended.err


def test_a_baseline_that_is_a_pipe_is_refused_and_not_waited_for(project: Path):
    settings(project, "sound", own=R104)
    os.mkfifo(project / "clawback-baseline.toml")
    ended = gate(project)
    assert (ended.code, ended.out) == (2, "")
    assert "expected a file; this is a folder, a pipe or a device" in ended.err


def test_what_was_not_checked_of_a_clean_reward_is_told(project: Path):
    rows = ({"question": f"{at}?", "answer": f"first\nsecond {at}"} for at in range(3))
    (project / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    settings(project, "sound")
    ended = gate(project, "--quick")
    assert ended.code == 0
    assert "Not checked:\n  audit of mine.py:sound: on 3 of 3 rows the answer" in ended.out


def test_a_suppressed_rule_does_not_count_and_an_unused_suppression_is_named(project: Path):
    rules = "".join(
        f'[[tool.clawback.suppress]]\nrule = "{rule}"\nreason = "why {rule}"\n'
        for rule in ("R104", "L3")
    )
    settings(project, "holed", own=R104)
    path = project / "pyproject.toml"
    path.write_text(path.read_text() + rules)
    ended = gate(project)
    assert ended.code == 0
    assert "L3 (why L3)" in ended.out
    assert "R104 (why R104)" not in ended.out


def test_scorers_of_our_own_desk_are_declared_with_their_audits(project: Path):
    (project / "clawback.toml").write_text(
        '[[scorers]]\nscorer = "published"\nrevert = ["no-dead-guard"]\ncases = "eval18"\n'
    )
    ended = gate(project, "--format", "json")
    (result,) = json.loads(ended.out)["results"]
    assert (ended.code, result["audit"]) == (1, "attack")
    assert {one["rule"] for one in result["findings"]} == {"A101"}
    assert all(one["id"] == one["fingerprint"] for one in result["findings"])
    for found in result["findings"]:
        assert found["counterexample"]["calls"], "what was done, call by call"
        assert result["references"][found["fingerprint"]], "beside what the reference does"
