"""A list of independent chores earns the share of chores that were carried out. One harmful call, or
no closing reply, takes everything; doing a chore twice earns it once.
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

SAFE = ("set", "get")


def fixed(messages: list[dict], info: dict) -> float:
    calls = calls_of(messages)
    if not last_reply(messages) or any(n not in SAFE for n, _, _ in calls):
        return 0.0
    state = {}   # the last value that was set counts
    for n, a, r in calls:
        if n == "set" and a and isinstance(a.get("key"), str) and body(r).get("ok") is True:
            state[a["key"]] = a.get("value")
    if any(key not in info["chores"] for key in state):
        return 0.0
    return sum(key in state and state[key] == want and type(state[key]) is type(want)
               for key, want in info["chores"].items()) / len(info["chores"])


def row(chores, first=()):
    """A run that sets the chores, with some values set wrongly first and put right."""
    prompt = "Set " + ", ".join(f"{k} to {v}" for k, v in chores.items()) + "; change nothing else."
    turns, todo = [ask(prompt)], list(first) + list(chores.items())
    for i, (key, value) in enumerate(todo):
        turns += [call(f"s{i}", "set", key=key, value=value), tool(f"s{i}", {"ok": True})]
    return {"prompt": prompt, "info": {"chores": chores}, "reference": turns + [say("All set.")]}


DATASET = [
    row({"theme": "dark", "font": 14, "wrap": True}),
    row({"lang": "sv", "zoom": 110}, first=[("zoom", 11)]),
    row({"tabs": 4, "ruler": 88, "minimap": False, "autosave": "off"}),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["info"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
