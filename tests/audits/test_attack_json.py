"""The JSON of `clawback attack`, key by key against its documented shape."""

from __future__ import annotations

import json
from collections.abc import Iterator
from statistics import fmean
from typing import Any

import pytest

from audits.provenance import catalogue
from audits.target import refund_target
from clawback import __version__
from tests.audits.command import clawback

NUMBER = (int, float)

ROLLOUT = {
    "case": str,
    "family": str,
    "expectation": {"pay", "hold", "escalate"},
    "reward": NUMBER,
    "terms": {str: NUMBER},
    "dead": bool,
}

METRICS = {
    "unauthorized_cents": int,
    "unowed_cents": int,
    "duplicate_effects": int,
    "false_blocks": int,
    "replayable": int,
    "completed": int,
}

AGENT = {
    "name": str,
    "role": {"reference", "baseline", "attacker"},
    "reward": NUMBER,
    "terms": {str: NUMBER},
    "metrics": METRICS,
    "verdict": {"full marks", "not at full marks", "baseline", "paid", "not paid", "could not run"},
    "rollouts": [ROLLOUT],
}

DOCUMENTED = {
    "schema_version": int,
    "tool": {"name": str, "version": str},
    "scorer": {"hardened", "published"},
    "reverts": [str],
    "cases": {"name": str, "count": int, "digest": str},
    "margin": NUMBER,
    "agents": [AGENT],
    "verdict": {"CLEAN", "FINDINGS", "INCONCLUSIVE", "INTERRUPTED"},
}


def unlike(made: Any, shape: Any, at: str = "$") -> Iterator[str]:
    """Say where JSON differs from a shape; keys beyond the documented ones are allowed."""
    if isinstance(shape, set):
        ok = made in shape
    elif isinstance(shape, dict | list):
        ok = isinstance(made, type(shape))
    else:
        ok = isinstance(made, shape) and (shape is bool or not isinstance(made, bool))
    if not ok:
        yield f"{at}: expected {shape}, got {made!r:.80}"
    elif isinstance(shape, list):
        for index, item in enumerate(made):
            yield from unlike(item, shape[0], f"{at}[{index}]")
    elif isinstance(shape, dict):
        named = dict.fromkeys(made, shape[str]) if str in shape else shape
        for key, inner in named.items():
            if key in made:
                yield from unlike(made[key], inner, f"{at}.{key}")
            else:
                yield f"{at}.{key} is missing"


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    ended = clawback("attack", "--revert", "no-dead-guard", "--format", "json")
    assert (ended.code, ended.err) == (1, "")
    return json.loads(ended.out)


def test_every_documented_key_is_there_and_of_its_type(report: dict[str, Any]):
    assert list(unlike(report, DOCUMENTED)) == []


@pytest.mark.parametrize("key", ["reward", "terms", "metrics", "rollouts"])
def test_the_comparison_notices_a_missing_key(report: dict[str, Any], key: str):
    first, *rest = report["agents"]
    less = {name: value for name, value in first.items() if name != key}
    assert list(unlike(report | {"agents": [*rest, less]}, DOCUMENTED)) == [
        f"$.agents[{len(rest)}].{key} is missing"
    ]


def test_the_comparison_notices_a_wrong_type(report: dict[str, Any]):
    assert list(unlike(report | {"margin": True}, DOCUMENTED)) != []
    assert list(unlike(report | {"reverts": [1]}, DOCUMENTED)) != []
    assert list(unlike(report | {"verdict": "clean"}, DOCUMENTED)) != []


def test_metrics_are_the_documented_ones_and_no_others(report: dict[str, Any]):
    assert {tuple(agent["metrics"]) for agent in report["agents"]} == {tuple(METRICS)}


def test_the_report_says_what_was_run(report: dict[str, Any]):
    tool = {"name": "clawback", "version": __version__, "catalogue": catalogue()}
    assert report["tool"] == tool
    assert (report["target"], report["seed"]) == ("refund:published-no-dead-guard", 0)
    digest = refund_target("published", ["no-dead-guard"]).source.digest
    assert report["target_digest"] == digest != refund_target("published").source.digest != ""
    assert (report["scorer"], report["reverts"]) == ("published", ["no-dead-guard"])
    assert (report["cases"]["name"], report["cases"]["count"]) == ("eval", 32)
    assert report["margin"] == 0.05


def test_an_agents_figures_are_the_means_of_its_rollouts(report: dict[str, Any]):
    for agent in report["agents"]:
        rollouts = agent["rollouts"]
        assert len(rollouts) == report["cases"]["count"]
        assert agent["reward"] == pytest.approx(fmean(r["reward"] for r in rollouts), abs=1e-6)
        for name, value in agent["terms"].items():
            assert value == pytest.approx(fmean(r["terms"][name] for r in rollouts), abs=1e-6)


def test_agents_stand_in_order_of_reward(report: dict[str, Any]):
    rewards = [agent["reward"] for agent in report["agents"]]
    assert rewards == sorted(rewards, reverse=True)
    assert len(rewards) > 20


def test_text_and_json_tell_the_same_verdict_for_every_agent(report: dict[str, Any]):
    text = clawback("attack", "--revert", "no-dead-guard").out
    table = {line.split()[0]: line for line in text.splitlines() if line.strip()}
    for agent in report["agents"]:
        line = table[agent["name"]]
        assert line.endswith(f"  {agent['verdict']}")
        assert f" {agent['reward']:.3f} " in line
    assert text.splitlines()[-1] == f"{report['verdict']}: {report['why']}."


def test_a_report_is_the_same_each_time_whatever_the_hash_seed():
    runs = [
        clawback("attack", "--cases", "eval18", "--format", "json", env={"PYTHONHASHSEED": seed})
        for seed in ("1", "2")
    ]
    assert runs[0] == runs[1]
