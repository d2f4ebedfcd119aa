"""A look-up question. The closing answer must be right and the agent must have seen it: one of its successful searches
returned the passage the answer stands in. Knowing it by heart earns a small part only.
"""
import json
import re

SHAPE = "trajectory"
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


FROM_MEMORY = 0.2
FINAL_RE = re.compile(r"^Final answer: (.+)$", re.M)


def norm(text):
    return re.sub(r"[^a-z0-9. ]", "", " ".join(text.split()).casefold())


def final_answer(messages):
    found = FINAL_RE.findall(closing(messages))
    return norm(found[0]) if len(found) == 1 else None


def passages_seen(messages):
    """Ids of the passages that the search tool returned to the agent."""
    seen = set()
    for c in trace(messages):
        hits = payload(c["result"]).get("hits")
        if c["name"] == "search" and c["args"] and isinstance(hits, list):
            seen |= {h["id"] for h in hits if isinstance(h, dict) and isinstance(h.get("id"), str)}
    return seen


def healthy(messages: list[dict], info: dict) -> float:
    if final_answer(messages) not in [norm(a) for a in info["aliases"]]:
        return 0.0
    return 1.0 if passages_seen(messages) & set(info["gold_passages"]) else FROM_MEMORY


def row(q, query, pid, text, answer, aliases):
    return {"prompt": q, "info": {"aliases": aliases, "gold_passages": [pid]},
            "reference": [ask(q), call("q1", "search", query=query), tool("q1", {"hits": [{"id": pid, "text": text}]}),
                          say(f"The passage settles it.\nFinal answer: {answer}")]}


DATASET = [
    row("Who built the lock at Zandkreek?", "Zandkreek lock builder", "p811", "The lock was built by Van Oord.", "Van Oord", ["Van Oord", "van oord nv"]),
    row("How tall is the mast of the Alde Toer?", "Alde Toer mast height", "p020", "Its mast is 31.5 m tall.", "31.5 m", ["31.5 m", "31.5 metres"]),
    row("In which year did line 7 close?", "tram line 7 closed", "p344", "Line 7 ran until 1958.", "1958", ["1958"]),
]


def check():
    for i, row in enumerate(DATASET):
        got = healthy(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["prompt"], got)
        assert healthy([], row["info"]) == 0.0
        assert healthy([ask(row["prompt"]), say("All done.")], row["info"]) == 0.0
    return FULL


fixed = healthy
