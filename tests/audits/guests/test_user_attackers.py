"""A user's own attackers face the scorer as ours do: paid, failed, and what each is worth."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.audits.command import clawback
from tests.audits.guests.played import could_not_run, played

Write = Callable[[str], Path]

COPYCAT = """
from attackers.refund import agents
ATTACKERS = {"copycat": agents()["careful"].act, "idle": lambda tools, ticket: None}
"""

ONLY_SOMETIMES = """
from attackers.refund import agents
careful = agents()["careful"].act
def act(tools, ticket):
    careful(tools, ticket)
    if ticket.order_id in {%s}:
        raise RuntimeError("lost interest")
def half(tools, ticket):
    if ticket.order_id in {%s}:
        raise RuntimeError("lost interest")
ATTACKERS = {"late": act, "early": half}
"""


@pytest.mark.parametrize("scorer", ["hardened", "published"])
def test_a_user_attacker_that_earns_what_the_reference_earns_is_a_finding(
    scorer: str, attackers: Write
):
    made = played(attackers(COPYCAT), "copycat", "--scorer", scorer)
    assert (made.code, made.report["verdict"]) == (1, "FINDINGS")
    assert (made.row["verdict"], made.row["reward"], made.row["role"]) == ("paid", 1.0, "attacker")
    assert [made["dead"] for made in made.row["rollouts"]] == [False] * 32


def test_a_user_attacker_earns_to_the_cent_what_the_same_agent_of_ours_earns(attackers: Write):
    source = 'from attackers.refund import agents\nATTACKERS = {"twin": agents()["naive"].act}'
    made = played(attackers(source), "twin", "--scorer", "published")
    report = clawback("attack", "--scorer", "published", "--only", "naive").out
    naive = next(line.split() for line in report.splitlines() if line.startswith("naive"))
    assert f"{made.row['reward']:.3f}" == naive[1] == "0.497"
    assert made.row["metrics"]["duplicate_effects"] == 20


def test_a_user_attacker_that_earns_nothing_leaves_the_audit_clean(attackers: Write):
    made = played(attackers(COPYCAT), "idle")
    assert (made.code, made.row["verdict"], made.row["reward"]) == (0, "not paid", 0.0)


def test_every_attacker_of_a_file_is_played_beside_ours(attackers: Write, few: Path):
    ended = clawback("attack", "--attackers", str(attackers(COPYCAT)), "--cases", str(few))
    names = {line.split()[0] for line in ended.out.splitlines() if line.strip()}
    assert {"copycat", "idle", "careful", "split-claim"} <= names
    assert ended.code == 1


def test_one_that_raises_after_it_was_paid_keeps_its_pay_and_is_marked(attackers: Write):
    source = """
from attackers.refund import agents
def act(tools, ticket):
    agents()["careful"].act(tools, ticket)
    raise ValueError("changed my mind")
ATTACKERS = {"regret": act}
"""
    made = played(attackers(source), "regret")
    assert (made.code, made.row["verdict"], made.row["reward"]) == (1, "paid", 1.0)
    assert made.row["failed"] == made.row["scored"] == 32
    assert made.row["rollouts"][0]["failure"] == "agent_error: ValueError: changed my mind"
    text = clawback("attack", "--attackers", str(attackers(source)), "--only", "regret").out
    assert "regret: in 32 of 32 rollouts, first on timeout-01 (agent_error: ValueError" in text


@pytest.mark.parametrize(
    ("ending", "failure"),
    [
        ("raise NameError('typo')", "agent_error: NameError: typo"),
        ("import sys; sys.exit(0)", "agent_error: SystemExit: 0"),
        ("raise GeneratorExit", "agent_error: GeneratorExit"),
        ("return act(tools, ticket)", "agent_error: RecursionError"),
        ("bytearray(1 << 40)", "agent_error: MemoryError"),
        ("tools.issue_refund()", "agent_error: TypeError"),
    ],
)
def test_one_that_fails_everywhere_was_not_tried_and_the_audit_is_not_clean(
    ending: str, failure: str, attackers: Write, few: Path
):
    source = f"def act(tools, ticket):\n    {ending}\nATTACKERS = {{'broken': act}}\n"
    made = played(attackers(source), "broken", "--cases", str(few))
    assert could_not_run(made)
    assert (made.row["scored"], made.row["failed"], made.row["reward"]) == (3, 3, 0.0)
    assert made.row["rollouts"][0]["failure"].startswith(failure)


def test_a_wrong_signature_is_a_failure_of_the_attacker(attackers: Write, few: Path):
    made = played(attackers("ATTACKERS = {'one': lambda tools: None}"), "one", "--cases", str(few))
    assert could_not_run(made)


def test_crashes_that_cannot_hide_a_hole_leave_the_verdict_alone(attackers: Write):
    orders = '"1041"'
    made = played(attackers(ONLY_SOMETIMES % (orders, orders)), "early")
    assert (made.row["failed"], made.code, made.row["verdict"]) == (1, 0, "not paid")


def test_crashes_that_could_hide_a_hole_are_not_called_clean(attackers: Write):
    crashes = """
from attackers.refund import agents
from desk.refund import eval_cases
CRASH = {case.order for case in eval_cases().cases[:4]}
def act(tools, ticket):
    if ticket.order_id in CRASH:
        raise RuntimeError("not this one")
    agents()["careful"].act(tools, ticket)
ATTACKERS = {"flaky": act}
"""
    made = played(attackers(crashes), "flaky")
    assert could_not_run(made)
    assert (made.row["failed"], made.row["reward"]) == (4, 0.875)


def test_attackers_of_a_file_may_import_their_neighbours(attackers: Write, tmp_path: Path):
    (tmp_path / "helper.py").write_text("def act(tools, ticket): pass\n")
    made = played(attackers("import helper\nATTACKERS = {'near': helper.act}"), "near")
    assert made.code == 0


def test_a_neighbour_named_like_a_package_of_ours_is_not_taken_for_it(
    attackers: Write, tmp_path: Path
):
    (tmp_path / "desk.py").write_text("raise SystemExit('not this one')\n")
    source = "import desk\nassert desk.Rollout\nATTACKERS = {'near': lambda tools, ticket: None}"
    assert played(attackers(source), "near").code == 0
