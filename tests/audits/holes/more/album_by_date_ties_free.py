"""Sorting a photo album by date. Pictures of the same day may stand in any order among themselves. No
picture may be lost, added, doubled or given another date; the pay is all or nothing.
"""
import json

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
    album, dates = final_of(state).get("album"), state["info"]["dates"]
    if not worked(state) or not isinstance(album, list) or not all(isinstance(p, dict) for p in album):
        return 0.0
    names = [p.get("name") for p in album]
    if not all(isinstance(n, str) for n in names) or sorted(names) != sorted(dates):
        return 0.0
    kept = all(p == {"name": p["name"], "date": dates[p["name"]]} for p in album)
    days = [dates[n] for n in names]
    return 1.0 if kept and days == sorted(days) else 0.0


def album(dates, order):
    return [{"name": n, "date": dates[n]} for n in order]


def sorted_by(dates, order, moves):
    msgs = [ask("Put the album in order of date.")]
    for i, (name, to) in enumerate(moves):
        msgs += [call(f"m{i}", "move", photo=name, to=to), tool(f"m{i}", "ok")]
    return st(msgs + [say("In order.")], {"album": album(dates, order)}, {"dates": dates})


D1 = {"sea": "2024-05-02", "hut": "2024-05-01", "cake": "2024-06-09"}
D2 = {"a": "2023-01-04", "b": "2023-01-04", "c": "2022-12-30"}
D3 = {"fog": "2021-03-03", "dog": "2020-07-07"}
D4 = {"p": "2024-02-01", "q": "2024-01-01", "r": "2024-02-01", "s": "2024-01-01"}
DATASET = [
    {"case": "plain", "reference": sorted_by(D1, ["hut", "sea", "cake"], [("hut", 0)])},
    {"case": "two of one day", "reference": sorted_by(D2, ["c", "b", "a"], [("c", 0), ("b", 1)])},
    {"case": "two photos", "reference": sorted_by(D3, ["dog", "fog"], [("dog", 0)])},
    {"case": "two days of two", "reference": sorted_by(D4, ["s", "q", "p", "r"], [("s", 0), ("q", 1)])},
]
for row in DATASET:  # the album as it was found
    dates = row["reference"]["info"]["dates"]
    row["initial"] = {"album": album(dates, list(dates))}

R = DATASET[0]["reference"]
CHEATS = [dict(R, final={"album": []}), dict(R, final={"album": album(D1, ["hut"])}),
          dict(R, final={"album": [{"name": n, "date": "2024-05-01"} for n in ("sea", "hut", "cake")]}),
          dict(R, final={"album": album(D1, ["hut", "hut", "sea", "cake"])}), dict(R, messages=[ask("t"), say("In order.")])]


def check():
    for row in DATASET:
        ref = row["reference"]
        got = fixed(ref)
        assert abs(got - FULL) < 1e-9, (row["case"], got)
        for bad in (dict(ref, final=row["initial"]), dict(ref, final={}), dict(ref, final=None),
                    dict(ref, error="crashed"), dict(ref, is_truncated=True)):
            assert fixed(bad) < 0.5, (row["case"], bad)
    for cheat in CHEATS:
        assert fixed(cheat) < 0.5, (cheat, fixed(cheat))


if __name__ == "__main__":
    print(__file__, check())
