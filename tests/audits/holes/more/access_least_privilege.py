"""Granting access. All the rights asked for have to be there at the end, by the role or one by one; a
right that nobody asked for takes half a point, and rights of other people must stay as they
were.
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


def rights(grants, roles):
    """What a list of roles and single rights comes to, None when something in it is unknown."""
    if not isinstance(grants, list) or not all(isinstance(g, str) for g in grants):
        return None
    known = {r for rs in roles.values() for r in rs}
    if not all(g in roles or g in known for g in grants):
        return None
    return {r for g in grants for r in roles.get(g, [g])}


def fixed(state: dict) -> float:
    info, access = state["info"], final_of(state).get("access")
    if not worked(state) or not isinstance(access, dict):
        return 0.0
    others = {p: g for p, g in access.items() if p != info["who"]}
    got = rights(access.get(info["who"]), info["roles"])
    if got is None or others != info["others"] or not set(info["needs"]) <= got:
        return 0.0
    return max(-1.0, 1.0 - 0.5 * len(got - set(info["needs"])))


ROLES = {"viewer": ["read"], "editor": ["read", "write"], "admin": ["read", "write", "delete", "invite"]}


def granted(who, needs, others, *grants):
    msgs = [ask(f"Give {who} just these rights: {', '.join(needs)}")]
    for i, g in enumerate(grants):
        msgs += [call(f"g{i}", "grant", who=who, what=g), tool(f"g{i}", "ok")]
    return st(msgs + [say("Granted.")], {"access": {**others, who: list(grants)}},
              {"who": who, "needs": needs, "others": others, "roles": ROLES})


DATASET = [
    {"case": "role", "reference": granted("ana", ["read", "write"], {"bo": ["admin"]}, "editor")},
    {"case": "one by one", "reference": granted("cy", ["write", "read"], {"bo": ["admin"], "ana": ["viewer"]}, "read", "write")},
    {"case": "role and a single right", "reference": granted("di", ["read", "invite"], {}, "viewer", "invite")},
    {"case": "all of it", "reference": granted("ed", ["read", "write", "delete", "invite"], {"bo": ["editor"]}, "admin")},
]
for row in DATASET:  # the newcomer has no rights yet
    info = row["reference"]["info"]
    row["initial"] = {"access": {**info["others"], info["who"]: []}}

R = DATASET[0]["reference"]
CHEATS = [dict(R, final={"access": {"bo": ["admin"], "ana": ["admin"]}}), dict(R, final={"access": {"bo": ["admin"], "ana": ["viewer"]}}),
          dict(R, final={"access": {"bo": [], "ana": ["editor"]}}), dict(R, final={"access": {"ana": ["editor"]}}),
          dict(R, final={"access": {"bo": ["admin"], "ana": ["*"]}})]


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
