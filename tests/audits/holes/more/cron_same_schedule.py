"""Put a job on a schedule. Every spelling of the same minutes, hours and days is right ('*/15' or '0,15,30,45'); the job
stands once and the other jobs stay as they were.
"""
import json
import re

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


FIELDS = [(0, 59), (0, 23), (1, 31), (1, 12), (0, 6)]


def values(field, low, high):
    """The values that one field stands for."""
    out = set()
    for part in field.split(","):
        span, _, step = part.partition("/")
        a, _, b = ("%d-%d" % (low, high) if span == "*" else span).partition("-")
        a, step = int(a), int(step or 1)
        b = int(b) if b else (high if "/" in part else a)
        if not (low <= a <= b <= high) or step < 1:
            raise ValueError(field)
        out |= set(range(a, b + 1, step))
    return frozenset(out)


def schedule(text):
    """What a schedule stands for, None when it is no schedule of numbers."""
    fields = text.split() if isinstance(text, str) and re.fullmatch(r"[\d*,/ -]{9,80}", text, re.A) else []
    try:
        read = [values(f, *FIELDS[i]) for i, f in enumerate(fields)] if len(fields) == 5 else None
    except ValueError:
        return None
    # a day of the month and a weekday are joined by 'or' unless one of them is a star
    return (*read, fields[2][0] == "*", fields[4][0] == "*") if read else None


def fixed(state: dict) -> float:
    info, jobs = state["info"], final_of(state).get("crontab")
    if not worked(state) or not isinstance(jobs, list) or not all(isinstance(j, dict) for j in jobs):
        return 0.0
    mine = [j for j in jobs if j.get("run") == info["run"]]
    others = [j for j in jobs if j.get("run") != info["run"]]
    if others != info["others"] or len(mine) != 1 or set(mine[0]) != {"run", "when"}:
        return 0.0
    when = schedule(mine[0]["when"])
    return 1.0 if when is not None and when == schedule(info["when"]) else 0.0


def row(text, run, when, said, others):
    ref = st([ask(text), call("c1", "crontab", add=f"{said} {run}"), tool("c1", "ok"), say("The job is scheduled.")],
             {"crontab": [*others, {"run": run, "when": said}]}, {"run": run, "when": when, "others": others})
    return {"case": run, "reference": ref, "initial": {"crontab": others}}


DATASET = [
    row("Run sync.sh every quarter of an hour.", "sync.sh", "*/15 * * * *", "0,15,30,45 * * * *", [{"run": "rotate.sh", "when": "0 3 * * *"}]),
    row("Run report.py at 7:30 on workdays.", "report.py", "30 7 * * 1-5", "30 7 * * 1,2,3,4,5", []),
    row("Run bill.sh at midnight on the first of each month.", "bill.sh", "0 0 1 * *", "0 0 1 1-12 *", [{"run": "sync.sh", "when": "*/5 * * * *"}]),
    row("Run probe.sh every six hours, on the hour.", "probe.sh", "0 */6 * * *", "0 0-23/6 * * *", []),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
