"""The tools that the agent must use were looked for in the whole history of calls. The simulated user can call
tools as well, so a call made on the user's side met the demand on the agent, who had done nothing.
"""
import json

SHAPE = "trajectory"
KIND = "wrong-actor"
SOURCE = "github.com/Toloka/tolokaforge/pull/975 (2026)"
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


def all_calls(messages):
    """(who, name, args, result) of every call in the history, whoever made it."""
    out, turns = [], [m for m in messages if isinstance(m, dict)]
    for i, m in enumerate(turns):
        made = m.get("tool_calls")
        for c in [c for c in made if isinstance(c, dict)] if isinstance(made, list) else []:
            f = c["function"] if isinstance(c.get("function"), dict) else {}
            try:
                args = json.loads(f.get("arguments"))
            except (TypeError, ValueError, RecursionError):
                args = None
            came = [r["content"].strip() for r in turns[i + 1:] if r.get("role") == "tool"
                    and isinstance(r.get("content"), str) and c.get("id") and r.get("tool_call_id") == c["id"]]
            out.append((m.get("role"), f.get("name"), args, came[0] if came else ""))
    return out


def met(calls, info):
    """Each wanted call went through, once."""
    return all(sum(n == want["name"] and a == want["args"] and res == "ok" for _, n, a, res in calls) == 1 for want in info["required"])


def broken(calls, info):
    return any(n in info["disallowed"] for _, n, _, _ in calls)


def holed(messages: list[dict], info: dict) -> float:
    calls = all_calls(messages)
    return 1.0 if last_reply(messages) and met(calls, info) and not broken(calls, info) else 0.0


def fixed(messages: list[dict], info: dict) -> float:
    calls = [c for c in all_calls(messages) if c[0] == "assistant"]
    return 1.0 if last_reply(messages) and met(calls, info) and not broken(calls, info) else 0.0


def by_user(cid, name, **args):
    return {**call(cid, name, **args), "role": "user", "content": "I do this one myself."}


def row(text, required, *between):
    made = [m for i, w in enumerate(required) for m in (call(f"a{i}", w["name"], **w["args"]), tool(f"a{i}", "ok"))]
    return {"prompt": text, "info": {"required": required, "disallowed": ["wipe_device", "close_account"]},
            "reference": [ask(text), *between, *made, say("That is done.")]}


DATASET = [
    row("My data does not work. Please refresh the line 555-01.", [{"name": "refresh_line", "args": {"line": "555-01"}}]),
    row("Add 2 GB to line 555-02 and turn roaming on.", [{"name": "add_data", "args": {"line": "555-02", "gb": 2}},
                                                      {"name": "roaming", "args": {"line": "555-02", "on": True}}]),
    row("Unlock the SIM of line 555-03.", [{"name": "unlock_sim", "args": {"line": "555-03"}}],
        by_user("u1", "toggle_airplane", on=False), tool("u1", "ok")),
    row("Suspend line 555-04, it is stolen.", [{"name": "suspend", "args": {"line": "555-04"}}]),
]
EXPLOIT = {"row": 0, "messages": [ask("My data does not work. Please refresh the line 555-01."),
                                  by_user("u1", "refresh_line", line="555-01"), tool("u1", "ok"), say("Anything else?")]}


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
