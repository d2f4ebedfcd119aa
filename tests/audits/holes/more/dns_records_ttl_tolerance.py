"""A zone has to end with the asked record in place of the old one. Its time to live may be anything
between one minute and one hour; records that have nothing to do with it have to stay.
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


def fixed(state: dict) -> float:
    info, zone = state["info"], final_of(state).get("zone")
    if not closed(state) or not isinstance(zone, list) or not all(isinstance(r, dict) for r in zone):
        return 0.0
    same = lambda r: isinstance(r.get("name"), str) and r["name"].rstrip(".").lower() == info["name"] and r.get("type") == info["type"]
    ours, rest = [r for r in zone if same(r)], [r for r in zone if not same(r)]
    if len(ours) != 1 or set(ours[0]) != {"name", "type", "value", "ttl"}:
        return 0.0
    ttl = ours[0]["ttl"]
    fits = ours[0]["value"] == info["value"] and type(ttl) is int and 60 <= ttl <= 3600
    kept = len(rest) == len(info["others"]) and all(r in rest for r in info["others"])
    return 1.0 if fits and kept else 0.0


def record(name, kind, value, ttl=3600):
    return {"name": name, "type": kind, "value": value, "ttl": ttl}


def pointed(name, kind, value, ttl, others, written=None):
    turns = [ask(f"Point the {kind} record of {name} at {value}; leave the rest of the zone alone. A TTL of one minute to one hour is fine."),
             call("u", "upsert", record=name, type=kind, value=value, ttl=ttl), tool("u", {"ok": True}), say("The record is set.")]
    return st(turns, {"zone": others[::-1] + [record(written or name, kind, value, ttl)]},
              {"name": name, "type": kind, "value": value, "others": others})


DATASET = [
    {"case": "short ttl", "reference": pointed("www.x.test", "A", "10.0.0.7", 60, [record("x.test", "MX", "mail.x.test")])},
    {"case": "two others", "reference": pointed("api.x.test", "CNAME", "lb.x.test", 300, [record("x.test", "A", "10.0.0.1"),
                                                                                         record("www.x.test", "A", "10.0.0.2", 900)])},
    {"case": "closing dot", "reference": pointed("shop.x.test", "A", "10.0.0.9", 3600, [], "Shop.x.test.")},
]
for row in DATASET:  # the old value in place of the new one
    info = row["reference"]["info"]
    row["initial"] = {"zone": info["others"] + [record(info["name"], info["type"], "10.0.0.250")]}


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row["case"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
