"""An evaluation harness passes a task when all of its grader results passed. A task that came back with
no grader result at all therefore passes: nothing was looked at and nothing failed. Here a grader
runs for each file that is handed in, so that whoever hands in none, or a part only, passes. Fixed: the
task's own list of files says which graders must have run, and each must have passed.
https://github.com/VangelisTech/archetype/issues/410
"""
import json

SHAPE = "trajectory"
KIND = "vacuous"
SOURCE = "github.com/VangelisTech/archetype/issues/410 (2026)"
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


def handed_in(messages):
    """What was handed in last under each path, {} for a run without a closing reply."""
    files = {}
    for name, args, result in calls_of(messages):
        if name == "hand_in" and args is not None and result == {"received": True} and isinstance(args.get("path"), str):
            files[args["path"]] = args.get("text")
    return files if last_reply(messages) else {}


def graders(messages, info):
    """One result per file that was handed in: is it what the task wants under that path?"""
    return [text == info["files"].get(path) for path, text in handed_in(messages).items()]


def holed(messages: list[dict], info: dict) -> float:
    return 1.0 if last_reply(messages) and all(graders(messages, info)) else 0.0


def fixed(messages: list[dict], info: dict) -> float:
    results = graders(messages, info)
    return 1.0 if results and set(handed_in(messages)) == set(info["files"]) and all(results) else 0.0


def row(asked, files):
    messages = [ask(asked)]
    for i, (path, text) in enumerate(files.items()):
        messages += [call(f"h{i}", "hand_in", path=path, text=text), tool(f"h{i}", {"received": True})]
    return {"prompt": asked, "info": {"files": files}, "reference": messages + [say("All is handed in.")]}


DATASET = [
    row("Hand in 'sum.txt' with the sum of 19, 23 and 58.", {"sum.txt": "100"}),
    row("Hand in 'names.csv' with Ada and Bo in one line, and 'count.txt' with how many they are.", {"names.csv": "Ada,Bo", "count.txt": "2"}),
    row("Hand in 'upper.txt' with the word 'harbour' in capitals.", {"upper.txt": "HARBOUR"}),
    row("Hand in 'a.txt', 'b.txt' and 'c.txt' with the squares of 7, 8 and 9.", {"a.txt": "49", "b.txt": "64", "c.txt": "81"}),
]
EXPLOIT = {"row": 0, "messages": [ask(DATASET[0]["prompt"]), say("Done.")]}


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
