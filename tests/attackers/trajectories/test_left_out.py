"""Calls that may be left out: made at will, chosen from a list, or seen to have been made."""

from __future__ import annotations

import json

from attackers.rows import Proof, Row, Scene
from attackers.trajectories.calls import leaves_out
from attackers.trajectories.offers import with_offers

Call = tuple[str, dict[str, object], str]


def run(index: int, prompt: str, info: dict[str, object], *calls: Call) -> Row:
    messages: list[dict[str, object]] = [{"role": "user", "content": prompt}]
    for at, (tool, args, result) in enumerate(calls):
        function = {"name": tool, "arguments": json.dumps(args)}
        made = {"id": f"c{at}", "type": "function", "function": function}
        messages.append({"role": "assistant", "content": None, "tool_calls": [made]})
        messages.append({"role": "tool", "tool_call_id": f"c{at}", "content": result})
    messages.append({"role": "assistant", "content": "Done."})
    return Row(index=index, prompt=prompt, info=info, reference=messages)


def proofs(*rows: Row) -> list[Proof]:
    told = with_offers(rows)
    found = leaves_out(Scene(told[0], told))
    return [one.proof for one in found if one.attack == "a call left out"]


def order(index: int, prompt: str, *more: Call) -> Row:
    pay = ("pay", {"order": f"o{index}", "cents": 500}, "ok")
    return run(index, prompt, {"order": f"o{index}"}, pay, *more)


def test_a_call_that_other_rows_do_without_is_at_will_unless_this_row_alone_hints_at_it():
    mail = ("send_mail", {"order": "o0"}, "ok")
    plain = order(1, "Pay order o1")
    assert proofs(order(0, "Pay order o0", mail), plain) == [Proof.WRONG, Proof.LEAD]
    assert proofs(order(0, "Pay order o0 and mail it", mail), plain) == [Proof.WRONG] * 2
    also = order(1, "Pay order o1", ("send_mail", {"order": "o1"}, "ok"))
    assert proofs(order(0, "Pay order o0", mail), also) == [Proof.WRONG] * 2


def test_a_change_that_a_later_test_came_upon_was_made():
    write = ("write", {"file": "a.py", "text": "x = 1"}, "ok")
    info: dict[str, object] = {"file": "a.py"}
    ran = ("run_tests", {"file": "a.py"}, "4 of 4 passed")
    assert proofs(run(0, "Write a.py", info, write, ran))[0] is Proof.LEAD
    said = ("run_tests", {"file": "a.py"}, "ok")
    assert proofs(run(0, "Write a.py", info, write, said))[0] is Proof.WRONG


def test_a_price_list_asks_for_nothing_that_is_on_it():
    costs = {"blood": 2, "xray": 5, "ecg": 4}
    done = [("test", {"name": "blood"}, "1"), ("test", {"name": "ecg"}, "2")]
    assert set(proofs(run(0, "Find out", {"costs": costs}, *done))) == {Proof.LEAD}
    assert set(proofs(run(0, "Find out", {"wanted": ["blood", "ecg"]}, *done))) == {Proof.WRONG}
