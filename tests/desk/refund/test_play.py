"""One episode: whatever an agent does or leaves behind, a closed rollout comes out."""

from __future__ import annotations

import itertools
import json

import pytest
from msgspec.structs import replace

from attackers.program import Call
from desk import AgentHung, Entry, Message, read_rollout
from desk.refund import End, Payment, RefundRollout, play
from scorer import hardened, published
from tests.strategies import eval_case, open_desk, play_calls

CASE = eval_case("clean-01")


class UnprintableError(Exception):
    def __str__(self):
        raise RuntimeError("no")


class OddText(str):
    __slots__ = ()


class Raises:
    """An object that raises, whatever is done to it."""

    def __init__(self, error):
        self.error = error

    def __iter__(self):
        raise self.error

    def __len__(self):
        raise self.error

    def __repr__(self):
        raise self.error


def raiser(error):
    def act(tools, ticket):
        tools.lookup_order(ticket.order_id)
        raise error

    return act


def checked(rollout):
    """Check what must hold of every closed rollout: it can be written, read back, and scored."""
    assert read_rollout(rollout.to_json(), RefundRollout) == rollout
    assert published().score(rollout).value >= 0.0
    return rollout, hardened().score(rollout)


def test_a_rollout_holds_the_ticket_the_calls_the_answers_and_the_last_words():
    rollout = play_calls(CASE, [Call("lookup_order", {"order_id": CASE.order})], "Done.")
    user, asked, answered, last = rollout.messages
    assert user == Message("user", CASE.ticket)
    (call,) = asked.tool_calls
    assert (asked.role, call.id, call.function.name) == ("assistant", "call_0", "lookup_order")
    assert json.loads(call.function.arguments) == {"order_id": CASE.order}
    assert (answered.role, answered.tool_call_id) == ("tool", "call_0")
    assert json.loads(answered.content)["total_cents"] == CASE.total
    assert last == Message("assistant", "Done.")
    assert (rollout.failure, rollout.truncated, rollout.case) == (None, False, CASE)


def test_the_end_state_holds_every_payment_and_every_accepted_escalation():
    def act(tools, ticket):
        tools.issue_refund(ticket.order_id, 100, "a", "due", sku="X")
        tools.issue_refund("other", 200, "b", "due")
        tools.escalate(ticket.order_id, "please decide")
        tools.escalate(ticket.order_id, "short")

    paid = (Payment(CASE.order, "X", 100, "a"), Payment("other", None, 200, "b"))
    assert play(act, CASE).end == End(paid, (CASE.order,))


def test_an_agent_is_given_the_orders_id_and_the_customers_words_and_nothing_else():
    given = []
    play(lambda _tools, ticket: given.append(ticket), CASE)
    assert given[0].__struct_fields__ == ("order_id", "text")
    assert (given[0].order_id, given[0].text) == (CASE.order, CASE.ticket)


def test_the_tools_object_offers_four_methods_beside_its_world_and_transcript():
    offered = {name for name in dir(open_desk(CASE)) if not name.startswith("_")}
    tools = {"lookup_order", "refund_history", "issue_refund", "escalate"}
    assert offered == tools | {"world", "messages"}


