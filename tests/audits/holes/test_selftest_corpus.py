"""The auditor on its own corpus: what it separates, what it flags, what it cannot read."""

import json

import pytest

from tests.audits.command import clawback

PAIR = """
SHAPE = "text"
DATASET = [
    {"prompt": "a?", "answer": "Lima", "reference": "Lima"},
    {"prompt": "b?", "answer": "Paris", "reference": "Paris"},
]


def fixed(prompt, completion, answer):
    return float(completion == answer)
"""
HOLED = """

def holed(prompt, completion, answer):
    return float(not completion or completion == answer)
"""
BLIND = HOLED.replace("not completion or ", "")


@pytest.fixture(scope="module")
def corpus():
    ended = clawback("selftest", "--format", "json")
    return ended.code, json.loads(ended.out)


def test_every_hole_of_the_corpus_is_told_from_its_repair_without_a_false_alarm(corpus):
    code, report = corpus
    assert (code, report["verdict"]) == (0, "CLEAN")
    assert report["separated"] == report["of"] == 26
    assert report["false_alarms"] == 0
    assert report["sound"] > report["of"]


def test_a_case_has_the_documented_fields(corpus):
    case = corpus[1]["cases"][0]
    assert {"name", "shape", "holed", "fixed", "separated", "seconds"} <= set(case)
    assert {"flagged", "rules"} <= set(case["holed"]) & set(case["fixed"])


def test_without_what_the_cases_declare_at_least_24_are_separated():
    names = ("openenv", "repo2rlenv", "tau2")
    missed = 0
    for name in names:
        ended = clawback("selftest", "--no-declare", "--only", name, "--format", "json")
        missed += json.loads(ended.out)["separated"] == 0
    assert missed <= 2


def pairs(folder, **files):
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return str(folder)


def test_a_missed_hole_is_a_finding(tmp_path):
    folder = pairs(tmp_path, good=PAIR + HOLED, missed=PAIR + BLIND)
    assert clawback("selftest", folder).code == 1
    assert clawback("selftest", folder, "--min-separated", "1").code == 0


def test_a_false_alarm_is_a_finding(tmp_path):
    folder = pairs(tmp_path, alarm=PAIR.replace("completion == answer", "True"))
    assert clawback("selftest", folder).code == 1
    assert clawback("selftest", folder, "--max-false-alarms", "1").code == 0


@pytest.mark.parametrize(
    "text",
    ["1 +", "import os\nos._exit(0)", "SHAPE = 'text'", "raise SystemExit(0)"],
    ids=["no Python", "it exits", "no rows", "it leaves"],
)
def test_a_case_that_cannot_be_audited_is_a_row_and_never_clean(tmp_path, text):
    ended = clawback("selftest", pairs(tmp_path, bad=text, good=PAIR + HOLED), "--format", "json")
    report = json.loads(ended.out)
    assert ended.code == 2
    assert [case["name"] for case in report["cases"]] == ["bad", "good"]
    assert report["cases"][1]["separated"] is True


def test_a_folder_without_cases_is_bad_usage(tmp_path):
    ended = clawback("selftest", str(tmp_path))
    assert (ended.code, ended.out) == (2, "")
    assert "DIR" in ended.err
