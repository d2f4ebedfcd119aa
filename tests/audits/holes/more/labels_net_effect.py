"""What counts is which labels the issue carries in the end, replayed from the calls that went
through; a label put on by mistake may be taken off again. A tenth is lost for each detour
beyond two, down to a half.
"""
import json

SHAPE = "trajectory"
SOURCE = "healthy"
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


def fixed(messages: list[dict], info: dict) -> float:
    labels, moves = set(info["before"]), 0
    for name, args, res in calls_of(messages):
        if name not in ("add_label", "remove_label") or (args or {}).get("issue") != info["issue"]:
            return 0.0   # nothing else may be touched
        label = args.get("label")
        if res == "ok" and isinstance(label, str):
            moves += 1
            labels = labels | {label} if name == "add_label" else labels - {label}
    if labels != set(info["after"]) or not last_reply(messages):
        return 0.0
    needed = len(set(info["before"]) ^ set(info["after"]))
    return max(0.5, 1.0 - 0.1 * max(0, moves - needed - 2))


def row(issue, before, after, *moves):
    task = f"Issue {issue} should carry exactly these labels: {', '.join(after)}"
    msgs = [ask(task)]
    for i, (sign, label) in enumerate(moves):
        msgs += [call(f"m{i}", "add_label" if sign == "+" else "remove_label", issue=issue, label=label), tool(f"m{i}", "ok")]
    return {"prompt": task, "info": {"issue": issue, "before": before, "after": after}, "reference": msgs + [say("The labels are set.")]}


DATASET = [
    row(7, ["bug"], ["bug", "p1"], ("+", "p1")),
    row(12, ["question", "stale"], ["docs"], ("-", "stale"), ("+", "docs"), ("-", "question")),
    row(31, [], ["api", "p2"], ("+", "api"), ("+", "p1"), ("-", "p1"), ("+", "p2")),
    row(44, ["wip", "ui"], ["ui"], ("-", "wip")),
]


def check():
    for row in DATASET:
        for fn in (fixed,):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["info"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
