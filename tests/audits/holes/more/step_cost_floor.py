"""A solved puzzle pays one, less a little for every move beyond a free budget, never below one half; an unsolved one pays
nothing, so ending early is never worth more than trying.
"""
import json

SHAPE = "trajectory"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid,
            "content": content if isinstance(content, str) else json.dumps(content)}


def trace(messages):
    """Every tool call in order, with the result that answered it (None while unanswered)."""
    made, waiting = [], {}
    for m in messages:
        if not isinstance(m, dict):
            continue
        if m.get("role") == "assistant" and isinstance(m.get("tool_calls"), list):
            for c in m["tool_calls"]:
                fn = c.get("function") if isinstance(c, dict) else None
                if not isinstance(fn, dict):
                    continue
                try:
                    args = json.loads(fn.get("arguments") or "")
                except (TypeError, ValueError, RecursionError):
                    args = None
                rec = {"name": str(fn.get("name")), "args": args if isinstance(args, dict) else None, "result": None}
                made.append(rec)
                waiting[str(c.get("id"))] = rec
        elif m.get("role") == "tool":
            rec = waiting.pop(str(m.get("tool_call_id")), None)
            if rec is not None and isinstance(m.get("content"), str):
                rec["result"] = m["content"].strip()
    return made


def closing(messages):
    """The text the assistant ended on; '' when the run stops anywhere else."""
    last = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    if last.get("role") != "assistant" or last.get("tool_calls"):
        return ""
    return last["content"].strip() if isinstance(last.get("content"), str) else ""


def payload(text):
    """The JSON object a tool answered with, {} for anything else."""
    try:
        got = json.loads(text or "")
    except (TypeError, ValueError, RecursionError):
        return {}
    return got if isinstance(got, dict) else {}


STEP_COST = 0.02
SOLVED_FLOOR = 0.5


def moves(messages):
    """The keys that the environment accepted, with the position it reports after each."""
    out = []
    for c in trace(messages):
        pos = payload(c["result"]).get("pos")
        if c["name"] == "press" and isinstance(pos, list):
            out.append(tuple(map(str, pos)))
    return out


def attempts(messages):
    return sum(1 for c in trace(messages) if c["name"] == "press")


def healthy(messages: list[dict], info: dict) -> float:
    path = moves(messages)
    solved = bool(path) and path[-1] == tuple(map(str, info["goal"])) and bool(closing(messages))
    if not solved:
        return 0.0
    over = max(0, attempts(messages) - info["free_moves"])
    return max(SOLVED_FLOOR, 1.0 - STEP_COST * over)


STEP = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}


def play(prompt, start, keys, spare=1):
    x, y = start
    turns = []
    for i, k in enumerate(keys):
        x, y = x + STEP[k][0], y + STEP[k][1]
        turns += [call(f"k{i}", "press", key=k), tool(f"k{i}", {"pos": [x, y]})]
    return {"prompt": prompt, "info": {"start": list(start), "goal": [x, y], "free_moves": len(keys) + spare},
            "reference": [ask(prompt)] + turns + [say("I stand on the flag.")]}


DATASET = [
    play("Walk to the flag: two right, one down.", (0, 0), ["right", "down", "right"]),
    play("Walk to the flag: three up.", (4, 4), ["up", "up", "up"], spare=0),
    play("The flag is left of you, behind a wall.", (5, 2), ["down", "left", "left", "up"], spare=3),
]


def check():
    for i, row in enumerate(DATASET):
        got = healthy(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["prompt"], got)
        assert healthy([], row["info"]) == 0.0
        assert healthy([ask(row["prompt"]), say("All done.")], row["info"]) == 0.0
    return FULL


fixed = healthy
