"""Win 1, draw 0.25, loss minus 1 in won endgames. Only a win over the board counts: when the
opponent's process died or ran out of time there is no result, and a game broken off by the
agent is a loss.
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
    f, side = final_of(state), state["info"]["side"]
    if f.get("termination") in ("opponent_error", "opponent_timeout"):
        return 0.0   # nobody's merit
    if not worked(state) or f.get("termination") in ("agent_error", "illegal_move", "resigned"):
        return -1.0
    if f.get("termination") == "checkmate":
        return 1.0 if f.get("winner") == side else -1.0
    return 0.25 if f.get("termination") in ("stalemate", "repetition", "fifty_moves") else 0.0


def game(side, *moves):
    msgs = [ask(f"You have {side}; win this")]
    for i, m in enumerate(moves):
        msgs += [call(f"m{i}", "move", uci=m), tool(f"m{i}", "ok")]
    return st(msgs + [say("Mate.")], {"termination": "checkmate", "winner": side, "plies": 2 * len(moves) - 1}, {"side": side})


DATASET = [
    {"case": "queen", "reference": game("white", "d5d7", "e6f6", "d7g7")},
    {"case": "rook", "reference": game("black", "a2a1")},
    {"case": "two rooks", "reference": game("white", "a7a6", "b5b7")},
    {"case": "pawn", "reference": game("black", "h3h2", "h2h1q", "h1h5")},
]
for row in DATASET:  # the game is going on
    row["initial"] = {"termination": None, "winner": None, "plies": 0}


def check():
    for row in DATASET:
        for fn in (fixed,):
            got = fn(row["reference"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["case"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
