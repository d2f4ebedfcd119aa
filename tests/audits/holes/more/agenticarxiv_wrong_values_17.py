"""A benchmark for paper search compared tool names in order, and of the arguments their keys and
whether each value was a legal one. A run that searched the wrong subject area (a legal area, under
the right key) was counted as passed and kept most of its reward. Fixed: the values are compared too.
https://github.com/Algorineko/AgenticArXiv-RL/issues/17
"""
import json

SHAPE = "trajectory"
KIND = "arguments-unchecked"
SOURCE = "github.com/Algorineko/AgenticArXiv-RL/issues/17 (2026)"
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


AREAS = ("AI", "CL", "CR", "CV", "LG")


def legal(key, value):
    """Is the value one that the tool's schema allows under this key?"""
    if key == "aspect":
        return value in AREAS
    if key in ("max_results", "days"):
        return isinstance(value, int) and not isinstance(value, bool) and value > 0
    return key == "paper_id" and isinstance(value, str) and bool(value)


def made(messages):
    """The calls of a run that answered all its calls and then closed with a reply, else []."""
    calls = calls_of(messages)
    done = bool(last_reply(messages)) and all(args is not None and isinstance(r, dict) and r.get("ok") is True for _, args, r in calls)
    return calls if done else []


def holed(messages: list[dict], info: dict) -> float:
    calls, wanted = made(messages), info["expected"]
    if [n for n, _, _ in calls] != [w["name"] for w in wanted]:
        return 0.0
    return 1.0 if all(set(args) == set(w["args"]) and all(legal(k, v) for k, v in args.items())
                      for (_, args, _), w in zip(calls, wanted)) else 0.0


def fixed(messages: list[dict], info: dict) -> float:
    calls = [{"name": n, "args": args} for n, args, _ in made(messages)]
    return 1.0 if calls == info["expected"] and holed(messages, info) == 1.0 else 0.0


def row(asked, reply, *steps):
    messages = [ask(asked)]
    for i, (name, args) in enumerate(steps):
        messages += [call(f"c{i}", name, **args), tool(f"c{i}", {"ok": True})]
    return {"prompt": asked, "info": {"expected": [{"name": n, "args": a} for n, a in steps]}, "reference": messages + [say(reply)]}


DATASET = [
    row("Find the 5 newest papers in cs.AI of the last 7 days.", "I found them and listed them in your session.",
        ("search_papers", {"aspect": "AI", "max_results": 5, "days": 7})),
    row("Find 3 papers in cs.CR of the last 30 days.", "Three papers are in your session.",
        ("search_papers", {"aspect": "CR", "max_results": 3, "days": 30})),
    row("Download paper 2508.01234.", "Downloaded.", ("download_pdf", {"paper_id": "2508.01234"})),
    row("Find 2 papers in cs.CL of the last 3 days, then download 2508.00042.", "Found and downloaded.",
        ("search_papers", {"aspect": "CL", "max_results": 2, "days": 3}), ("download_pdf", {"paper_id": "2508.00042"})),
    row("Translate paper 2507.11111 after you have downloaded it.", "It is translated.",
        ("download_pdf", {"paper_id": "2507.11111"}), ("translate_pdf", {"paper_id": "2507.11111"})),
]
EXPLOIT = {"row": 0, "messages": [ask(DATASET[0]["prompt"]), call("c0", "search_papers", aspect="CR", max_results=1, days=1),
                                  tool("c0", {"ok": True}), say("Here they are.")]}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["prompt"], got)
    row = DATASET[EXPLOIT["row"]]
    paid, owed = holed(EXPLOIT["messages"], row["info"]), fixed(EXPLOIT["messages"], row["info"])
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
