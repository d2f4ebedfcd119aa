"""Program repair: the last version of solve.py the agent wrote is run on hidden command lines in a child
process; the reward is the share of them that print the right thing, nothing below all the old ones.
"""
import json
import os
import subprocess
import sys
import tempfile

SHAPE = "trajectory"
FULL = 1.0


def user(text):
    return {"role": "user", "content": text}


def bot(text):
    return {"role": "assistant", "content": text}


def use(cid, name, /, **args):
    fn = {"name": name, "arguments": json.dumps(args)}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": cid, "type": "function", "function": fn}]}


def out(cid, content):
    return {"role": "tool", "tool_call_id": cid, "content": content if isinstance(content, str) else json.dumps(content)}


def steps(messages):
    """(name, args, result) per tool call in order; args None unless a JSON object, result None if the tool never answered."""
    log, waiting = [], {}
    for m in messages:
        if not isinstance(m, dict):
            continue
        if m.get("role") == "assistant":
            for c in m.get("tool_calls") or []:
                fn = c.get("function") or {}
                try:
                    args = json.loads(fn.get("arguments") or "")
                except (TypeError, ValueError, RecursionError):
                    args = None
                log.append([fn.get("name"), args if isinstance(args, dict) else None, None])
                waiting[str(c.get("id"))] = log[-1]
        elif m.get("role") == "tool":
            step = waiting.pop(str(m.get("tool_call_id")), None)
            if step is not None and isinstance(m.get("content"), str):
                step[2] = m["content"].strip()
    return [tuple(s) for s in log]


def closing(messages):
    """What the assistant said last, '' unless it ended the conversation with plain text."""
    last = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    if last.get("role") != "assistant" or last.get("tool_calls") or not isinstance(last.get("content"), str):
        return ""
    return last["content"].strip()


def written(messages):
    """Text of solve.py as the last successful write left it, None if it was never written."""
    texts = [(args or {}).get("text") for name, args, res in steps(messages)
             if name == "write_file" and (args or {}).get("path") == "solve.py" and res == "ok"]
    return texts[-1] if texts and isinstance(texts[-1], str) else None


def prints(path, cwd, argv):
    try:
        done = subprocess.run([sys.executable, "-I", "-S", path, *argv], cwd=cwd, env={"PATH": "/usr/bin:/bin"}, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, errors="replace", timeout=4)
    except (subprocess.TimeoutExpired, OSError):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def fixed(messages: list[dict], info: dict) -> float:
    source = written(messages)
    if source is None or not closing(messages):
        return 0.0
    with tempfile.TemporaryDirectory() as tmp:
        path = os.path.join(tmp, "solve.py")
        with open(path, "w", encoding="utf-8", errors="replace") as f:
            f.write(source)
        if not all(prints(path, tmp, argv) == want for argv, want in info["keep"]):
            return 0.0   # broke something that worked
        return sum(prints(path, tmp, argv) == want for argv, want in info["fix"]) / len(info["fix"])


def row(task, code, keep, fix):
    return {"prompt": task, "info": {"keep": keep, "fix": fix}, "reference": [
        user(task), use("r", "read_file", path="solve.py"), out("r", "(source)"),
        use("w", "write_file", path="solve.py", text=code), out("w", "ok"), bot("Fixed in solve.py.")]}


HEAD = "import sys\na = sys.argv[1:]\n"
DATASET = [
    row("solve.py sums its arguments but fails on decimals", HEAD + "t = sum(map(float, a))\nprint(int(t) if t == int(t) else t)",
        [[["1", "2"], "3"]], [[["1.5", "2"], "3.5"], [["0.25"], "0.25"]]),
    row("solve.py should ignore case when it tests for palindromes", HEAD + "s = a[0].lower()\nprint('yes' if s == s[::-1] else 'no')",
        [[["abba"], "yes"], [["abc"], "no"]], [[["Abba"], "yes"], [["Otto"], "yes"]]),
    row("solve.py prints the median; wrong for even counts",
        HEAD + "x = sorted(map(int, a))\nn = len(x)\nprint(x[n // 2] if n % 2 else (x[n // 2 - 1] + x[n // 2]) / 2)",
        [[["3", "1", "2"], "2"]], [[["1", "2", "3", "4"], "2.5"], [["5", "1"], "3.0"]]),
    row("solve.py counts words; runs of spaces are counted as words", HEAD + "print(len(' '.join(a).split()))",
        [[["one two"], "2"], [["x"], "1"]], [[["one   two"], "2"], [["  a b  c "], "3"], [[""], "0"]]),
]


def attempt(code, path="solve.py"):
    return [user("t"), use("w", "write_file", path=path, text=code), out("w", "ok"), bot("Done.")]


WRONG = [(0, attempt("print(3)")), (1, attempt("import os; os._exit(0)")), (2, attempt(HEAD + "print(sorted(map(int, a))[len(a) // 2])")),
         (0, attempt(HEAD + "print(sum(map(float, a)))", path="other.py"))]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["prompt"], got)
    low = [fixed(messages, DATASET[i]["info"]) for i, messages in WRONG]
    low += [fixed([user(r["prompt"])], r["info"]) for r in DATASET]
    assert all(x < 0.5 for x in low), low
    return FULL, low

if __name__ == "__main__":
    print(__file__, check())
