"""Whatever a line holds and a scorer returns: a row that says so, or one message and code 2."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from attackers.settlement.cheats import agents
from audits.cli.output import Plain
from audits.cli.rescore import rescore
from audits.errors import CannotAuditError
from audits.qualify import read_records
from desk import Kind, Source, died
from desk.settlement import Archetype, SettlementCase, record, settlement_cases
from tests.audits.command import inside
from tests.audits.rescore.saved import WRITERS, inspect_json, lines, own, played

ONE = played("naive", 1, 1)
SETTLED = record(agents()["careful"].act, settlement_cases().cases[0])
STRANGE = replace(SETTLED.case, task=replace(SETTLED.case.task, id="mine"))


def ran(path: Path, **options: Any) -> dict[str, Any]:
    page = path.with_name("report.json")
    rescore([path], format=Plain.JSON, output=page, **options)
    told: dict[str, Any] = json.loads(page.read_text())
    return told


ODD = (
    *("null", "true", "-1", "0", "1", "1.5", "1e400", "NaN", "Infinity", "1" + "0" * 30),
    *("-9223372036854775808", '""', '"x"', r'"\u001b[31m\n"', r'"\ud800"', "[]", "{}", "[[1]]"),
)
"""JSON values that may stand anywhere in somebody's file."""


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield at
    inner = (
        value.items() if isinstance(value, dict) else enumerate(value if _is_list(value) else ())
    )
    for name, one in inner:
        yield from places(one, (*at, name))


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def with_odd(value: Any, at: tuple[Any, ...], odd: str) -> str:
    """Write JSON with something odd in one place."""
    if not at:
        return odd
    copy = json.loads(json.dumps(value))
    within = copy
    for name in at[:-1]:
        within = within[name]
    within[at[-1]] = "@here@"
    return json.dumps(copy).replace('"@here@"', odd)


def _sample(name: str) -> tuple[str, Any]:
    with TemporaryDirectory() as folder:
        path = Path(folder, "own")
        if name == "settlement":
            path = lines(path, [replace(SETTLED, case=STRANGE)])
        elif name == "of a user's own":
            path = lines(path, [replace(ONE[0], case=replace(ONE[0].case, id="my"), source=None)])
        else:
            path = WRITERS[name](Path(folder), ONE)
        return ("settlement" if name == "settlement" else "refund"), json.loads(path.read_text())


KINDS = ("clawback", "chat", "verifiers", "verifiers traces", "Inspect")
SAMPLES = {name: _sample(name) for name in (*KINDS, "settlement", "of a user's own")}


@pytest.mark.parametrize("name", SAMPLES)
@settings(max_examples=60)
@given(data=st.data())
def test_something_odd_anywhere_in_a_line_is_scored_or_refused_in_one_printable_line(
    name: str, data: st.DataObject
):
    desk, sample = SAMPLES[name]
    at = data.draw(st.sampled_from(list(places(sample))))
    odd = data.draw(st.sampled_from(ODD))
    with TemporaryDirectory() as folder:
        path = Path(folder, "odd.jsonl")
        path.write_text(with_odd(sample, at, odd))
        try:
            report = ran(path, desk=desk, records=Path(folder, "records"))
        except CannotAuditError as error:
            assert str(error).isprintable()
            return
    row = report["tables"][0]["rows"][0]
    if report["verdict"] == "COMPLETE":
        assert row["scored"] == row["planned"] > 0


def test_an_arm_that_there_is_not_is_refused_by_its_line(tmp_path: Path):
    path = lines(tmp_path / "rollouts.jsonl", [replace(SETTLED, case=STRANGE)])
    path.write_text(path.read_text().replace('"arm":"full"', '"arm":"fuller"'))
    with pytest.raises(CannotAuditError, match=r"line 1: expected full, none, only:FAMILY"):
        ran(path, desk="settlement")
    with pytest.raises(ValueError, match="got 'fuller'"):
        SettlementCase(task=SETTLED.case.task, arm="fuller")


MINE = """
from decimal import Decimal
GIVES = {"huge": 1e308, "minus huge": -1e308, "over": 10**13, "decimal": Decimal("0.25"),
         "true": True, "nan": float("nan"), "inf": float("inf"), "negative": -2, "most": 1e12,
         "far": Decimal("1e999"), "int": 10**400}

def paid(messages, info):
    return GIVES[open("gives").read()]
"""


GIVEN: dict[str, float | str] = {
    "huge": r"1e+308 is over 1e+12 in size",
    "minus huge": r"-1e+308 is over 1e+12 in size",
    "over": r"1e+13 is over 1e+12 in size",
    "decimal": 0.25,
    "true": 1.0,
    "negative": -2.0,
    "most": 1e12,
    "nan": "not_finite nan",
    "inf": "not_finite inf",
    "far": "not_finite inf",
    "int": "OverflowError",
}


