"""Settings are put, not pressed: setting a value twice leaves it as setting it once. So the calls are replayed on the start
settings and only the outcome is compared; harmless repeats and corrected slips cost nothing.
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


def replay(messages, settings):
    """The settings after every put that the device acknowledged."""
    now = dict(settings)
    for c in trace(messages):
        args = c["args"] or {}
        if c["name"] == "put_setting" and isinstance(args.get("key"), str) and "value" in args and payload(c["result"]).get("ack") is True:
            now[args["key"]] = args["value"]
    return now


def healthy(messages: list[dict], info: dict) -> float:
    if any(c["name"] not in ("put_setting", "get_setting") for c in trace(messages)):
        return 0.0
    want = {**info["settings"], **info["target"]}
    same = json.dumps(replay(messages, info["settings"]), sort_keys=True) == json.dumps(want, sort_keys=True)
    return 1.0 if same and closing(messages) else 0.0


def row(prompt, settings, target, *puts):
    turns = [m for i, (k, v) in enumerate(puts or target.items()) for m in
             (call(f"p{i}", "put_setting", key=k, value=v), tool(f"p{i}", {"ack": True}))]
    return {"prompt": prompt, "info": {"settings": settings, "target": target}, "reference": [ask(prompt)] + turns + [say("The settings are as you asked.")]}


CAR = {"seat_heat": 0, "mirror": "out", "radio": "p3"}
DATASET = [
    row("Seat heating to 2 and fold the mirrors.", CAR, {"seat_heat": 2, "mirror": "in"}),
    row("Radio to p1.", CAR, {"radio": "p1"}, ("radio", "p1"), ("radio", "p1")),
    row("Seat heating to 3.", CAR, {"seat_heat": 3}, ("seat_heat", 2), ("seat_heat", 3)),
]


def check():
    for i, row in enumerate(DATASET):
        got = healthy(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["prompt"], got)
        assert healthy([], row["info"]) == 0.0
        assert healthy([ask(row["prompt"]), say("All done.")], row["info"]) == 0.0
    return FULL


fixed = healthy
