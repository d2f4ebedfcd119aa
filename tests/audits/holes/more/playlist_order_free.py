"""A playlist has to hold exactly the asked songs, each once; their order does not matter, nor does
case in the titles. The other playlists have to be as they were.
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


def titles(songs):
    """The titles without case, sorted; None if they are no list of titles."""
    fine = isinstance(songs, list) and all(isinstance(s, str) for s in songs)
    return sorted(s.strip().lower() for s in songs) if fine else None


def fixed(state: dict) -> float:
    info, lists = state["info"], final_of(state).get("playlists")
    if not closed(state) or not isinstance(lists, dict):
        return 0.0
    others = {n: s for n, s in lists.items() if n != info["name"]}
    right = titles(lists.get(info["name"])) == titles(info["songs"])
    return 1.0 if right and others == info["others"] else 0.0


def made(name, songs, order, others):
    turns = [ask(f"Make a playlist {name} with {', '.join(songs)}.")]
    for i, song in enumerate(order):
        turns += [call(f"a{i}", "add", playlist=name, song=song), tool(f"a{i}", {"ok": True})]
    return st(turns + [say("The playlist is there.")], {"playlists": {**others, name: order}},
              {"name": name, "songs": songs, "others": others})


DATASET = [
    {"case": "shuffled", "reference": made("Dawn", ["Rain", "Low Tide", "Fern"], ["Fern", "Rain", "Low Tide"], {"Old": ["Rain"]})},
    {"case": "case of letters", "reference": made("Run", ["Uphill", "Beat It"], ["uphill", "Beat it"], {})},
    {"case": "among others", "reference": made("Calm", ["Pond"], ["Pond"], {"A": ["x", "y"], "B": []})},
]
for row in DATASET:  # only the other playlists
    row["initial"] = {"playlists": dict(row["reference"]["info"]["others"])}


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row["case"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