@pytest.mark.parametrize("name", GIVEN)
def test_whatever_a_function_returns_is_a_value_or_a_reason(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(MINE)
    Path("gives").write_text(name)
    report = ran(own(tmp_path, played("careful", 1, 3)), scorer=["mine.py:paid"])
    (table,), wanted = report["tables"], GIVEN[name]
    if isinstance(wanted, str):
        assert (table["rows"][0]["mean"], report["verdict"]) == (None, "INCOMPLETE")
        assert any(wanted in why for why in table["why"])
    else:
        assert (table["rows"][0]["mean"], report["verdict"]) == (wanted, "COMPLETE")


def numbered(rollout: int, planned: int, count: int = 2) -> list[Any]:
    source = Source(model="m", harness="h", tasks="eval", rollout=rollout, planned=planned)
    return [replace(one, source=source) for one in played("careful", 1, count)]


@pytest.mark.parametrize(
    ("rollout", "planned", "named"),
    [
        (-1, 1, "line 1: source.rollout: expected a number from 0 to 1000000, got -1"),
        (0, 0, "line 1: source.planned: expected a number from 1 to 1000000, got 0"),
        (0, -3, "line 1: source.planned: expected a number from 1 to 1000000, got -3"),
        (10**7, 1, "line 1: source.rollout: expected a number from 0 to 1000000"),
    ],
)
def test_numbers_of_repeats_that_no_run_has_are_refused(
    rollout: int, planned: int, named: str, tmp_path: Path
):
    with pytest.raises(CannotAuditError) as refused:
        ran(own(tmp_path, numbered(rollout, planned)))
    assert named in str(refused.value)


def test_repeats_that_nobody_planned_leave_a_report_incomplete(tmp_path: Path):
    report = ran(own(tmp_path, [*numbered(0, 1), *numbered(1, 1), *numbered(5, 2)]))
    assert (report["verdict"], report["unplanned"]) == ("INCOMPLETE", 2)
    assert "2 are repeats that nobody planned" in report["why"]
    whole = ran(own(tmp_path, [*numbered(1, 1), *numbered(0, 2)]))
    assert (whole["verdict"], whole["unplanned"]) == ("COMPLETE", 0)


def test_what_is_lacking_of_one_case_is_not_made_up_for_by_another(tmp_path: Path):
    made = [*numbered(0, 2), numbered(1, 2)[0], numbered(7, 2)[0]]
    row = ran(own(tmp_path, made))["tables"][0]["rows"][0]
    assert (row["planned"], row["scored"], row["missing"]) == (4, 4, 1)


@pytest.mark.parametrize("epoch", ["-1", "0", "1.0", "Infinity", '"2"'])
def test_an_epoch_that_is_no_number_of_inspects_is_refused(epoch: str, tmp_path: Path):
    path = inspect_json(tmp_path, ONE)
    path.write_text(path.read_text().replace('"epoch": 1', f'"epoch": {epoch}'))
    with pytest.raises(CannotAuditError, match=r"expected the repeat \(epoch\) as a number from 1"):
        ran(path)


@pytest.mark.parametrize("parent", [-1, 1, 99, 10**30])
def test_a_trace_whose_messages_do_not_hang_together_is_refused(parent: int, tmp_path: Path):
    path = WRITERS["verifiers traces"](tmp_path, ONE)
    row = json.loads(path.read_text())
    row["traces"][0]["nodes"][1]["parent"] = parent
    path.write_text(json.dumps(row))
    with pytest.raises(CannotAuditError, match="line 1: nodes: expected as parent of node 1 one"):
        ran(path)


def test_a_mean_over_several_models_says_so(tmp_path: Path):
    other = [replace(one, source=replace(one.source, model="big")) for one in played("naive", 1, 6)]
    report = ran(own(tmp_path, [*played("careful", 1, 3), *other[3:]]))
    assert report["models"] == {"small": 3, "big": 3}


@pytest.mark.parametrize("name", SAMPLES)
def test_a_field_that_stands_twice_in_a_line_is_refused_by_its_name(name: str, tmp_path: Path):
    desk, sample = SAMPLES[name]
    text = json.dumps(sample)
    field = {"Inspect": "epoch", "verifiers": "info", "verifiers traces": "ok"}.get(
        name, "messages"
    )
    at = text.index(f'"{field}"')
    path = tmp_path / "twice.jsonl"
    path.write_text(f'{text[:at]}"{field}": 5, {text[at:]}\n')
    with pytest.raises(CannotAuditError, match=f"two fields are named '{field}'; keep one"):
        ran(path, desk=desk)


def test_the_last_of_two_fields_of_a_name_does_not_win(tmp_path: Path):
    """It does in most readers, so that people and programs would see two different files."""
    path = own(tmp_path, [replace(ONE[0], failure=died(Kind.TURN_LIMIT))])
    line = path.read_text().rstrip("}\n")
    path.write_text(f'{line}}},"failure":null}}\n')
    with pytest.raises(CannotAuditError, match="line 1: two fields are named 'failure'"):
        ran(path)


@pytest.mark.parametrize("tokens", [10**30, 10**12 + 1, -1])
def test_tokens_that_are_no_count_are_not_counted_in_a_record(tokens: int, tmp_path: Path):
    made = [replace(one, source=replace(one.source, generated_tokens=tokens)) for one in ONE]
    ran(own(tmp_path, made), records=tmp_path / "records.jsonl")
    (record_,) = read_records(tmp_path / "records.jsonl")
    assert record_.generated_tokens is None


@pytest.mark.parametrize(
    ("field", "value"), [("model", ""), ("tasks", ""), ("harness", "h" * 2_000)]
)
def test_no_record_is_written_that_could_not_be_read(field: str, value: str, tmp_path: Path):
    made = [replace(one, source=replace(one.source, **{field: value})) for one in ONE]
    with pytest.raises(CannotAuditError, match="timeout-01"):
        ran(own(tmp_path, made), records=tmp_path / "records.jsonl")


def test_a_rollout_that_was_truncated_has_not_ended_by_itself(tmp_path: Path):
    made = [replace(one, truncated=True) for one in played("careful", 1, 3)]
    row = ran(own(tmp_path, made), records=tmp_path / "records.jsonl")["tables"][0]["rows"][0]
    assert (row["mean"], row["dead"], row["scored"]) == (0.0, 3, 3)
    assert [one.passed for one in read_records(tmp_path / "records.jsonl")] == [False] * 3


def test_names_from_a_file_keep_to_their_line(tmp_path: Path):
    odd = "x\x1b[31m\nCOMPLETE: all is well."
    case = replace(ONE[0].case, id="my", family=odd)
    path = own(tmp_path, [replace(ONE[0], case=case, source=replace(ONE[0].source, tasks="mine"))])
    ended = inside("rescore", path.name, cwd=tmp_path)
    assert "\x1b" not in ended.out
    assert not any(line.startswith("COMPLETE: all is") for line in ended.out.splitlines())


@pytest.mark.parametrize("done", [0, 1, 3])
def test_an_interrupted_run_says_what_is_kept(
    done: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def stops(*told: Any) -> None:
        for number in range(done):
            told[-1](f"rollouts.jsonl, line {number}")
        raise KeyboardInterrupt

    monkeypatch.setattr("audits.rescore.rescored", stops)
    path = own(tmp_path, ONE)
    ended = inside("rescore", path.name, cwd=tmp_path, env={"CLAWBACK_STORE": "kept"})
    assert (ended.code, ended.out) == (130, "")
    kept = "goes on from here" if done > 1 else "nothing of it is kept"
    assert f"{done} pieces were scored" in ended.err and kept in ended.err
    ended = inside("rescore", path.name, cwd=tmp_path)
    assert "nothing of it is kept: the same command begins anew" in ended.err


def test_a_scorers_file_that_is_not_there_is_named_with_its_option(tmp_path: Path):
    path = own(tmp_path, ONE)
    for name in ("gone.py:paid", "gone.py:"):
        with pytest.raises(CannotAuditError, match="--scorer: "):
            ran(path, scorer=[name])


def test_a_loss_below_nought_is_explained(tmp_path: Path):
    cases = settlement_cases().cases
    case = next(one for one in cases if one.family is Archetype.LATE_CHARGEBACK)

    def keeps(desk: Any, ticket: Any) -> None:
        """Keep the goods of a payment that settles, and is charged back long after."""
        desk.wait(400)
        desk.retry_capture("another")
        desk.wait(100)
        desk.close()

    path = lines(tmp_path / "rollouts.jsonl", [record(keeps, case)])
    row = ran(path, desk="settlement")["tables"][0]["rows"][0]
    assert (row["harm"], row["mean"], row["excess_loss_cents"] < 0) == (1, 0.0, True)
    ended = inside("rescore", path.name, "--desk", "settlement", cwd=tmp_path)
    assert "lost $ is the reference's position less that of the rollout" in ended.out


def test_a_function_is_given_what_the_documents_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(
        "def paid(messages, info):\n"
        "    return float(sorted(info) == ['case', 'end', 'failure', 'log', 'truncated'])\n"
    )
    assert ran(own(tmp_path, ONE), scorer=["mine.py:paid"])["tables"][0]["rows"][0]["mean"] == 1.0
