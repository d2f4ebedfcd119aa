"""A file has to be read before it is written, is written once and holds what was asked for;
other reads, and a look at the result, are nobody's business.
"""
import json

SHAPE = "trajectory"
KIND = "sound"
SOURCE = "common practice: partial order over steps"
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
    calls = calls_of(messages)
    reads = [i for i, (n, a, res) in enumerate(calls) if n == "read_file" and a == {"path": info["path"]} and res == info["was"]]
    writes = [(i, a, res) for i, (n, a, res) in enumerate(calls) if n not in ("read_file", "list_dir")]
    if not reads or len(writes) != 1 or not last_reply(messages):
        return 0.0
    at, args, res = writes[0]
    wanted = {"path": info["path"], "content": info["content"]}
    return 1.0 if calls[at][0] == "write_file" and reads[0] < at and args == wanted and res == "ok" else 0.0


def change(task, path, was, content, *others):
    """Read and write, with these other (tool, arguments, result) steps before."""
    out = [ask(task)]
    for i, (name, args, res) in enumerate(others + (("read_file", {"path": path}, was),
                                                    ("write_file", {"path": path, "content": content}, "ok"))):
        out += [call(f"c{i}", name, **args), tool(f"c{i}", res)]
    return out + [say(f"{path} is changed.")]


DATASET = [
    {"prompt": "Set the port in app.ini to 81.", "info": {"path": "app.ini", "was": "port=80", "content": "port=81"},
     "reference": change("Set the port in app.ini to 81.", "app.ini", "port=80", "port=81")},
    {"prompt": "Add Mia to team.txt.", "info": {"path": "team.txt", "was": "Leo", "content": "Leo\nMia"},
     "reference": change("Add Mia to team.txt.", "team.txt", "Leo", "Leo\nMia", ("list_dir", {"path": "."}, "team.txt log.txt"))},
    {"prompt": "Turn debug off in run.cfg.", "info": {"path": "run.cfg", "was": "debug=on", "content": "debug=off"},
     "reference": change("Turn debug off in run.cfg.", "run.cfg", "debug=on", "debug=off",
                         ("read_file", {"path": "README"}, "debug is on or off"))},
    {"prompt": "Bump VERSION by one patch.", "info": {"path": "VERSION", "was": "1.4.9", "content": "1.4.10"},
     "reference": change("Bump VERSION by one patch.", "VERSION", "1.4.9", "1.4.10")},
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["info"], got)


if __name__ == "__main__":
    print(__file__, check())
