"""The gain over the old schedule's cost, as a share of what the best schedule saves: negative
when the bill went up. Savings only count when no hour was colder than the tenants' minimum;
a cold hour costs a flat quarter.
"""
import json
import math

SHAPE = "state"
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
    f, info = final_of(state), state["info"]
    kwh, temps = f.get("kwh"), f.get("temps")
    numbers = all(isinstance(v, list) and len(v) == len(info["price"]) and all(type(n) in (int, float) and math.isfinite(n) for n in v) for v in (kwh, temps))
    if not worked(state) or not numbers or any(k < 0 for k in kwh):
        return 0.0
    if min(temps) < info["minimum"]:
        return -0.25
    cost = sum(k * p for k, p in zip(kwh, info["price"]))
    share = (info["old"] - cost) / (info["old"] - info["best"])
    return max(-1.0, min(1.0, round(share, 9)))


def heated(kwh, temps, price, old_kwh, best, minimum=19):
    old = sum(k * p for k, p in zip(old_kwh, price))
    return st([ask("Make the heating cheaper, never below the minimum"), call("s", "set_schedule", hours=len(kwh)), tool("s", "ok"), say("Set.")],
              {"kwh": kwh, "temps": temps}, {"price": price, "old": old, "best": best, "minimum": minimum})


DATASET = [
    {"case": "cheap morning", "reference": heated([4, 1, 1], [21, 20, 19], [1, 3, 3], [2, 2, 2], 10)},
    {"case": "flat price", "reference": heated([2, 2, 1], [20, 20, 19], [2, 2, 2], [3, 2, 2], 10)},
    {"case": "cheap night", "reference": heated([5, 0, 0, 1], [22, 21, 20, 20], [1, 4, 4, 2], [2, 2, 1, 2], 7, 20)},
    {"case": "low minimum", "reference": heated([1, 1, 0], [17, 17, 16], [2, 5, 5], [1, 1, 1], 7, 16)},
]
OLD = [[2, 2, 2], [3, 2, 2], [2, 2, 1, 2], [1, 1, 1]]
for row, kwh in zip(DATASET, OLD):  # the old schedule still runs
    row["initial"] = {"kwh": kwh, "temps": [row["reference"]["info"]["minimum"] + 1] * len(kwh)}


def check():
    for row in DATASET:
        for fn in (fixed,):
            got = fn(row["reference"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["case"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
