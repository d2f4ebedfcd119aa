"""A shell task: the goal command has to succeed and only commands from the list may be run. Failed
tries are part of the work: two are free, then each costs a tenth, never more than four tenths.
"""
import json

SHAPE = "trajectory"
KIND = "healthy"
SOURCE = "own design, after common practice"
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


def fixed(messages: list[dict], info: dict) -> float:
    runs = [((a or {}).get("command"), body(r).get("exit")) for n, a, r in calls_of(messages) if n == "shell"]
    if not last_reply(messages) or len(runs) < len(calls_of(messages)) or any(c not in info["allowed"] for c, _ in runs):
        return 0.0
    # what counts is the last run of the goal: it may not have broken again afterwards
    goal = [code for c, code in runs if c == info["goal"]]
    if not goal or goal[-1] != 0 or isinstance(goal[-1], bool):
        return 0.0
    failed = sum(1 for _, code in runs if code != 0)
    return 1.0 - min(0.4, 0.1 * max(0, failed - 2))


def row(prompt, goal, allowed, *runs):
    turns = [ask(prompt)]
    for i, (command, code) in enumerate(runs):
        turns += [call(f"s{i}", "shell", command=command), tool(f"s{i}", {"exit": code})]
    return {"prompt": prompt, "info": {"goal": goal, "allowed": allowed}, "reference": turns + [say("It runs through now.")]}


MAKE = ["make test", "make deps", "make clean", "ls"]
DATASET = [
    row("Get 'make test' to pass.", "make test", MAKE, ("make test", 2), ("make deps", 0), ("make test", 0)),
    row("Build the docs with 'make docs'.", "make docs", ["make docs", "ls"], ("ls", 0), ("make docs", 0)),
    row("Get 'make test' to pass after a clean.", "make test", MAKE, ("make clean", 0), ("make test", 2), ("make deps", 1),
        ("make deps", 0), ("make test", 0)),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["info"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
