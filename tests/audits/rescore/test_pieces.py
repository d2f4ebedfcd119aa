"""Files scored piece by piece: the same report whatever the pieces, and nothing lost or twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from audits.cli.output import Plain
from audits.cli.rescore import rescore
from audits.engines import Answer, Tasks, Work, here
from audits.errors import CannotAuditError
from audits.rescore import Wanted, pieces, rescored
from audits.rescore.repeats import PAGE, Repeats
from audits.store.cache import Cache
from tests.audits.command import clawback
from tests.audits.rescore.saved import WRITERS, lines, own, played


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every line is a piece."""
    monkeypatch.setattr(pieces, "SIZE", 1)


def ran(*paths: Path, **options: Any) -> dict[str, Any]:
    page = paths[0].with_name("report.json")
    rescore(list(paths), ["published", "refund"], format=Plain.JSON, output=page, **options)
    report: dict[str, Any] = json.loads(page.read_text())
    return report


@pytest.mark.parametrize("tool", WRITERS)
def test_a_report_is_the_same_whatever_the_pieces(
    tool: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = WRITERS[tool](tmp_path, played("reread-newkey", 2, 12))
    whole, records = ran(path, records=tmp_path / "whole"), (tmp_path / "whole").read_bytes()
    monkeypatch.setattr(pieces, "SIZE", 5_000)
    assert ran(path, records=tmp_path / "cut") == whole
    assert (tmp_path / "cut").read_bytes() == records


@pytest.mark.usefixtures("small")
def test_several_files_are_one_set_of_rollouts(tmp_path: Path):
    made = played("naive", 2, 6)
    whole = ran(own(tmp_path, made))
    some = [lines(tmp_path / f"{n}.jsonl", made[n::3]) for n in range(3)]
    report = ran(*some)
    assert report["file"] == "0.jsonl, 1.jsonl, 2.jsonl"
    totals = [[table["rows"][0] for table in one["tables"]] for one in (report, whole)]
    assert totals[0] == totals[1]
    with pytest.raises(CannotAuditError, match=r"more\.jsonl: rollout 0 .* stands there 2 times"):
        ran(some[0], some[1], lines(tmp_path / "more.jsonl", made[:1]), some[2])


@pytest.mark.usefixtures("small")
def test_what_is_wrong_far_down_is_named_by_its_line(tmp_path: Path):
    path = own(tmp_path, played("careful", 1, 5))
    rows = path.read_text().splitlines()
    for text, named in (
        ("{", "line 6: "),
        (rows[3], "rollout 0 of case 'dupticket-02' stands there 2 times"),
        ('{"case": "timeout-01", "messages": []}', "expected one format, got clawback and chat"),
    ):
        path.write_text("\n".join([*rows[:4], "", text, rows[4]]))
        with pytest.raises(CannotAuditError) as refused:
            ran(path)
        assert named in str(refused.value)


@pytest.mark.usefixtures("small")
def test_a_run_that_is_killed_goes_on_where_it_was_and_nothing_counts_twice(tmp_path: Path):
    path, store = own(tmp_path, played("naive", 1, 8)), Cache(tmp_path / "kept")
    done: list[str] = []

    def until(most: int) -> Any:
        def run(work: Work, tasks: Tasks, jobs: int) -> Iterator[Answer]:
            for key, answer in here(work, tasks, jobs):
                if len(done) == most:
                    raise KeyboardInterrupt
                done.append(key)
                yield key, answer

        return run

    def score(run: Any, kept: Cache) -> Any:
        return rescored(Wanted([path], ("refund",)), run, 1, kept)

    with pytest.raises(KeyboardInterrupt):
        score(until(3), store)
    made = score(until(99), store)
    assert sorted(done, key=int) == [str(n) for n in range(7)], "the first is always made here"
    assert made == score(here, Cache(None))
    path.write_bytes(path.read_bytes().replace(b'"model":"small"', b'"model":"other"', 2))
    done.clear()
    score(until(99), store)
    assert done == ["0"], "of the two that changed, the first is always made here"


def test_parts_that_come_in_any_order_are_added_in_that_of_the_file(tmp_path: Path, small: None):
    path = WRITERS["verifiers"](tmp_path, played("reread-newkey", 2, 6))

    def backwards(work: Work, tasks: Tasks, jobs: int) -> Iterator[Answer]:
        yield from reversed(list(here(work, tasks, jobs)))

    made = [
        rescored(Wanted([path], ("published",)), run, 1, Cache(None)) for run in (here, backwards)
    ]
    assert made[0] == made[1]


MINE = """
def either(messages, info=None, completion=""):
    return float(len(info["end"]["payments"]) == 1)
"""


@pytest.mark.usefixtures("small")
def test_a_function_is_called_in_every_piece_as_in_the_first(tmp_path: Path):
    (tmp_path / "mine.py").write_text(MINE)
    path = own(tmp_path, played("careful", 1, 4))
    scorers = (f"{tmp_path / 'mine.py'}:either",)
    made = rescored(Wanted([path], scorers), here, 1, Cache(None))
    (tally,) = made.sums.tallies
    assert sum(one.scored for one in tally.cases.values()) == 4
    assert tally.convention is not None


def test_jobs_change_nothing_of_a_report(tmp_path: Path):
    made = [replace(one, source=replace(one.source, rollout=n))
            for one in played("read-and-hold", 1, 32) for n in range(140)]  # fmt: skip
    path = own(tmp_path, made)
    assert path.stat().st_size > 2 * pieces.SIZE
    words = ("rescore", path.name, "--format", "json")
    one, two = (
        clawback(*words, "--jobs", jobs, cwd=tmp_path, env={"CLAWBACK_STORE": f"kept{jobs}"})
        for jobs in "12"
    )
    assert one == two
    assert json.loads(one.out)["tables"][0]["rows"][0]["scored"] == len(made)


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 3 * PAGE)), min_size=1))
def test_repeats_are_known_as_a_set_would_know_them(marks: list[tuple[str, int]]):
    repeats = Repeats(Path("f"))
    assert [repeats.take(case, number) for case, number in marks] == [n for _, n in marks]
    assert repeats.most == 1 + max(number for _, number in marks)
    if len(set(marks)) == len(marks):
        repeats.check()
    else:
        with pytest.raises(CannotAuditError, match=f"stands there {max(map(marks.count, marks))}"):
            repeats.check()
