"""Each predicted tool call looked for a reference call with its name and arguments, and the hits were
summed over the number of references. Nothing was used up by a hit, so repeating one right call
stood in for the ones never made, and could take the score past one.
"""
import json

SHAPE = "trajectory"
KIND = "double-count"
SOURCE = "github.com/vibrantlabsai/ragas/pull/2582 (2026); cf. #1893"
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


def payload(text):
    """The JSON object a tool answered with, {} for anything else."""
    try:
        got = json.loads(text or "")
    except (TypeError, ValueError, RecursionError):
        return {}
    return got if isinstance(got, dict) else {}


STATUS_OK = "ok"


def predicted(messages):
    """The calls that were carried out (a refused call changed nothing)."""
    return [(c["name"], json.dumps(c["args"], sort_keys=True)) for c in trace(messages)
            if c["args"] is not None and payload(c["result"]).get("status") == STATUS_OK]


def reference_calls(info):
    return [(r["name"], json.dumps(r["args"], sort_keys=True)) for r in info["reference_tool_calls"]]


def holed(messages: list[dict], info: dict) -> float:
    refs = reference_calls(info)
    if not closing(messages) or not refs:
        return 0.0
    score = 0.0
    for pred in predicted(messages):
        for ref in refs:
            if pred == ref:
                score += 1.0
                break
    return score / len(refs)


def fixed(messages: list[dict], info: dict) -> float:
    refs, preds = reference_calls(info), predicted(messages)
    if not closing(messages) or not refs:
        return 0.0
    left, hits = list(refs), 0
    for pred in preds:
        if pred not in left:
            return 0.0      # done twice, or not asked for
        left.remove(pred)
        hits += 1
    return hits / len(refs)


def worked(question, *steps, reply):
    turns = [m for i, (name, args) in enumerate(steps) for m in
             (call(f"t{i}", name, **args), tool(f"t{i}", {"status": "ok", "id": 100 + i}))]
    return {"prompt": question, "info": {"reference_tool_calls": [{"name": n, "args": a} for n, a in steps]},
            "reference": [ask(question)] + turns + [say(reply)]}


DATASET = [
    worked("Invite Mo and Lee to the review.", ("invite", {"event": "review", "who": "mo"}),
           ("invite", {"event": "review", "who": "lee"}), reply="Both are invited."),
    worked("Archive channel #old, pin the notice in #new and tell Kim.", ("archive", {"channel": "old"}),
           ("pin", {"channel": "new", "msg": "notice"}), ("dm", {"to": "kim", "text": "done"}), reply="All three are done."),
    worked("Buy two single tickets to Ghent.", ("buy", {"to": "Ghent", "kind": "single"}),
           ("buy", {"to": "Ghent", "kind": "single"}), reply="Two tickets bought."),
]
EXPLOIT = {"row": 1, "messages": [ask(DATASET[1]["prompt"])] + [
    m for i in range(4) for m in (call(f"t{i}", "archive", channel="old"), tool(f"t{i}", {"status": "ok", "id": 7}))]
    + [say("Everything is taken care of.")]}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["prompt"], got)
    info = DATASET[EXPLOIT["row"]]["info"]
    paid, owed = holed(EXPLOIT["messages"], info), fixed(EXPLOIT["messages"], info)
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
