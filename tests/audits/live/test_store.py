"""What is on disk of a run: whole lines, one run a folder, nothing that ended is lost."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from audits.errors import CannotAuditError
from audits.live import Store, jobs
from audits.live.settings import Settings, settings
from audits.worlds import REFUND
from desk import Kind, died, read_rollout
from desk.refund import RefundRollout
from tests.audits.live.test_engine import CASES, made

THIS = settings(REFUND, CASES, "small", "http://host/v1", False, 12, None)
THREE = [made(job) for job in jobs(CASES, 1)[:3]]
SPOILT = replace(THREE[0], failure=died(Kind.TIMEOUT))
OWN = replace(THREE[1], failure=died(Kind.TURN_LIMIT), truncated=True)


def kept(folder: Path) -> list[RefundRollout]:
    lines = (folder / "rollouts.jsonl").read_bytes().splitlines()
    return [read_rollout(line, RefundRollout) for line in lines]


def test_a_rollout_is_on_disk_as_soon_as_it_is_added(tmp_path: Path):
    with Store(tmp_path / "a" / "run", THIS) as store:
        for count, rollout in enumerate(THREE, 1):
            store.add(rollout)
            assert kept(store.folder) == THREE[:count]


@pytest.mark.parametrize("cut", [1, 20, 3000])
def test_a_line_that_a_kill_has_cut_is_dropped_and_the_rest_goes_on(tmp_path: Path, cut: int):
    with Store(tmp_path, THIS) as store:
        store.add(THREE[0])
    whole = THREE[1].to_json() + b"\n"
    with (tmp_path / "rollouts.jsonl").open("ab") as file:
        file.write(whole[: min(cut, len(whole) - 1)])
    with Store(tmp_path, THIS) as store:
        assert store.done == {(THREE[0].case.id, 0)}
        store.add(THREE[1])
    assert kept(tmp_path) == THREE[:2]


def test_what_the_infrastructure_spoilt_is_set_aside_and_played_again(tmp_path: Path):
    with Store(tmp_path, THIS) as store:
        for rollout in (SPOILT, OWN, THREE[2]):
            store.add(rollout)
    with Store(tmp_path, THIS) as store:
        assert store.rollouts == [OWN, THREE[2]]
        store.add(THREE[0])
    assert kept(tmp_path) == [OWN, THREE[2], THREE[0]]
    (aside,) = (tmp_path / "spoilt.jsonl").read_bytes().splitlines()
    assert read_rollout(aside, RefundRollout) == SPOILT


def test_a_folder_has_one_writer(tmp_path: Path):
    with Store(tmp_path, THIS) as store:
        store.add(SPOILT)
        with pytest.raises(CannotAuditError, match="another run is writing there"):
            Store(tmp_path, THIS)
    with Store(tmp_path, THIS), pytest.raises(CannotAuditError, match="another run"):
        Store(tmp_path, THIS)


@pytest.mark.parametrize("name", Settings.__struct_fields__)
def test_another_run_does_not_go_on_in_the_same_folder(tmp_path: Path, name: str):
    Store(tmp_path, THIS).__exit__()
    odd = {"hints": True, "max_turns": 3, "temperature": 0.5}.get(name, "other")
    with pytest.raises(CannotAuditError, match=f"it holds a run with {name} "):
        Store(tmp_path, replace(THIS, **{name: odd}))


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
    Store(tmp_path, THIS).__exit__()
    (tmp_path / file).write_text(text)
    with pytest.raises(CannotAuditError, match=named):
        Store(tmp_path, THIS)


def test_a_place_where_nothing_can_be_written_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotAuditError, match="file: cannot write there"):
        Store(tmp_path / "file", THIS)


def test_what_is_within_fewer_repeats_is_told_in_order(tmp_path: Path):
    planned = [made(job) for job in jobs(CASES, 2)]
    with Store(tmp_path, THIS) as store:
        for rollout in planned[::-1][:40]:
            store.add(rollout)
        assert len(store.within(2)) == 40
        assert [r.case.id for r in store.within(1)] == sorted(r.case.id for r in planned[24:32])


def test_a_full_disk_is_told_with_the_way_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def full(_file: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with Store(tmp_path, THIS) as store:
        store.add(THREE[0])
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(CannotAuditError, match="No space left on device; make room"):
            store.add(THREE[1])
        assert store.rollouts == THREE[:1]
