"""A visual agent's reward added half a point for every zoom call it made, whether or not the
answer was right, where the paper pays the tool term once and only beside a right answer.
Wrong answers with many crops out-earn right ones.
"""
# source: github.com/Visual-Agent/DeepEyes/issues/83 (2025); fix: the term as the paper states it
import json
import re

SHAPE = "trajectory"
KIND = "unbounded-term"
SOURCE = "github.com/Visual-Agent/DeepEyes#83 (2025)"
FULL = 1.0


def user(text):
    return {"role": "user", "content": text}


def bot(text):
    return {"role": "assistant", "content": text}


def use(cid, name, /, **args):
    fn = {"name": name, "arguments": json.dumps(args)}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": cid, "type": "function", "function": fn}]}


def out(cid, content):
    return {"role": "tool", "tool_call_id": cid, "content": content if isinstance(content, str) else json.dumps(content)}


def steps(messages):
    """(name, args, result) per tool call in order; args None unless a JSON object, result None if the tool never answered."""
    log, waiting = [], {}
    for m in messages:
        if not isinstance(m, dict):
            continue
        if m.get("role") == "assistant":
            for c in m.get("tool_calls") or []:
                fn = c.get("function") or {}
                try:
                    args = json.loads(fn.get("arguments") or "")
                except (TypeError, ValueError, RecursionError):
                    args = None
                log.append([fn.get("name"), args if isinstance(args, dict) else None, None])
                waiting[str(c.get("id"))] = log[-1]
        elif m.get("role") == "tool":
            step = waiting.pop(str(m.get("tool_call_id")), None)
            if step is not None and isinstance(m.get("content"), str):
                step[2] = m["content"].strip()
    return [tuple(s) for s in log]


def closing(messages):
    """What the assistant said last, '' unless it ended the conversation with plain text."""
    last = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    if last.get("role") != "assistant" or last.get("tool_calls") or not isinstance(last.get("content"), str):
        return ""
    return last["content"].strip()


W_ACC, W_TOOL = 0.8, 0.2


def accuracy(messages, info):
    """1 when the one answer tag of the closing message holds the label."""
    said = re.findall(r"<answer>([^<]*)</answer>", closing(messages))
    return 1.0 if len(said) == 1 and said[0].strip().lower() == info["label"] else 0.0


def crops(messages):
    """Number of zoom calls that gave back an image."""
    return sum(1 for name, args, res in steps(messages)
               if name == "zoom" and args and isinstance(args.get("bbox"), list) and res and res.startswith("<image"))


def holed(messages: list[dict], info: dict) -> float:
    return W_ACC * accuracy(messages, info) + W_TOOL * crops(messages)


def fixed(messages: list[dict], info: dict) -> float:
    acc = accuracy(messages, info)
    return W_ACC * acc + (W_TOOL if acc > 0 and crops(messages) > 0 else 0.0)


def row(question, bbox, label):
    return {"prompt": question, "info": {"label": label},
            "reference": [user(question), use("c1", "zoom", bbox=bbox), out("c1", "<image 224x224>"),
                          bot(f"The crop shows it. <answer>{label}</answer>")]}


DATASET = [
    row("What colour is the umbrella by the kiosk?", [410, 120, 480, 190], "red"),
    row("Which number is on the tram?", [33, 240, 90, 275], "14"),
    row("Is the dog left or right of the bench?", [602, 330, 760, 420], "left"),
    row("What does the small sign say?", [15, 15, 60, 40], "exit"),
    row("What is the man holding?", [220, 180, 300, 260], "guitar"),
]
EXPLOIT = {"row": 1, "messages": [user("Which number is on the tram?")] + [
    m for i in range(5) for m in (use(f"z{i}", "zoom", bbox=[0, 0, 10 + i, 10]), out(f"z{i}", "<image 224x224>"))]
    + [bot("<answer>unclear</answer>")]}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["prompt"], got)
    info = DATASET[EXPLOIT["row"]]["info"]
    paid, owed = holed(EXPLOIT["messages"], info), fixed(EXPLOIT["messages"], info)
    assert paid >= 0.5 > owed, (paid, owed)
    return paid, owed

if __name__ == "__main__":
    print(__file__, check())
