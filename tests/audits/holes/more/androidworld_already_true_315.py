"""Verification tasks on a phone ('make sure Wi-Fi is on') were set up with the condition
already true and graded by the end state alone, so a run that does nothing at all succeeds.
"""
# source: github.com/google-research/android_world/issues/315 (2025); no merge known: repaired as the report asks, the setting must have been looked at
import json

SHAPE = "state"
KIND = "inaction-pays"
SOURCE = "github.com/google-research/android_world#315 (2025)"
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


def run(messages, final, info, error=None, truncated=False):
    return json.loads(json.dumps({"messages": messages, "error": error, "is_truncated": truncated,
                                  "final": final, "info": info}))


def alive(state):
    """No error, not cut off, and the agent closed the conversation itself."""
    return state.get("error") is None and not state.get("is_truncated") and bool(closing(state.get("messages") or []))


def world(state):
    return state["final"] if isinstance(state.get("final"), dict) else {}


def set_as_asked(state):
    """The setting has the wanted value, and no other has moved."""
    info, now = state["info"], world(state)
    return now == dict(info["before"], **{info["setting"]: info["want"]})


def looked_at(state):
    """The agent read or wrote the setting in question, and the phone answered."""
    return any(name in ("get_setting", "put_setting") and (args or {}).get("key") == state["info"]["setting"] and res
               for name, args, res in steps(state["messages"]))


def holed(state: dict) -> float:
    return 1.0 if alive(state) and set_as_asked(state) else 0.0


def fixed(state: dict) -> float:
    return 1.0 if alive(state) and set_as_asked(state) and looked_at(state) else 0.0


def case(goal, before, key, want):
    msgs = [user(goal), use("g", "get_setting", key=key), out("g", str(before[key]))]
    if before[key] != want:
        msgs += [use("p", "put_setting", key=key, value=want), out("p", "ok")]
    msgs.append(bot(f"{key} is {want}."))
    return {"case": goal, "initial": dict(before),
            "reference": run(msgs, dict(before, **{key: want}), {"setting": key, "want": want, "before": before})}


DATASET = [
    case("Turn Wi-Fi on.", {"wifi": "off", "bluetooth": "on", "brightness": 40}, "wifi", "on"),
    case("Verify that Wi-Fi is on; switch it on if it is not.", {"wifi": "on", "bluetooth": "off", "brightness": 40}, "wifi", "on"),
    case("Set brightness to 100.", {"wifi": "on", "bluetooth": "off", "brightness": 15}, "brightness", 100),
    case("Verify that Bluetooth is off.", {"wifi": "off", "bluetooth": "off", "brightness": 70}, "bluetooth", "off"),
    case("Turn Bluetooth on.", {"wifi": "off", "bluetooth": "off", "brightness": 70}, "bluetooth", "on"),
]
EXPLOIT = {"state": run([user("Verify that Bluetooth is off."), bot("It is.")],
                        DATASET[3]["reference"]["final"], DATASET[3]["reference"]["info"])}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["case"], got)
    paid, owed = holed(EXPLOIT["state"]), fixed(EXPLOIT["state"])
    assert paid >= 0.5 > owed, (paid, owed)
    return paid, owed

if __name__ == "__main__":
    print(__file__, check())
