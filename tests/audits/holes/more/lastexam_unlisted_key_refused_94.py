"""A recommender task wants the number of factors documented. The grader knew six names for that
key, none given in the prompt, and refused "factors": 8; and a second criterion ran the same
check first, so one spelling lost two criteria and with them the pass mark.
"""
import json

SHAPE = "state"
KIND = "refuses-right"
SOURCE = "github.com/rdi-berkeley/agents-last-exam/pull/94 (2026)"
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


LISTED = {"n_factors", "latent_factors", "embedding_dim", "n_components", "dim", "rank"}
STEMS = ("factor", "dim", "component", "rank", "embedding")
PASS_MARK = 3


def documented(state, known):
    """The configuration gives the width of the item vectors that the grader itself measured."""
    f = final_of(state)
    config = f.get("config") if isinstance(f.get("config"), dict) else {}
    width = f.get("vector_width")
    said = [v for k, v in config.items() if known(k)]
    return type(width) is int and width > 0 and bool(said) and all(type(v) is int and v == width for v in said)


def criteria(state, known, split_needs_config):
    f, info = final_of(state), state["info"]
    config = documented(state, known)
    warm = f["warm_items"] if isinstance(f.get("warm_items"), list) else []
    cold_free = bool(warm) and not any(item in warm for item in info["cold"])
    rmse = f.get("rmse")
    good = isinstance(rmse, (int, float)) and 0 <= rmse <= info["bound"] and f.get("reported_rmse") == rmse
    return sum([config, cold_free and (config or not split_needs_config), good])


def holed(state: dict) -> float:
    return 1.0 if worked(state) and criteria(state, LISTED.__contains__, True) >= PASS_MARK else 0.0


def fixed(state: dict) -> float:
    known = lambda key: any(stem in key.lower() for stem in STEMS)
    return 1.0 if worked(state) and criteria(state, known, False) >= PASS_MARK else 0.0


def trained(config, width, warm, rmse, cold):
    return st([ask("Train the recommender and document it"), call("c1", "run", script="train.py"), tool("c1", "ok"), say("Trained.")],
              {"config": config, "vector_width": width, "warm_items": warm, "rmse": rmse, "reported_rmse": rmse}, {"cold": cold, "bound": 0.95})


DATASET = [
    {"case": "plain name", "reference": trained({"factors": 8, "epochs": 20}, 8, ["i1", "i2"], 0.91, ["i9"])},
    {"case": "listed name", "reference": trained({"n_factors": 16}, 16, ["i1", "i4"], 0.88, ["i7", "i8"])},
    {"case": "embedding", "reference": trained({"embedding_dim": 32, "lr": 0.01}, 32, ["i3"], 0.94, ["i5"])},
    {"case": "rank", "reference": trained({"rank": 4}, 4, ["i1", "i2", "i3"], 0.9, ["i6"])},
]
for row in DATASET:  # nothing trained
    row["initial"] = {"config": {}, "vector_width": None, "warm_items": [], "rmse": None, "reported_rmse": None}

EXPLOIT = {"row": 0, "state": DATASET[0]["reference"]}   # right work, refused


def check():
    for i, row in enumerate(DATASET):
        for fn in (holed, fixed):
            got = fn(row["reference"])
            if fn is fixed or i != EXPLOIT["row"]:   # the reported row is refused by holed
                assert abs(got - FULL) < 1e-9, (fn.__name__, row["case"], got)
    paid, owed = holed(EXPLOIT["state"]), fixed(EXPLOIT["state"])
    assert paid < 0.5, ("right work not refused by holed", paid)
    assert abs(owed - FULL) < 1e-9, ("right work still refused by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
