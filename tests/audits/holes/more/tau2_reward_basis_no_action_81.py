"""Action checks are computed and shown, but by default the final reward multiplies only the database
and the communicate checks. Where the right end state is the unchanged database, an agent that looks
nothing up, transfers nobody and does nothing at all gets the full reward.
"""
import json
import re

SHAPE = "state"
KIND = "inaction-pays"
SOURCE = "github.com/sierra-research/tau2-bench#81 (2025); cf. #15, #224, #320"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid,
            "content": content if isinstance(content, str) else json.dumps(content)}


def trace(messages):
    """Every tool call in order, with the result that answered it (None while unanswered)."""
    made, waiting = [], {}
    for m in messages:
        if not isinstance(m, dict):
            continue
        if m.get("role") == "assistant" and isinstance(m.get("tool_calls"), list):
            for c in m["tool_calls"]:
                fn = c.get("function") if isinstance(c, dict) else None
                if not isinstance(fn, dict):
                    continue
                try:
                    args = json.loads(fn.get("arguments") or "")
                except (TypeError, ValueError, RecursionError):
                    args = None
                rec = {"name": str(fn.get("name")), "args": args if isinstance(args, dict) else None, "result": None}
                made.append(rec)
                waiting[str(c.get("id"))] = rec
        elif m.get("role") == "tool":
            rec = waiting.pop(str(m.get("tool_call_id")), None)
            if rec is not None and isinstance(m.get("content"), str):
                rec["result"] = m["content"].strip()
    return made


def closing(messages):
    """The text the assistant ended on; '' when the run stops anywhere else."""
    last = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    if last.get("role") != "assistant" or last.get("tool_calls"):
        return ""
    return last["content"].strip() if isinstance(last.get("content"), str) else ""


def finished(state):
    """The rollout came to its own end: no error, not cut off, and a closing reply."""
    return state.get("error") is None and not state.get("is_truncated") and bool(closing(state.get("messages") or []))


def world(state):
    """The end state of the environment, {} where none was recorded."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def rollout(messages, final, info, error=None, truncated=False):
    return json.loads(json.dumps({"messages": messages, "error": error, "is_truncated": truncated,
                                  "final": final, "info": info}))


def payload(text):
    """The JSON object a tool answered with, {} for anything else."""
    try:
        got = json.loads(text or "")
    except (TypeError, ValueError, RecursionError):
        return {}
    return got if isinstance(got, dict) else {}


DEFAULT_REWARD_BASIS = ("DB", "COMMUNICATE")
AMOUNT_RE = re.compile(r"\$\d[\d,]*(?:\.\d\d)?")


def db_reward(state):
    db = world(state).get("db")
    return 1.0 if db == state["info"]["evaluation_criteria"]["gold_db"] else 0.0


def communicate_reward(state):
    """The closing reply states exactly the amounts that the user had to be told."""
    told = set(AMOUNT_RE.findall(closing(state["messages"])))
    return 1.0 if told == set(state["info"]["evaluation_criteria"]["communicate_info"]) else 0.0


def action_reward(state):
    """Every action of the reference trajectory was taken, and answered without an error."""
    done = [(c["name"], json.dumps(c["args"], sort_keys=True)) for c in trace(state["messages"])
            if c["result"] and not c["result"].startswith("Error") and "error" not in payload(c["result"])]
    return 1.0 if all((a["name"], json.dumps(a["arguments"], sort_keys=True)) in done
                      for a in state["info"]["evaluation_criteria"]["actions"]) else 0.0


EVALUATORS = {"DB": db_reward, "COMMUNICATE": communicate_reward, "ACTION": action_reward}


def evaluate(state, basis):
    if not finished(state):
        return 0.0
    reward = 1.0
    for kind in basis:
        reward *= EVALUATORS[kind](state)
    return reward


def holed(state: dict) -> float:
    return evaluate(state, DEFAULT_REWARD_BASIS)


def fixed(state: dict) -> float:
    return evaluate(state, DEFAULT_REWARD_BASIS + ("ACTION",))


def simulate(question, steps, reply, before, after, amounts=()):
    turns = [m for i, (name, args, res) in enumerate(steps) for m in (call(f"a{i}", name, **args), tool(f"a{i}", res))]
    criteria = {"actions": [{"name": n, "arguments": a} for n, a, _ in steps], "communicate_info": list(amounts), "gold_db": after}
    return {"case": question, "initial": {"db": before},
            "reference": rollout([ask(question)] + turns + [say(reply)], {"db": after}, {"evaluation_criteria": criteria})}


RES = {"Q69X3R": {"cabin": "economy", "bags": 1, "insured": False}, "ZK1A00": {"cabin": "business", "bags": 2, "insured": True}}
DATASET = [
    simulate("I was told my ticket Q69X3R is refundable. Is it?",
             [("get_user_details", {"user_id": "raj_7340"}, {"reservations": ["Q69X3R"]}),
              ("get_reservation_details", {"reservation_id": "Q69X3R"}, RES["Q69X3R"])],
             "No: it is an economy fare without insurance.", RES, RES),
    simulate("My case needs a human, the agent cancelled the wrong flight yesterday.",
             [("transfer_to_human_agents", {"summary": "wrong flight cancelled"}, {"transferred": True})],
             "I am handing you over.", RES, RES),
    simulate("Add a second bag to Q69X3R and tell me the price.",
             [("update_bags", {"reservation_id": "Q69X3R", "bags": 2}, {"charged": 50})],
             "Done, that was $50.", RES, {**RES, "Q69X3R": {**RES["Q69X3R"], "bags": 2}}, ["$50"]),
]
EXPLOIT = {"state": rollout([ask(DATASET[0]["case"]), say("I am sorry, I cannot help with that.")], {"db": RES},
                            DATASET[0]["reference"]["info"])}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["case"], got)
        assert fixed(dict(row["reference"], error="boom")) < 0.5
        assert fixed(dict(row["reference"], is_truncated=True)) < 0.5
    paid, owed = holed(EXPLOIT["state"]), fixed(EXPLOIT["state"])
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
