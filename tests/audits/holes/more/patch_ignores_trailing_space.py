"""A text edit in a small tree of files: the edited file has to read as asked, blanks at the ends of
lines and empty lines at the end of the file aside; every other file has to be untouched.
"""
import json

SHAPE = "state"
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


def last_reply(messages):
    """Text of the closing message if the assistant wrote it and calls nothing more, else ''."""
    m = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    text = m.get("content") if m.get("role") == "assistant" and not m.get("tool_calls") else ""
    return text.strip() if isinstance(text, str) else ""


def st(messages, final, info, error=None, truncated=False):
    state = {"messages": messages, "error": error, "is_truncated": truncated,
             "final": final, "info": info}
    return json.loads(json.dumps(state))   # shares nothing with what it was made of


def closed(state):
    """The run ended by itself, with a reply."""
    return state.get("error") is None and not state.get("is_truncated") and bool(last_reply(state.get("messages") or []))


def final_of(state):
    """The end state of the world, {} if there is none."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def plain(text):
    """The lines of a text without blanks at their ends and without empty lines at its end."""
    if not isinstance(text, str):
        return None
    lines = [line.rstrip() for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def fixed(state: dict) -> float:
    info, files = state["info"], final_of(state).get("files")
    if not closed(state) or not isinstance(files, dict):
        return 0.0
    rest = {p: t for p, t in files.items() if p != info["path"]}
    before = {p: t for p, t in info["before"].items() if p != info["path"]}
    return 1.0 if plain(files.get(info["path"])) == plain(info["after"]) and rest == before else 0.0


def edited(task, before, path, after, written):
    turns = [ask(task), call("r", "read", path=path), tool("r", {"text": before[path]}),
             call("w", "write", path=path, text=written), tool("w", {"ok": True}), say("Edited.")]
    return st(turns, {"files": {**before, path: written}}, {"path": path, "before": before, "after": after})


DATASET = [
    {"case": "rename", "reference": edited("In a.py call the function area.", {"a.py": "def f(r):\n    return r * r\n", "b.txt": "keep"},
                                           "a.py", "def area(r):\n    return r * r\n", "def area(r):  \n    return r * r")},
    {"case": "new line", "reference": edited("Add a line 'debug=0' at the end of conf.", {"conf": "port=80\n"}, "conf",
                                             "port=80\ndebug=0\n", "port=80\ndebug=0\n\n")},
    {"case": "drop a line", "reference": edited("Remove the second item in list.md.", {"list.md": "- a\n- b\n- c\n", "x": ""}, "list.md",
                                                "- a\n- c\n", "- a\n- c\n")},
]
for row in DATASET:  # the tree before the edit
    row["initial"] = {"files": dict(row["reference"]["info"]["before"])}


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row["case"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
