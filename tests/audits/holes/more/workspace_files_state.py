"""File task graded on the tree left behind. Logs, caches and anything under tmp/ are nobody's business; trailing blanks are too."""
import copy
import json

SHAPE = "state"
KIND = "healthy"
FULL = 1.0

IGNORED = ("tmp/", ".cache/", "__pycache__/")


def tidy(text):
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()


def relevant(files):
    return {p: tidy(t) for p, t in files.items() if isinstance(t, str) and not p.startswith(IGNORED) and not p.endswith(".log")}


def fixed(state: dict) -> float:
    final = state.get("final")
    if state.get("error") is not None or state.get("is_truncated") or not isinstance(final, dict) or not isinstance(final.get("files"), dict):
        return 0.0
    return 1.0 if relevant(final["files"]) == relevant(state["info"]["expected_files"]) else 0.0


def session(task, cmds, files, expected):
    msgs = [{"role": "user", "content": task}]
    for i, c in enumerate(cmds):
        msgs += [{"role": "assistant", "content": "", "tool_calls": [{"id": f"s{i}", "type": "function", "function": {"name": "shell", "arguments": json.dumps({"cmd": c})}}]},
                 {"role": "tool", "tool_call_id": f"s{i}", "content": ""}]
    return {"messages": msgs + [{"role": "assistant", "content": "Finished."}], "error": None, "is_truncated": False,
            "final": {"files": files, "mtime": 1718000000 + len(task)}, "info": {"expected_files": expected}}


DATASET = [
    {"case": "rename", "initial": {"files": {"a.txt": "one\n"}, "mtime": 1717000000},
     "reference": session("Rename a.txt to b.txt", ["cp a.txt tmp/a.bak", "mv a.txt b.txt"], {"b.txt": "one\n", "tmp/a.bak": "one\n"}, {"b.txt": "one\n"})},
    {"case": "merge", "initial": {"files": {"x.csv": "1\n", "y.csv": "2\n"}, "mtime": 1717000001},
     "reference": session("Join x.csv and y.csv into z.csv, keep both", ["cat x.csv > z.csv", "cat x.csv y.csv > z.csv"],
                          {"x.csv": "1\n", "y.csv": "2\n", "z.csv": "1 \n2\n\n", "run.log": "ok"}, {"x.csv": "1\n", "y.csv": "2\n", "z.csv": "1\n2\n"})},
    {"case": "clean", "initial": {"files": {"keep.md": "# k\n", "old.bak": "x"}, "mtime": 1717000002},
     "reference": session("Delete the .bak files", ["rm *.bak"], {"keep.md": "# k\n"}, {"keep.md": "# k\n"})},
]

if __name__ == "__main__":
    for row in DATASET:
        assert abs(fixed(copy.deepcopy(row["reference"])) - FULL) < 1e-9, row["case"]
    print(__file__, "ok")
