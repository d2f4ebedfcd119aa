"""A coding task judged by hidden tests that the agent cannot see. The share of the failing tests that now pass counts; a
test that passed before and does not pass now is zero, and so is a test that was not run.
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


def st(messages, final, info, error=None, truncated=False):
    state = {"messages": messages, "error": error, "is_truncated": truncated,
             "final": final, "info": info}
    return json.loads(json.dumps(state))   # shares nothing with what it was made of


def worked(state):
    """The run ended by itself, with a reply, and at least one of its tool calls went through."""
    msgs = state.get("messages") or []
    alive = state.get("error") is None and not state.get("is_truncated") and bool(last_reply(msgs))
    return alive and any(args is not None and res == "ok" for _, args, res in calls_of(msgs))


def final_of(state):
    """The end state of the world, {} if there is none."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def fixed(state: dict) -> float:
    before, now = state["info"]["before"], final_of(state).get("hidden_tests")
    if not worked(state) or not isinstance(now, dict) or set(now) != set(before) or not all(v in ("pass", "fail", "error") for v in now.values() if isinstance(v, str)):
        return 0.0
    if not all(isinstance(v, str) for v in now.values()) or any(now[t] != "pass" for t, v in before.items() if v == "pass"):
        return 0.0
    failing = [t for t, v in before.items() if v != "pass"]
    return sum(now[t] == "pass" for t in failing) / len(failing)


def row(text, passing, failing):
    before = {**{t: "pass" for t in passing}, **{t: "fail" for t in failing}}
    ref = st([ask(text), call("c1", "write_file", path="src/main.py", text="..."), tool("c1", "ok"), say("It is mended.")],
             {"hidden_tests": {t: "pass" for t in before}}, {"before": before})
    return {"case": text, "reference": ref, "initial": {"hidden_tests": before}}


DATASET = [
    row("Mend the parsing of negative numbers.", ["test_plain", "test_zero"], ["test_negative", "test_negative_decimal"]),
    row("Make the cache forget old entries.", ["test_get", "test_set"], ["test_expiry"]),
    row("Write the missing sort.", [], ["test_empty", "test_sorted", "test_stable", "test_reverse"]),
    row("Stop the crash on empty files.", ["test_small", "test_large", "test_unicode"], ["test_empty"]),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
