"""The asked file must hold the asked text; other files, the log and the clock are the agent's own."""
import json

SHAPE = "state"
KIND = "free-leaves"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid, "content": json.dumps(content)}


def ended(state):
    last = (state.get("messages") or [{}])[-1]
    return state.get("error") is None and not state.get("is_truncated") and last.get("role") == "assistant" and bool(last.get("content"))


def fixed(state: dict) -> float:
    info, final = state["info"], state.get("final")
    files = final.get("files") if isinstance(final, dict) else None
    written = files.get(info["path"]) if isinstance(files, dict) else None
    kept = isinstance(files, dict) and files.get("README") == info["readme"]
    return 1.0 if ended(state) and kept and isinstance(written, str) and written.strip() == info["text"] else 0.0


def row(path, text, extra):
    readme = "Keep me."
    asked = f"Write {text!r} into {path}."
    final = {"files": {"README": readme, path: text + "\n", **extra}, "log": [f"wrote {path}", *(f"wrote {name}" for name in extra)],
             "clock": 1700 + len(text), "user": "ann"}
    reference = {"messages": [ask(asked), call("w", "write", path=path, text=text), tool("w", {"ok": True}), say("Written.")],
                 "error": None, "is_truncated": False, "final": final,
                 "info": {"path": path, "text": text, "readme": readme, "user": "ann"}}
    return {"case": path, "reference": reference, "initial": {"files": {"README": readme}, "log": [], "clock": 1700, "user": "ann"}}


DATASET = [
    row("out/summary.txt", "three of five", {}),
    row("out/names.txt", "Ada, Grace", {"scratch.tmp": "Ada?"}),
    row("notes.md", "# Monday", {"notes.bak": "# Sunday", "todo.txt": ""}),
    row("count.txt", "41", {}),
]


def check():
    for one in DATASET:
        assert fixed(one["reference"]) == FULL, one
        assert fixed({**one["reference"], "final": one["initial"]}) == 0.0, one
        assert fixed({**one["reference"], "error": "killed"}) == 0.0, one


if __name__ == "__main__":
    print(__file__, check())
