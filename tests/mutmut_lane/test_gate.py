"""The mutmut lane's gate: nothing that mutmut leaves open passes, and an id lasts."""

from __future__ import annotations

import json

import pytest

from tests.mutmut_lane import gate
from tests.mutmut_lane.gate import lasting_id, main, read_accepted, results

SOURCE = """
def x_pay__mutmut_orig(a, b=1):
    return a + b
def x_pay__mutmut_1(a, b=2):
    return a + b
def x_pay__mutmut_2(a, b=1):
    return a - b
def xǁRewardǁpay__mutmut_orig(self):
    return 1
def xǁRewardǁpay__mutmut_1(self):
    return 2
"""
NAMES = ("toy.x_pay__mutmut_1", "toy.x_pay__mutmut_2", "toy.xǁRewardǁpay__mutmut_1")


@pytest.fixture
def lane(tmp_path):
    """Run the gate on these exit codes; gives its own."""

    def judge(*codes, patterns=(), accepted=""):
        (tmp_path / "toy.py").write_text(SOURCE, encoding="utf-8")
        results = dict(zip(NAMES, codes, strict=False))
        (tmp_path / "toy.py.meta").write_text(json.dumps({"exit_code_by_key": results}))
        (tmp_path / "accepted.toml").write_text(accepted)
        return main(list(patterns), tmp_path, tmp_path / "accepted.toml")

    judge.folder = tmp_path
    return judge


def ids(lane):
    lane(0, 0, 0)
    return [one.id for one in results(lane.folder)]


def entry(key, reason="it is so"):
    return f'[[accepted]]\nid = "{key}"\nreason = "{reason}"\n'


@pytest.mark.parametrize("code", [1, 3, 37, 36, 24, -24, 152, 255])
def test_what_was_noticed_passes(lane, capsys, code):
    assert lane(code, 1, 1) == 0
    assert capsys.readouterr().out.endswith("0 to look at\n")


@pytest.mark.parametrize("code", [0, 5, 33, None, 2, 34, 35, -11, -9, 99])
def test_what_survives_or_has_no_verdict_fails(lane, capsys, code):
    assert lane(1, code, 1) == 1
    assert f"{NAMES[1]}: " in capsys.readouterr().out


def test_no_mutant_at_all_is_no_pass(lane, tmp_path, capsys):
    assert main([], tmp_path / "nothing") == 2
    assert lane() == 2
    assert lane(1, 1, 1, patterns=["scorer.*"]) == 2
    assert "no mutant there" in capsys.readouterr().err


def test_an_accepted_survivor_passes_and_one_without_a_verdict_does_not(lane):
    first, second, _third = ids(lane)
    assert lane(0, 1, 1, accepted=entry(first)) == 0
    assert lane(33, 1, 1, accepted=entry(first)) == 0
    assert lane(0, 1, 1, accepted=entry(second)) == 1
    assert lane(None, 1, 1, accepted=entry(first)) == 1


def test_an_accepted_mutant_that_survives_no_more_fails_in_a_whole_run_only(lane, capsys):
    first = ids(lane)[0]
    assert lane(1, 1, 1, accepted=entry(first)) == 1
    assert "survives no more" in capsys.readouterr().out
    assert lane(1, 1, 1, accepted=entry(first), patterns=["toy.*"]) == 0


def test_patterns_choose_by_name(lane):
    assert lane(1, 0, 0, patterns=["toy.x_pay__mutmut_1"]) == 0
    assert lane(1, 0, 0, patterns=["toy.x_pay*"]) == 1


def test_an_id_depends_on_the_change_and_not_on_its_number():
    before = {"x_f__mutmut_orig": "def x_f__mutmut_orig(a):\n    return a + 1"}
    one = before | {"x_f__mutmut_1": "def x_f__mutmut_1(a):\n    return a - 1"}
    other = before | {"x_f__mutmut_7": "def x_f__mutmut_7(a):\n    return a - 1"}
    last = before | {"x_f__mutmut_1": "def x_f__mutmut_1(a):\n    return a"}
    assert lasting_id("m.x_f__mutmut_1", one) == lasting_id("m.x_f__mutmut_7", other)
    assert lasting_id("m.x_f__mutmut_1", one) != lasting_id("m.x_f__mutmut_1", last)
    assert lasting_id("m.x_f__mutmut_1", one) != lasting_id("n.x_f__mutmut_1", one)


def test_changed_defaults_and_methods_have_ids_of_their_own(lane):
    assert len(set(ids(lane))) == len(NAMES)


def test_the_same_change_in_two_places_has_two_ids(lane, monkeypatch):
    monkeypatch.setattr(gate, "lasting_id", lambda _name, _bodies: "feedfeed00")
    assert ids(lane) == ["feedfeed00", "feedfeed00-2", "feedfeed00-3"]


def test_an_entry_without_a_reason_is_refused(tmp_path):
    path = tmp_path / "accepted.toml"
    path.write_text(entry("feedfeed00", reason=""))
    with pytest.raises(SystemExit, match="expected id and reason"):
        read_accepted(path)
