"""What is on disk of a run: whole lines, one run a folder, nothing that ended is lost."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from audits.errors import CannotAuditError
from audits.live import Store, jobs
from audits.live.outcome import outcome
from audits.live.settings import MAY_CHANGE, Settings, settings
from audits.report.run_text import run_text
from audits.worlds import REFUND
from desk import Kind, died, read_rollout
from desk.refund import RefundRollout
from tests.audits.live.test_engine import CASES, THIS, made

THREE = [made(job) for job in jobs(CASES, 1)[:3]]
SPOILT = replace(THREE[0], failure=died(Kind.TIMEOUT))
OWN = replace(THREE[1], failure=died(Kind.TURN_LIMIT), truncated=True)


def kept(folder: Path) -> list[RefundRollout]:
    lines = (folder / "rollouts.jsonl").read_bytes().splitlines()
    return [read_rollout(line, RefundRollout) for line in lines]


def test_a_rollout_is_on_disk_as_soon_as_it_is_added(tmp_path: Path):
    with Store(tmp_path / "a" / "run", THIS, CASES) as store:
        for count, rollout in enumerate(THREE, 1):
            store.add(rollout)
            assert kept(store.folder) == THREE[:count]


@pytest.mark.parametrize("cut", [1, 20, 3000])
def test_a_line_that_a_kill_has_cut_is_dropped_and_the_rest_goes_on(tmp_path: Path, cut: int):
    with Store(tmp_path, THIS, CASES) as store:
        store.add(THREE[0])
    whole = THREE[1].to_json() + b"\n"
    with (tmp_path / "rollouts.jsonl").open("ab") as file:
        file.write(whole[: min(cut, len(whole) - 1)])
    with Store(tmp_path, THIS, CASES) as store:
        assert store.done == {(THREE[0].case.id, 0)}
        store.add(THREE[1])
    assert kept(tmp_path) == THREE[:2]


def test_what_the_infrastructure_spoilt_is_set_aside_and_played_again(tmp_path: Path):
    with Store(tmp_path, THIS, CASES) as store:
        for rollout in (SPOILT, OWN, THREE[2]):
            store.add(rollout)
    with Store(tmp_path, THIS, CASES) as store:
        assert store.rollouts == [OWN, THREE[2]]
        store.add(THREE[0])
    assert kept(tmp_path) == [OWN, THREE[2], THREE[0]]
    (aside,) = (tmp_path / "spoilt.jsonl").read_bytes().splitlines()
    assert read_rollout(aside, RefundRollout) == SPOILT


def test_a_folder_has_one_writer(tmp_path: Path):
    with Store(tmp_path, THIS, CASES) as store:
        store.add(SPOILT)
        with pytest.raises(CannotAuditError, match="another run is writing there"):
            Store(tmp_path, THIS, CASES)
    with Store(tmp_path, THIS, CASES), pytest.raises(CannotAuditError, match="another run"):
        Store(tmp_path, THIS, CASES)


@pytest.mark.parametrize("name", sorted({*Settings.__struct_fields__} - {*MAY_CHANGE}))
def test_another_run_does_not_go_on_in_the_same_folder(tmp_path: Path, name: str):
    Store(tmp_path, THIS, CASES).__exit__()
    odd = {"hints": True, "max_turns": 3, "temperature": 0.5}.get(name, "other")
    with pytest.raises(CannotAuditError, match=f"it holds a run with {name} "):
        Store(tmp_path, replace(THIS, **{name: odd}), CASES)


@pytest.mark.parametrize(
    ("file", "text", "named"),
    [
        ("rollouts.jsonl", "{}\n", "rollouts.jsonl, line 1: not a rollout"),
        ("rollouts.jsonl", "\n\nno\n", "rollouts.jsonl, line 3: not a rollout"),
        ("run.json", "{", "run.json: not the settings of a run"),
        ("run.json", '{"desk": 1}', "run.json: not the settings of a run"),
    ],
)
def test_a_folder_that_cannot_be_read_is_refused(tmp_path: Path, file: str, text: str, named: str):
    Store(tmp_path, THIS, CASES).__exit__()
    (tmp_path / file).write_text(text)
    with pytest.raises(CannotAuditError, match=named):
        Store(tmp_path, THIS, CASES)


def test_a_place_where_nothing_can_be_written_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotAuditError, match="file: cannot write there"):
        Store(tmp_path / "file", THIS, CASES)


def test_what_is_within_fewer_repeats_is_told_in_order(tmp_path: Path):
    planned = [made(job) for job in jobs(CASES, 2)]
    with Store(tmp_path, THIS, CASES) as store:
        for rollout in planned[::-1][:40]:
            store.add(rollout)
        assert len(store.within(2)) == 40
        assert [r.case.id for r in store.within(1)] == sorted(r.case.id for r in planned[24:32])


def test_a_full_disk_is_told_with_the_way_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with Store(tmp_path, THIS, CASES) as store:
        store.add(THREE[0])
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(CannotAuditError, match="No space left on device; make room"):
            store.add(THREE[1])
        assert store.rollouts == THREE[:1]
        monkeypatch.undo()
        with pytest.raises(CannotAuditError, match="make room"):
            store.add(THREE[2])
    with Store(tmp_path, THIS, CASES) as store:
        assert store.rollouts[0] == THREE[0]
        assert THREE[2] not in store.rollouts


def put(folder: Path, *rollouts: RefundRollout) -> None:
    """Write lines as somebody did who is not the store, below its settings."""
    Store(folder, THIS, CASES).__exit__()
    lines = b"".join(rollout.to_json() + b"\n" for rollout in rollouts)
    (folder / "rollouts.jsonl").write_bytes(lines)


def sourced(one: RefundRollout, **other: Any) -> RefundRollout:
    assert one.source is not None
    return replace(one, source=replace(one.source, **other))


OTHERS = {
    "model": (sourced(THREE[1], model="big"), "a rollout with model 'big', and this run has"),
    "harness": (sourced(THREE[1], harness="mine"), "a rollout with harness 'mine', and this"),
    "tasks": (sourced(THREE[1], tasks="refund train"), "a rollout with tasks 'refund train'"),
    "nobody": (replace(THREE[1], source=None), "does not say which model played it"),
    "repeat": (sourced(THREE[1], rollout=-1), "a rollout with repeat -1"),
    "case": (
        replace(THREE[1], case=replace(THREE[1].case, ticket="Pay.")),
        f"a rollout of case '{THREE[1].case.id}', which is not as this run has it",
    ),
    "spoilt": (sourced(SPOILT, model="big"), "a rollout with model 'big'"),
}


@pytest.mark.parametrize("what", OTHERS)
def test_a_line_of_another_run_is_refused_with_its_place_and_nothing_is_changed(
    tmp_path: Path, what: str
):
    other, named = OTHERS[what]
    put(tmp_path, THREE[0], other)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(CannotAuditError) as refused:
        Store(tmp_path, THIS, CASES)
    assert named in str(refused.value)
    assert "rollouts.jsonl, line 2: " in str(refused.value)
    assert str(refused.value).endswith("give another --out")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("line", [THREE[0], SPOILT], ids=["finished", "spoilt"])
def test_rollouts_without_the_settings_that_they_are_of_are_not_gone_on_with(
    tmp_path: Path, line: RefundRollout
):
    put(tmp_path, line)
    (tmp_path / "run.json").unlink()
    with pytest.raises(CannotAuditError, match=r"but no run\.json that says .* put that file back"):
        Store(tmp_path, THIS, CASES)
    assert not (tmp_path / "run.json").exists()


def test_lines_that_stand_twice_count_once_and_leave_the_file(tmp_path: Path):
    put(tmp_path, *THREE, *THREE, SPOILT, THREE[0])
    for _ in range(2):
        with Store(tmp_path, THIS, CASES) as store:
            assert store.rollouts == THREE
        assert kept(tmp_path) == THREE
    assert len((tmp_path / "spoilt.jsonl").read_bytes().splitlines()) == 1


def test_two_rollouts_of_one_attempt_are_refused_by_name(tmp_path: Path):
    put(tmp_path, *THREE, OWN)
    with pytest.raises(CannotAuditError) as refused:
        Store(tmp_path, THIS, CASES)
    case = THREE[1].case.id
    assert f"lines 2 and 4: two different rollouts of case {case}, repeat 0" in str(refused.value)
    assert kept(tmp_path) == [*THREE, OWN]


MOVED = replace(THIS, base_url="http://other/v1")


def settled(folder: Path) -> Settings:
    return msgspec.json.decode((folder / "run.json").read_bytes(), type=Settings)


@pytest.mark.parametrize("before", [[], [SPOILT]], ids=["nothing", "spoilt"])
def test_an_endpoint_is_corrected_where_none_has_finished_anything(
    tmp_path: Path, before: list[RefundRollout]
):
    put(tmp_path, *before)
    with Store(tmp_path, MOVED, CASES) as store:
        assert store.settings == MOVED
    assert settled(tmp_path) == MOVED


def test_an_endpoint_that_has_failed_may_be_served_elsewhere_and_is_kept_on_record(tmp_path: Path):
    put(tmp_path, OWN, SPOILT)
    both = replace(MOVED, earlier_urls=(THIS.base_url,))
    for _ in range(2):
        with Store(tmp_path, MOVED, CASES) as store:
            assert (store.settings, store.rollouts) == (both, [OWN])
        assert settled(tmp_path) == both
    with Store(tmp_path, THIS, CASES) as store:
        assert store.settings == replace(THIS, earlier_urls=(MOVED.base_url,))


def test_an_endpoint_that_has_not_failed_is_not_changed_for_another(tmp_path: Path):
    put(tmp_path, OWN)
    with pytest.raises(CannotAuditError, match="a run with base_url 'http://host/v1', this one"):
        Store(tmp_path, MOVED, CASES)
    assert settled(tmp_path) == THIS


def test_settings_stay_whole_when_writing_them_is_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    put(tmp_path, SPOILT)

    def killed(*_where: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", killed)
    with pytest.raises(KeyboardInterrupt):
        Store(tmp_path, MOVED, CASES)
    assert settled(tmp_path) == THIS
    assert kept(tmp_path) == [SPOILT]


def test_how_a_url_ends_makes_no_other_run():
    slashed = settings(REFUND, CASES, "small", "http://host/v1/", False, 12, None)
    assert slashed == THIS


def test_a_run_on_cases_of_a_users_own_says_how_they_are_checked_again():
    told = run_text(outcome([THREE[0]], 1, 0, False, THIS, "out", "my cases.jsonl"))
    assert "--plan out/plan.jsonl --cases 'my cases.jsonl'\n" in told
    assert "--cases" not in run_text(outcome([THREE[0]], 1, 0, False, THIS, "out"))


@pytest.mark.parametrize("text", [b"notes of mine", THREE[0].to_json()], ids=["notes", "a rollout"])
def test_a_file_that_is_of_no_run_keeps_its_last_line(tmp_path: Path, text: bytes):
    (tmp_path / "rollouts.jsonl").write_bytes(text)
    with pytest.raises(CannotAuditError, match=r"no run\.json that says what they are"):
        Store(tmp_path, THIS, CASES)
    assert (tmp_path / "rollouts.jsonl").read_bytes() == text


def test_what_is_refused_is_not_cut_either(tmp_path: Path):
    with Store(tmp_path, THIS, CASES) as store:
        store.add(THREE[0])
    path = tmp_path / "rollouts.jsonl"
    text = path.read_bytes().replace(THIS.model.encode(), b"other") + THREE[1].to_json()
    path.write_bytes(text)
    with pytest.raises(CannotAuditError, match="line 1: a rollout with model 'other'"):
        Store(tmp_path, THIS, CASES)
    assert path.read_bytes() == text


def test_a_file_that_is_taken_away_while_a_run_goes_on_is_put_back_whole(tmp_path: Path):
    with Store(tmp_path, THIS, CASES) as store:
        for rollout in THREE[:2]:
            store.add(rollout)
        (tmp_path / "rollouts.jsonl").unlink()
        store.add(THREE[2])
        assert kept(tmp_path) == THREE
        with pytest.raises(CannotAuditError, match="another run is writing there"):
            Store(tmp_path, THIS, CASES)


def test_a_file_that_is_put_in_its_place_is_left_alone_and_told(tmp_path: Path):
    with Store(tmp_path, THIS, CASES) as store:
        store.add(THREE[0])
        (tmp_path / "theirs").write_text("theirs")
        (tmp_path / "theirs").replace(tmp_path / "rollouts.jsonl")
        with pytest.raises(CannotAuditError, match=r"another file was put .* 1 rollouts were fini"):
            store.add(THREE[1])
    assert (tmp_path / "rollouts.jsonl").read_text() == "theirs"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("run.json", "expected a file with the settings"),
        ("rollouts.jsonl", "cannot write|is no file"),
    ],
)
def test_a_pipe_in_the_place_of_a_runs_file_is_refused(tmp_path: Path, name: str, told: str):
    os.mkfifo(tmp_path / name)
    with pytest.raises(CannotAuditError, match=told) as refused:
        Store(tmp_path, THIS, CASES)
    assert "None" not in str(refused.value)


def test_a_device_in_the_place_of_the_rollouts_is_refused(tmp_path: Path):
    (tmp_path / "rollouts.jsonl").symlink_to(os.devnull)
    with pytest.raises(CannotAuditError, match=r"rollouts\.jsonl is no file"):
        Store(tmp_path, THIS, CASES)
