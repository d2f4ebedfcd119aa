"""A controller is paid the share of readings in the comfort band over the whole planned time
after a settling phase; a log that is too short or too long, or holds anything but readings,
earns nothing.
"""
import json
import math

SHAPE = "state"
KIND = "sound"
SOURCE = "common practice: share of steps within the band"
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


def alive(state):
    """The run ended by itself, with a reply."""
    return state.get("error") is None and not state.get("is_truncated") and bool(last_reply(state.get("messages") or []))


def final_of(state):
    """The end state of the world, {} if there is none."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def readings(state):
    """The log of the run, [] unless it has exactly the planned number of finite readings."""
    log, steps = final_of(state).get("log"), state["info"]["steps"]
    if not isinstance(log, list) or len(log) != steps:
        return []
    return log if all(type(x) in (int, float) and math.isfinite(x) for x in log) else []


def fixed(state: dict) -> float:
    info = state["info"]
    log = readings(state)[info["settle"]:] if alive(state) else []
    return sum(info["low"] <= x <= info["high"] for x in log) / len(log) if log else 0.0


def hold(log, low, high, settle):
    out = [ask(f"Keep the house between {low} and {high} degrees.")]
    for i, x in enumerate(log):
        out += [call(f"c{i}", "set_heater", level=1 if x < low else 0), tool(f"c{i}", str(x))]
    return st(out + [say("Done for today.")], {"log": log}, {"low": low, "high": high, "settle": settle, "steps": len(log)})


DATASET = [
    {"case": "warm up", "reference": hold([12, 15, 18.5, 19, 20, 20.5, 20, 19.5], 18, 22, 2)},
    {"case": "cool down", "reference": hold([31, 27, 24, 23.5, 23, 22.8], 20, 24, 2)},
    {"case": "steady", "reference": hold([16, 16.2, 15.9, 16, 16.1], 15, 17, 0)},
    {"case": "narrow", "reference": hold([5, 9, 13, 17, 20.1, 20.4, 20.2, 20.3, 20.4], 20, 20.5, 4)},
]
for row in DATASET:  # nothing was recorded before the agent acts
    row["initial"] = {"log": []}


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row["case"], got)


if __name__ == "__main__":
    print(__file__, check())
