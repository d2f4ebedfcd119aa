"""An evaluation of an agent in a game editor scored how many of its calls went through without
an error and whether it said that it was done. Nothing looked at the scene, so a task to
delete a node had full marks with the node still there. The fix caps the score at 0.3 when the
end state is not the wanted one.
"""
import json

SHAPE = "state"
KIND = "missing-criterion"
SOURCE = "github.com/hybridindie/godot-mcp#145 (2026)"
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


def smooth(state):
    """Share of calls that went through, 0 unless the run ended well and was declared done."""
    calls = calls_of(state.get("messages") or []) if alive(state) else []
    if "done" not in [name for name, _, _ in calls]:
        return 0.0
    return sum(res == "ok" for _, _, res in calls) / len(calls)


def holed(state: dict) -> float:
    return smooth(state)


def fixed(state: dict) -> float:
    score = smooth(state)
    if final_of(state).get("scene") != state["info"]["goal"]:
        return min(score, 0.3)
    return score


def edit(task, goal, *steps):
    """A run of these (tool, arguments) steps, all of which went through, ending with the wanted scene."""
    out = [ask(task)]
    for i, (name, args) in enumerate(steps + (("done", {}),)):
        out += [call(f"c{i}", name, **args), tool(f"c{i}", "ok")]
    return st(out + [say("Finished.")], {"scene": goal}, {"goal": goal})


MAIN = {"Main": None, "Player": "player.gd"}
DATASET = [
    {"case": "delete", "reference": edit("Delete the node Old.", MAIN, ("delete_node", {"node": "Old", "confirm": True})),
     "initial": {"scene": dict(MAIN, Old=None)}},
    {"case": "attach a script", "reference": edit("Attach menu.gd to Menu.", dict(MAIN, Menu="menu.gd"),
                                                  ("attach_script", {"node": "Menu", "path": "menu.gd"})),
     "initial": {"scene": dict(MAIN, Menu="start.gd")}},
    {"case": "rename", "reference": edit("Rename Foe to Enemy.", dict(MAIN, Enemy="foe.gd"),
                                         ("find_node", {"node": "Foe"}), ("rename_node", {"node": "Foe", "to": "Enemy"})),
     "initial": {"scene": dict(MAIN, Foe="foe.gd")}},
    {"case": "create two", "reference": edit("Add nodes Sky and Sun.", dict(MAIN, Sky=None, Sun=None),
                                             ("create_node", {"node": "Sky"}), ("create_node", {"node": "Sun"})),
     "initial": {"scene": MAIN}},
]
EXPLOIT = {"state": st([ask("Delete the node Old."), call("c0", "find_node", node="Old"), tool("c0", "ok"),
                        call("c1", "done"), tool("c1", "ok"), say("Finished.")],
                       {"scene": dict(MAIN, Old=None)}, {"goal": MAIN})}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["case"], got)
    paid, owed = holed(EXPLOIT["state"]), fixed(EXPLOIT["state"])
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