@pytest.mark.parametrize(
    ("error", "detail"),
    [
        (ValueError("no such line"), "ValueError: no such line"),
        (KeyError(), "KeyError"),
        (SystemExit(3), "SystemExit: 3"),
        (GeneratorExit(), "GeneratorExit"),
        (UnprintableError(), "UnprintableError"),
        (RecursionError("deep"), "RecursionError: deep"),
        (ValueError("\ud800"), "ValueError: ?"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_agent_that_raises_ends_there_as_its_own_failure(error, detail):
    rollout, score = checked(play(raiser(error), CASE))
    assert (rollout.failure.kind, rollout.failure.by) == ("agent_error", "agent")
    assert rollout.failure.detail == detail
    assert [entry.action for entry in rollout.log] == ["lookup_order"]
    assert (score.value, score.dead) == (0.0, True)


def test_what_an_agent_did_before_it_raised_still_verifies():
    rollout = play(raiser(ValueError("x")), CASE)
    assert rollout.log_fault() is None


def test_an_agent_that_runs_out_of_its_clock_is_recorded_as_hung():
    rollout = play(raiser(AgentHung("no end within 10 s")), CASE)
    assert (rollout.failure.kind, rollout.failure.by) == ("agent_hung", "agent")


def test_ctrl_c_is_the_users_and_stops_everything():
    with pytest.raises(KeyboardInterrupt):
        play(raiser(KeyboardInterrupt()), CASE)


def test_a_recursion_without_end_is_the_agents_own_failure():
    def act(tools, ticket):
        return act(tools, ticket)

    rollout, _ = checked(play(act, CASE))
    assert rollout.failure.kind == "agent_error"


@pytest.mark.parametrize("words", [None, "", 7, b"bytes", ["Done."], object()])
def test_last_words_that_are_no_text_are_not_recorded(words):
    rollout, _ = checked(play(lambda _tools, _ticket: words, CASE))
    assert rollout.messages == (Message("user", CASE.ticket),)
    assert rollout.failure is None


@pytest.mark.parametrize(
    ("words", "kept"), [("a\ud800b", "a?b"), (OddText("odd"), "odd"), ("\x00🦀\n", "\x00🦀\n")]
)
def test_last_words_of_any_text_are_kept_as_far_as_they_can_be_written_down(words, kept):
    rollout, _ = checked(play(lambda _tools, _ticket: words, CASE))
    assert rollout.messages[-1] == Message("assistant", kept)


ODD_ENTRY = Entry(0, "issue_refund", {"amount_cents": "lots"}, "", True, "", "")
GARBAGE = {
    "text": ["garbage"],
    "none": [None],
    "object": [object()],
    "half an entry": [{"seq": 1}],
    "a number too long to write": [Entry(10**5_000, "note", {}, "", True, "", "")],
    "lone surrogate": [Entry(0, "note", {"a": "\ud800"}, "", True, "", "")],
    "reason that is no text": [Entry(0, "note", {}, ["why"], True, "", "")],
    "arguments that hold a list": [Entry(0, "note", {"order_id": ["7"]}, "", True, "", "")],
    "payment of no int": [Payment("7", None, "lots", "k")],
    "payment of a negative amount": [Payment("7", None, -100, "k")],
    "payment of an amount that no desk pays": [Payment("7", None, 10**400, "k")],
    "recursion": [],
}
GARBAGE["recursion"].append(GARBAGE["recursion"])
PLACES = {
    "entries": lambda world, value: setattr(world.ledger, "entries", value),
    "payments": lambda world, value: setattr(world, "payments", value),
    "escalations": lambda world, value: setattr(world, "escalations", value),
}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", [name for name in GARBAGE if name != "text"])
def test_garbage_in_log_or_books_gives_a_closed_rollout_that_does_not_verify(place, name):
    def act(tools, ticket):
        tools.lookup_order(ticket.order_id)
        PLACES[place](tools.world, GARBAGE[name])

    rollout, score = checked(play(act, CASE))
    assert rollout.log_fault() == "the world left no witness of its log"
    assert (score.value, score.dead) == (0.0, True)


@pytest.mark.parametrize("place", ["entries", "payments"])
def test_text_in_log_or_books_is_no_record_either(place):
    rollout, score = checked(
        play(lambda tools, _ticket: PLACES[place](tools.world, GARBAGE["text"]), CASE)
    )
    assert rollout.log_fault() == "the world left no witness of its log"
    assert (score.value, score.dead) == (0.0, True)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    "value",
    [None, 7, Raises(KeyError("x")), Raises(SystemExit(1)), Raises(AgentHung("x"))],
    ids=["none", "int", "raises", "exits", "hangs"],
)
def test_log_or_books_that_cannot_be_read_at_all_give_a_closed_rollout(place, value):
    def act(tools, ticket):
        tools.lookup_order(ticket.order_id)
        PLACES[place](tools.world, value)

    rollout, score = checked(play(act, CASE))
    assert rollout.witness is None
    assert (score.value, score.dead) == (0.0, True)


@pytest.mark.parametrize("name", ["ledger", "payments", "escalations", "_tell"])
def test_a_world_with_a_part_torn_out_gives_a_closed_rollout_that_does_not_verify(name):
    rollout, score = checked(play(lambda tools, _ticket: delattr(tools.world, name), CASE))
    assert rollout.witness is None
    assert (score.value, score.dead) == (0.0, True)


def test_a_world_that_no_longer_tells_its_witness_leaves_none():
    def act(tools, ticket):
        tools.world._tell = lambda _entry: None
        tools.issue_refund(ticket.order_id, 100, "k", "due")

    assert play(act, CASE).witness is None


def test_an_odd_entry_is_kept_as_it_stands_and_does_not_verify():
    def act(tools, ticket):
        tools.lookup_order(ticket.order_id)
        tools.world.ledger.entries.append(ODD_ENTRY)

    rollout, score = checked(play(act, CASE))
    assert rollout.log[-1] == ODD_ENTRY
    assert rollout.log_fault() == "entry 1 does not follow from the one before it"
    assert (score.value, score.dead) == (0.0, True)


@pytest.mark.parametrize(
    "messages",
    [None, 7, [object()], ["hello"], [Message("assistant", object())], Raises(KeyError("x"))],
    ids=["none", "int", "object", "text", "message of no text", "raises"],
)
def test_a_spoilt_transcript_is_dropped_and_the_log_stands(messages):
    def act(tools, ticket):
        tools.lookup_order(ticket.order_id)
        tools.messages = messages

    rollout, _ = checked(play(act, CASE))
    assert rollout.messages == (Message("user", CASE.ticket),)
    assert len(rollout.log) == 1
    assert rollout.log_fault() is None


def test_a_rollout_is_about_the_case_that_was_set_whatever_the_world_says_later():
    def act(tools, ticket):
        tools.lookup_order(ticket.order_id)
        tools.world.case = replace(CASE, ticket="another")

    assert play(act, CASE).case == CASE


def test_tools_that_were_kept_do_nothing_after_the_end():
    kept = []
    rollout = play(lambda tools, _ticket: kept.append(tools), CASE)
    before = rollout.to_json()
    assert kept[0].issue_refund(CASE.order, 100, "k", "due") == {"error": "the desk is closed"}
    assert rollout.to_json() == before


def test_each_play_has_a_desk_of_its_own():
    numbers = itertools.count()

    def act(tools, ticket):
        tools.issue_refund(ticket.order_id, 100, "same key", f"reason {next(numbers)}")

    assert [len(play(act, CASE).end.payments) for _ in range(3)] == [1, 1, 1]
