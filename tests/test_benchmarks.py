"""The benchmarks run and say what they measured; how fast is tested nowhere."""

from __future__ import annotations

import pytest

from benchmarks.__main__ import benchmarks, main
from benchmarks.figure import medians


def test_every_benchmark_has_a_title():
    assert {"cold_start", "throughput"} <= benchmarks().keys()
    assert [name for name, module in benchmarks().items() if not module.__doc__] == []


def test_cold_start_and_throughput_print_their_figures_beside_the_budgets(
    capsys: pytest.CaptureFixture[str],
):
    assert main(["cold_start", "throughput"], rounds=1) == 0
    out = capsys.readouterr().out
    assert out.index("\nCold start: ") < out.index("\nThroughput: ")
    for what in ("a bare interpreter", "clawback --version", "budget 0.15 s", "budget 0.5 s"):
        assert what in out
    for what in ("play", "score, published", "score, hardened"):
        assert f"\n{what} " in out


def test_one_benchmark_can_be_named(capsys: pytest.CaptureFixture[str]):
    assert main(["throughput"], rounds=1) == 0
    out = capsys.readouterr().out
    assert "Throughput: " in out
    assert "Cold start: " not in out


def test_an_unknown_name_is_refused(capsys: pytest.CaptureFixture[str]):
    assert main(["troughput"]) == 2
    known = ", ".join(benchmarks())
    assert capsys.readouterr().err == f"expected one of {known}; got 'troughput'\n"


def test_acts_take_turns_and_no_round_is_refused():
    turns: list[str] = []
    acts = {name: lambda name=name: turns.append(name) for name in ("one", "two")}
    assert medians(2, acts).keys() == acts.keys()
    assert turns == ["one", "two", "one", "two"]
    with pytest.raises(ValueError, match="rounds: expected at least 1, got 0"):
        medians(0, acts)
