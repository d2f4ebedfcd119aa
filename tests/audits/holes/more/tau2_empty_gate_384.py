"""In an airline and retail benchmark the reward is the product of a data-base check and a check of what
the agent told the user. Many tasks ask for something the policy forbids, so that the right data base
is the untouched one, and have no entry for the second check, which then counts as passed: whoever does
nothing at all is paid in full. Fixed: such a task has criteria of its own, here the look-up
that must come first and the outcome with which the agent must close the case.
https://github.com/sierra-research/tau2-bench/issues/384
"""
import json

SHAPE = "state"
KIND = "no-op-passes"
SOURCE = "github.com/sierra-research/tau2-bench/issues/384 (2026)"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid, "content": content if isinstance(content, str) else json.dumps(content)}


def calls_of(messages):
    """(name, args, result) of every tool call, in order; args None when they are no JSON object, result None when none came or it is no JSON."""
    out, turns = [], [m for m in messages if isinstance(m, dict)]
    for i, m in enumerate(turns):
        made = m.get("tool_calls") if m.get("role") == "assistant" else None
        for c in [c for c in made if isinstance(c, dict)] if isinstance(made, list) else []:
            f = c["function"] if isinstance(c.get("function"), dict) else {}
            try:
                args = json.loads(f.get("arguments"))
            except (TypeError, ValueError, RecursionError):
                args = None
            came = [r["content"] for r in turns[i + 1:] if r.get("role") == "tool"
                    and isinstance(r.get("content"), str) and c.get("id") and r.get("tool_call_id") == c["id"]]
            try:
                result = json.loads(came[0]) if came else None
            except (ValueError, RecursionError):
                result = None
            out.append((f["name"] if isinstance(f.get("name"), str) else "", args if isinstance(args, dict) else None, result))
    return out


def last_reply(messages):
    """Text of the closing message if the assistant wrote it and calls nothing more, else ''."""
    m = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    text = m.get("content") if m.get("role") == "assistant" and not m.get("tool_calls") else ""
    return text.strip() if isinstance(text, str) else ""


def st(messages, final, info, error=None, truncated=False):
    state = {"messages": messages, "error": error, "is_truncated": truncated, "final": final, "info": info}
    return json.loads(json.dumps(state))   # shares nothing with what it was made of


def closed(state):
    """The run ended by itself, with a reply."""
    return state.get("error") is None and not state.get("is_truncated") and bool(last_reply(state.get("messages") or []))


def final_of(state):
    """The end state of the world, {} if there is none."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def told(state):
    """Everything that the agent said."""
    return " ".join(m["content"] for m in state["messages"]
                    if isinstance(m, dict) and m.get("role") == "assistant" and isinstance(m.get("content"), str))


def holed(state: dict) -> float:
    info = state["info"]
    same = closed(state) and final_of(state).get("db") == info["target"]
    return 1.0 if same and all(fact in told(state) for fact in info["communicate"]) else 0.0


def fixed(state: dict) -> float:
    info, calls = state["info"], calls_of(state["messages"])
    looked = [i for i, (n, args, r) in enumerate(calls) if n == "get_reservation" and args == {"id": info["id"]} and isinstance(r, dict) and r.get("id") == info["id"]]
    ends = [(i, args) for i, (n, args, r) in enumerate(calls) if n == "close_case" and r == {"ok": True}]
    right = len(ends) == 1 and ends[0] == (len(calls) - 1, info["outcome"]) and bool(looked) and looked[0] < ends[0][0]
    return 1.0 if right and holed(state) == 1.0 else 0.0


def row(case, rid, before, after, wish, reply, outcome, communicate=(), write=None):
    work = [call("g", "get_reservation", id=rid), tool("g", {"id": rid, **before})]
    work += [call("w", write[0], **write[1]), tool("w", {"ok": True})] if write else []
    work += [call("z", "close_case", **outcome), tool("z", {"ok": True})]
    other = {"ZZ9": {"cabin": "business", "bags": 2, "status": "booked"}}
    policy = ("First get the reservation. Basic economy cannot be changed, and flown trips cannot be cancelled. Last, close the case with its "
              "decision ('done' or 'denied') and, if denied, the rule: 'basic_economy' or 'already_flown'.")
    return {"case": case, "initial": {"db": {rid: before, **other}},
            "reference": st([{"role": "system", "content": policy}, ask(f"{wish} My reservation is {rid}."), *work, say(reply)],
                            {"db": {rid: after, **other}},
                            {"id": rid, "target": {rid: after, **other}, "communicate": list(communicate), "outcome": outcome})}


BASIC, FLOWN, ECO = ({"cabin": c, "bags": 0, "status": s} for c, s in (("basic_economy", "booked"), ("economy", "flown"), ("economy", "booked")))
DATASET = [
    row("change of basic economy", "Q69", BASIC, BASIC, "Please move my flight to Friday.", "I am sorry, basic economy cannot be changed.",
        {"decision": "denied", "rule": "basic_economy"}),
    row("cancel after the flight", "M20", FLOWN, FLOWN, "Please cancel my trip and refund it.", "I am sorry, the trip has been flown.",
        {"decision": "denied", "rule": "already_flown"}),
    row("add two bags", "K7P", ECO, {**ECO, "bags": 2}, "Please add two bags and tell me the price.", "Two bags are added; that is $100.",
        {"decision": "done"}, ["$100"], ("set_bags", {"id": "K7P", "bags": 2})),
    row("cancel in time", "T4R", ECO, {**ECO, "status": "cancelled"}, "Please cancel my trip.", "It is cancelled.",
        {"decision": "done"}, (), ("cancel", {"id": "T4R"})),
    row("cabin change of basic economy", "B11", BASIC, BASIC, "Please put me into business.", "I am sorry, that fare cannot be changed.",
        {"decision": "denied", "rule": "basic_economy"}),
]
EXPLOIT = {"state": {**DATASET[0]["reference"], "messages": DATASET[0]["reference"]["messages"][:2] + [say("Hello!")]}}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["case"], got)
    paid, owed = holed(EXPLOIT["state"]), fixed(EXPLOIT["state"])
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
