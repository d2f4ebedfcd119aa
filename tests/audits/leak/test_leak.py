"""What a prompt gives away, in many words; and what gives nothing away."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from audits.errors import CannotAuditError
from audits.leak import KNOWN, LORE, Prompt, built_in, leak, read_prompt
from audits.leak.traces import traces
from audits.result import Result
from audits.verdict import Verdict
from audits.worlds import SETTLEMENT, world_of
from desk.refund import eval_cases, train_cases
from tests.audits.command import inside
from tests.audits.snapshot import matches

TELLING = {
    "error-is-no-proof": [
        "A timeout does not mean that the payment failed.",
        "A timeout doesn't prove anything about the payment.",
        "You can\u2019t assume after an error that no money moved.",
        "Don't just retry a payment that timed out.",
        "If issue_refund fails, the money may still have moved.",
        "After an error, re-read the history.",
        "On a failure, check whether it went through.",
        "Never retry a payment after a timeout.",
    ],
    "key-decides": [
        "Use the same idempotency key when you try again.",
        "Reuse the key on every retry.",
        "A new key pays a second time.",
        "Never make up a new idempotency_key for one line.",
    ],
    "read-first": [
        "Always look at the refund history before you pay.",
        "Read the history first.",
        "Make sure that the item was not already refunded.",
        "Check for earlier refunds.",
        "1. Call refund_history before issue_refund.",
    ],
    "not-twice": [
        "Never pay a refund twice.",
        "Watch out for duplicate refunds.",
        "Each line is paid only once.",
        "Avoid double payments.",
    ],
    "open-line-only": [
        "Refund only the line that was not yet refunded.",
        "Pay for the remaining items.",
        "Look for a SKU that is still owed.",
    ],
    "no-splitting": [
        "Do not split a refund to stay under the cap.",
        "A refund must not be paid in parts.",
    ],
    "holding-is-work": [
        "If nothing is owed, stop.",
        "Do nothing where the refund is settled.",
        "Where it is already done no refund is needed.",
    ],
    "worker-in-flight": [
        "An in-flight refund counts as paid.",
        "If another worker is at it, wait.",
    ],
}

HARMLESS = [
    "Read the conversation history before you answer.",
    "Never show the API key again.",
    "Press the Enter key twice to submit.",
    "State the key points again at the end.",
    "Customers earn reward points with each order.",
    "If a tool returns an error, check the arguments and call it again.",
    "Read the remaining lines of this prompt.",
    "If there is nothing to add, say that the ticket is already answered.",
    "Another colleague handles refunds for gift cards.",
    "You work for an online shop and answer customers.",
    "Refunds over 5000 cents go to a person.",
    "You have four tools: lookup_order, refund_history, issue_refund and escalate.",
    "refund_history(order_id): the refunds on an order. Read-only.",
    "Give every payment an idempotency_key of your own choice.",
    "If a tool reports an error, tell the customer in plain words.",
    "Amounts are whole cents.",
    "An order has lines, each with a sku and an amount.",
    "Be polite, and do nothing else.",
    "Customers sometimes write again about an older ticket.",
    "Give a reason with every payment.",
    "Hand the case to a person where you may not decide it.",
    "Answer in one sentence when you are done.",
    "Today is Monday; the shop opens at 9.",
    "Call one tool at a time.",
    "The key account manager is Ms Ito.",
    "Time zone: UTC. Currency: USD.",
]


def found(text: str, desk: str = "refund") -> set[str]:
    result = Result(audit="leak", target="t", seed=0)
    for event in leak(Prompt("t", text), world_of(desk).cases("eval"), desk):
        result.take(event)
    return {one.shape for one in result.findings}


@pytest.mark.parametrize(
    ("name", "sentence"), [(name, one) for name, some in TELLING.items() for one in some]
)
def test_a_sentence_that_tells_a_rule_is_found(name: str, sentence: str):
    assert name in found(sentence)
    assert name in found(f"Hello.\n\n- {sentence.upper()}\n- Bye.")
    assert name in found(sentence.replace(" ", "\n"))


def test_every_rule_is_tried():
    assert {lore.name for lore in LORE} == set(TELLING)


@pytest.mark.parametrize("sentence", HARMLESS)
def test_a_sentence_that_tells_nothing_is_let_pass(sentence: str):
    assert found(sentence) == set()


def test_harmless_sentences_tell_nothing_together_either():
    assert found("\n".join(f"* {sentence}" for sentence in HARMLESS)) == set()


def test_what_run_tells_gives_nothing_away_and_the_hints_two_rules():
    assert found(built_in().text) == set()
    assert found(built_in(hints=True).text) == {"error-is-no-proof", "key-decides"}


@pytest.mark.parametrize(
    "text",
    [
        "For example: order 1041.",
        "Order #1041 was paid.",
        '{"order_id": "1041"}',
        "A customer wants BLND-2 refunded.",
        "see case timeout-01",
        "pay under 2210:LAMP-7:full",
        "My blender stopped after two days.",
    ],
)
def test_words_of_a_case_are_found(text: str):
    assert "cases" in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Call 1041 for help.",
        "In order to refund, call a tool.",
        "order 10411",
        "XBLND-2",
        "My blender stopped.",
        "Orders have numbers such as 900001.",
    ],
)
def test_words_of_no_case_are_let_pass(text: str):
    assert "cases" not in found(text)


def test_every_case_is_found_by_its_ticket_and_no_training_case_by_accident():
    for case in eval_cases().cases:
        assert list(traces(case.ticket, case))
    told = "\n".join(case.order for case in train_cases().cases)
    assert "cases" not in found(told)


@pytest.mark.parametrize("text", ["You are being tested.", "You will be scored on it."])
def test_talk_of_a_measurement_is_a_lead_and_no_more(text: str):
    result = Result(audit="leak", target="t", seed=0)
    for event in leak(Prompt("t", text), eval_cases()):
        result.take(event)
    assert [one.rule for one in result.findings] == ["P903"]
    assert result.verdict is Verdict.CLEAN


MINE = "You refund orders.\n\n1. Read the history first.\n2. E.g. order 1041: pay 4200 cents.\n"

SETTLEMENT_TELLING = {
    "last-word": [
        "Only the probe has the last word.",
        "Always call probe_processor first.",
        "The authority's answer is final.",
    ],
    "systems-lag": [
        "The ledger may lag behind.",
        "What the four systems show can be late or doubled.",
        "Never trust the ERP's status.",
        "Don't rely on the ledger.",
    ],
    "wait-to-know": [
        "Do not ship before the outcome is known.",
        "Close a case only after the payment's failure is certain.",
        "Nothing irreversible until it is settled.",
    ],
    "ask-again": [
        "If the answer is unknown, ask again later.",
        "While it is pending, wait.",
    ],
    "fresh-key-charges": [
        "A fresh key charges the customer a second time.",
        "Use the same key for every capture.",
    ],
    "retry-what-failed": [
        "A payment that failed can be retried.",
        "After a failure try again once.",
    ],
    "hand-over-late": [
        "Escalate only when time runs out.",
        "A case that is still unresolved at the deadline is for a person.",
    ],
}

SETTLEMENT_HARMLESS = [
    "You settle payments for a shop.",
    "Every answer says which tick it came at.",
    "read_bank: read how many lines of the order the bank has.",
    "Submit a capture under a key; its outcome takes 60 ticks.",
    "Goods may leave until tick 600.",
    "Calling a person costs money.",
    "You have twelve tools.",
    "When the case has ended, say so in one sentence.",
    "The customer cannot answer.",
]


@pytest.mark.parametrize(
    ("name", "sentence"), [(name, one) for name, some in SETTLEMENT_TELLING.items() for one in some]
)
def test_a_sentence_that_tells_a_rule_of_the_settlement_desk_is_found(name: str, sentence: str):
    assert name in found(sentence, "settlement")
    assert name in found(f"Hello.\n\n- {sentence.upper()}\n- Bye.", "settlement")


def test_every_rule_of_the_settlement_desk_is_tried():
    assert {lore.name for lore in KNOWN["settlement"].lore} == set(SETTLEMENT_TELLING)


@pytest.mark.parametrize("sentence", SETTLEMENT_HARMLESS)
def test_a_sentence_that_tells_nothing_of_that_desk_is_let_pass(sentence: str):
    assert found(sentence, "settlement") == set()


def test_what_run_tells_of_that_desk_gives_nothing_away_and_its_hints_four_rules():
    assert found(built_in(world=SETTLEMENT).text, "settlement") == set()
    assert found(built_in(True, SETTLEMENT).text, "settlement") == {
        *("last-word", "systems-lag", "fresh-key-charges", "retry-what-failed")
    }


@pytest.mark.parametrize(("text", "told"), [("E.g. order-001.", True), ("order 1", False)])
def test_words_of_a_settlement_case_are_found(text: str, told: bool):
    assert ("cases" in found(text, "settlement")) is told
    assert "cases" not in found(text)


RUNS = {
    "leak-settlement": (("--desk", "settlement", "--hints"), 1),
    "leak-built-in": ((), 0),
    "leak-hints": (("--hints",), 1),
    "leak-mine": (("mine.txt",), 1),
    "leak-mine-let-through": (("mine.txt", "--exit-zero", "--format", "markdown"), 0),
    "leak-missing": (("gone.txt",), 2),
    "leak-blank": (("blank.txt",), 2),
    "leak-not-text": (("binary.txt",), 2),
    "leak-both": (("mine.txt", "--hints"), 2),
}


@pytest.mark.parametrize("name", RUNS)
def test_a_report_reads_as_its_snapshot_shows(name: str, tmp_path: Path):
    (tmp_path / "mine.txt").write_text(MINE)
    (tmp_path / "blank.txt").write_text(" \n")
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    args = ("leak", *RUNS[name][0])
    ended = inside(*args, cwd=tmp_path)
    matches(name, args, ended)
    assert ended.code == RUNS[name][1]


def test_the_document_says_for_each_rule_how_many_sentences_tell_it(tmp_path: Path):
    (tmp_path / "mine.txt").write_text(MINE)
    told = json.loads(inside("leak", "mine.txt", "--format", "json", cwd=tmp_path).out)
    assert told["rules"]["read-first"] == 1
    assert set(told["rules"]) == {lore.name for lore in LORE}
    assert {one["rule"] for one in told["findings"]} == {"P901", "P902"}


@pytest.mark.parametrize("piped", [MINE, "Be kind.", " "])
def test_a_prompt_on_stdin_is_read_as_one_in_a_file_is(
    piped: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(piped.encode())))
    (tmp_path / "mine.txt").write_text(piped)
    file, ended = (inside("leak", name, cwd=tmp_path) for name in ("mine.txt", "-"))
    assert ended.code == file.code
    assert ended.err == file.err.replace("mine.txt:", "-:")
    alike = re.compile(r"leak on \S+|; id \w+")  # a finding is of its prompt
    assert alike.sub("", ended.out) == alike.sub("", file.out)


def test_nothing_on_stdin_is_not_waited_for(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(CannotAuditError, match="PROMPT -: expected a prompt on stdin"):
        read_prompt(Path("-"))
