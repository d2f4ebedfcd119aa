"""A tool-use reward kept the expected tools and the expected arguments in two hand-written lists.
Where the second was forgotten the argument part quietly left the reward, and calling the right
tool on the wrong thing earned everything.
"""
import json

SHAPE = "trajectory"
KIND = "silent-drop"
SOURCE = "github.com/Algorineko/AgenticArXiv-RL/pull/36 (2026)"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function",
         "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid,
            "content": content if isinstance(content, str) else json.dumps(content)}


def calls_of(messages):
    """(name, args, result) of every tool call, in order; args None when they are no JSON object, result '' when none came."""
    out, turns = [], [m for m in messages if isinstance(m, dict)]
    for i, m in enumerate(turns):
        made = m.get("tool_calls") if m.get("role") == "assistant" else None
        for c in [c for c in made if isinstance(c, dict)] if isinstance(made, list) else []:
            f = c["function"] if isinstance(c.get("function"), dict) else {}
            try:
                args = json.loads(f.get("arguments"))
            except (TypeError, ValueError, RecursionError):
                args = None
            came = [r["content"].strip() for r in turns[i + 1:] if r.get("role") == "tool"
                    and isinstance(r.get("content"), str) and c.get("id") and r.get("tool_call_id") == c["id"]]
            out.append((f.get("name"), args if isinstance(args, dict) else None, came[0] if came else ""))
    return out


def last_reply(messages):
    """Text of the closing message if the assistant wrote it and calls nothing more, else ''."""
    m = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    text = m.get("content") if m.get("role") == "assistant" and not m.get("tool_calls") else ""
    return text.strip() if isinstance(text, str) else ""


def body(text):
    """The JSON object in text, {} if there is none."""
    try:
        got = json.loads(text)
    except (ValueError, RecursionError):
        got = None
    return got if isinstance(got, dict) else {}


def components(messages, tools, args):
    """tool, argument and outcome parts of the reward, each 0 or 1; argument is None when there is nothing to compare with."""
    made = calls_of(messages)
    return {"tool": float([n for n, _, _ in made] == tools),
            "argument": None if args is None else float([a for _, a, _ in made] == args),
            "outcome": float(bool(made) and all(body(r).get("status") == "READY" for _, _, r in made) and bool(last_reply(messages)))}


def total(parts):
    """The weakest of the parts that apply."""
    return min(v for v in parts.values() if v is not None)


def holed(messages: list[dict], info: dict) -> float:
    return total(components(messages, info["expected_tools"], info.get("expected_tool_args")))


def fixed(messages: list[dict], info: dict) -> float:
    steps = info["steps"]   # the one record of the truth; both lists follow from it
    return total(components(messages, [s["tool"] for s in steps], [s["args"] for s in steps]))


def run(prompt, reply, *made):
    out = [ask(prompt)]
    for i, (name, args) in enumerate(made):
        out += [call(f"c{i}", name, **args), tool(f"c{i}", {"status": "READY", "n": i + 1})]
    return out + [say(reply)]


def task(prompt, reply, *steps, listed=True):
    info = {"steps": [{"tool": t, "args": a} for t, a in steps], "expected_tools": [t for t, _ in steps]}
    if listed:
        info["expected_tool_args"] = [a for _, a in steps]
    return {"prompt": prompt, "info": info, "reference": run(prompt, reply, *steps)}


DATASET = [
    task("Find five cs.AI papers of the last week.", "Here are five.", ("search_papers", {"aspect": "AI", "days": 7, "max": 5})),
    task("Download the second paper of the list.", "Downloaded.", ("download_pdf", {"ref": 2}), listed=False),
    task("Search cs.CL for today, then translate the first hit.", "Translated the first one.",
         ("search_papers", {"aspect": "CL", "days": 1, "max": 10}), ("translate_pdf", {"ref": 1})),
    task("Is paper 4 in the cache?", "Yes, it is there.", ("cache_status", {"ref": 4})),
]
EXPLOIT = {"row": 1, "messages": run("Download the second paper of the list.", "Downloaded.", ("download_pdf", {"ref": 9}))}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["info"], got)
    info = DATASET[EXPLOIT["row"]]["info"]
    paid, owed = holed(EXPLOIT["messages"], info), fixed(EXPLOIT["messages"], info)
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
