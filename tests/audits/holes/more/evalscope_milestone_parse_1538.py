"""Process accuracy of a multi-step tool task: declared milestones are call strings. The parser
dropped every string it could not read as a Python literal call, and with nothing left to compare
it reported a perfect process, so on such a row an idle agent is paid in full.
"""
import ast
import json
import re

SHAPE = "trajectory"
KIND = "vacuous-pass"
SOURCE = "github.com/modelscope/evalscope#1538, fixed in #1544 (2026)"
FULL = 1.0


def trace_of(messages):
    """Calls the simulator carried out, as (name, {arg: value}), in order."""
    answered = {m.get("tool_call_id"): m.get("content") for m in messages
                if isinstance(m, dict) and m.get("role") == "tool"}
    trace = []
    for m in messages:
        if not isinstance(m, dict) or m.get("role") != "assistant":
            continue
        for tc in m.get("tool_calls") or []:
            try:
                args = json.loads(tc["function"]["arguments"])
                status = json.loads(answered[tc["id"]])["status"]
            except (KeyError, TypeError, ValueError):
                continue
            if isinstance(args, dict) and status is True:
                trace.append((tc["function"].get("name"), args))
    return trace


def in_order(wanted, made):
    """Length of the longest common subsequence."""
    row = [0] * (len(made) + 1)
    for w in wanted:
        diag = 0
        for j, m in enumerate(made, 1):
            diag, row[j] = row[j], diag + 1 if w == m else max(row[j], row[j - 1])
    return row[-1]


def parse_python_call(text):
    node = ast.parse(text.strip().strip("[]"), mode="eval").body
    return node.func.id, {k.arg: ast.literal_eval(k.value) for k in node.keywords}


def holed(messages: list[dict], info: dict) -> float:
    parsed = []
    for text in info["milestones"]:
        try:
            parsed.append(parse_python_call(text))
        except (SyntaxError, ValueError, AttributeError):
            continue
    if not parsed:
        return 1.0
    made = trace_of(messages)
    return in_order(parsed, made) / max(len(parsed), len(made))


ARG = re.compile(r"""(\w+)\s*=\s*('[^']*'|"[^"]*"|[^,]+)""")
LITERALS = {"True": "true", "False": "false", "None": "null"}


def read_call(text):
    """A milestone in either dialect (Python or JSON literals); one that cannot be read matches no call."""
    m = re.fullmatch(r"\[?\s*(\w+)\((.*)\)\s*\]?", text.strip(), re.S)
    if not m:
        return None
    args = {}
    for key, raw in ARG.findall(m[2]):
        raw = raw.strip()
        if raw[0] in "'\"":
            args[key] = raw[1:-1]
        else:
            try:
                args[key] = json.loads(LITERALS.get(raw, raw))
            except ValueError:
                return None
    return m[1], args


def fixed(messages: list[dict], info: dict) -> float:
    declared = [read_call(text) for text in info["milestones"]]
    made = trace_of(messages)
    if not declared:
        return 0.0                       # nothing declared: not gradeable, and not a pass
    return in_order(declared, made) / max(len(declared), len(made))


def turn(i, name, args, result):
    return [{"role": "assistant", "content": "", "tool_calls": [
                {"id": f"call_{i}", "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]},
            {"role": "tool", "tool_call_id": f"call_{i}", "content": json.dumps(result)}]


DATASET = [
    {"prompt": "Turn on wifi and text Eve 'on my way'.",
     "info": {"id": "agent_multi_step_3", "milestones": ["[turn_on_wifi()]", "[send_message(receiver='Eve', message='on my way')]"]},
     "reference": [{"role": "user", "content": "Turn on wifi and text Eve 'on my way'."},
                   *turn(0, "turn_on_wifi", {}, {"status": True}),
                   *turn(1, "send_message", {"receiver": "Eve", "message": "on my way"}, {"status": True}),
                   {"role": "assistant", "content": "finish conversation"}]},
    {"prompt": "Remind me of the dentist on 2024-07-15 09:30, with a notification.",
     "info": {"id": "agent_multi_step_9",
              "milestones": ["[add_reminder(title='dentist', time='2024-07-15 09:30', notify=true)]"]},
     "reference": [{"role": "user", "content": "Remind me of the dentist on 2024-07-15 09:30, with a notification."},
                   *turn(0, "add_reminder", {"title": "dentist", "notify": True, "time": "2024-07-15 09:30"}, {"status": True}),
                   {"role": "assistant", "content": "finish conversation"}]},
    {"prompt": "Log in as u17 and order 2 pizzas.",
     "info": {"id": "agent_multi_step_12", "milestones": ["[login(user='u17')]", "[order(item='pizza', quantity=2)]"]},
     "reference": [{"role": "user", "content": "Log in as u17 and order 2 pizzas."},
                   *turn(0, "order", {"item": "pizza", "quantity": 2}, {"status": False, "message": "not logged in"}),
                   *turn(1, "login", {"user": "u17"}, {"status": True}),
                   *turn(2, "order", {"item": "pizza", "quantity": 2}, {"status": True}),
                   {"role": "assistant", "content": "finish conversation"}]},
]
EXPLOIT = {"row": 1, "messages": [DATASET[1]["reference"][0], {"role": "assistant", "content": "finish conversation"}]}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["info"]["id"], got)
    info = DATASET[EXPLOIT["row"]]["info"]
    paid, owed = holed(EXPLOIT["messages"], info), fixed(EXPLOIT["messages"], info)
    assert paid >= 0.5 and owed < 0.5, (paid, owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
