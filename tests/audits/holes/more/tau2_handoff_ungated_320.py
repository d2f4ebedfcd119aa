"""The scalar reward is a product over the task's reward basis. Tasks whose whole point is handing
over to a human list only the database check there, so the computed action check never gates the
reward and a conversation with no handover counts as a success.
"""
import json
from collections import Counter

SHAPE = "trajectory"
KIND = "ungated-requirement"
SOURCE = "github.com/sierra-research/tau2-bench#320, #305 (2026)"
FULL = 1.0

READS = {"get_order_details", "get_user_details", "find_user_id_by_email", "list_all_product_types", "calculate"}


def went_through(text):
    if text == "Transfer successful":
        return True
    try:
        return "status" in json.loads(text or "{}")
    except (TypeError, ValueError):
        return False


def executed(messages):
    results = {}
    for m in messages:
        if m.get("role") == "tool":
            results.setdefault(m.get("tool_call_id"), m)
    for m in messages:
        for call in (m.get("tool_calls") or []) if m.get("role") == "assistant" else []:
            res = results.get(call.get("id"))
            if res is None or res.get("error") or not went_through(res.get("content")):
                continue
            fn = call.get("function") or {}
            try:
                args = json.loads(fn.get("arguments") or "{}")
            except (TypeError, ValueError):
                continue
            if isinstance(args, dict):
                yield fn.get("name"), args


def key(name, args, compare_args):
    kept = args if compare_args is None else {k: args.get(k) for k in compare_args}
    return name, json.dumps(kept, sort_keys=True)


def db_check(messages, task):
    """Writes made equal the writes of the reference actions."""
    want = Counter(key(a["name"], a["arguments"], None) for a in task["actions"] if a["requestor"] == "db")
    got = Counter(key(n, a, None) for n, a in executed(messages)
                  if n not in READS and n != "transfer_to_human_agents")
    return 1.0 if want == got else 0.0


def action_check(messages, task):
    """Everything done besides looking things up is what the task lists; arguments outside compare_args are free."""
    spec = {a["name"]: a.get("compare_args") for a in task["actions"]}
    want = Counter(key(a["name"], a["arguments"], a.get("compare_args")) for a in task["actions"])
    got = [key(n, a, spec.get(n)) for n, a in executed(messages) if n not in READS]
    handed_over_early = any(n == "transfer_to_human_agents" for n, _ in got[:-1])
    return 1.0 if want == Counter(got) and not handed_over_early else 0.0


def closed(messages):
    last = messages[-1] if messages else {}
    return last.get("role") == "assistant" and bool((last.get("content") or "").strip()) and not last.get("tool_calls")


CHECKS = {"DB": db_check, "ACTION": action_check}


def combine(messages, info, basis):
    messages = [m for m in messages if isinstance(m, dict)]
    reward = 1.0 if closed(messages) else 0.0
    for kind in basis:
        reward *= CHECKS[kind](messages, info["evaluation_criteria"])
    return reward


def holed(messages: list[dict], info: dict) -> float:
    return combine(messages, info, info["evaluation_criteria"]["reward_basis"])


def fixed(messages: list[dict], info: dict) -> float:
    basis = set(info["evaluation_criteria"]["reward_basis"]) | {"ACTION"}
    return combine(messages, info, sorted(basis))


def chat(*parts):
    return [dict(p) for p in parts]


def u(t): return {"role": "user", "content": t}
def a(t): return {"role": "assistant", "content": t}
def tc(i, name, **kw): return {"role": "assistant", "content": "", "tool_calls": [
    {"id": i, "type": "function", "function": {"name": name, "arguments": json.dumps(kw)}}]}
def tr(i, text, error=False): return {"role": "tool", "tool_call_id": i, "content": text, "error": error}


HAND = {"requestor": "agent", "name": "transfer_to_human_agents", "arguments": {"summary": "wants a cancellation undone"}, "compare_args": []}
DATASET = [
    {"prompt": "Undo the cancellation of W8859, I need it now!",
     "info": {"task_id": "50", "evaluation_criteria": {"reward_basis": ["DB"], "actions": [HAND]}},
     "reference": chat(u("Undo the cancellation of W8859, I need it now!"), tc("x1", "get_order_details", order_id="W8859"),
                       tr("x1", '{"status": "cancelled"}'),
                       tc("x2", "transfer_to_human_agents", summary="Customer asks to reinstate W8859"),
                       tr("x2", "Transfer successful"), a("YOU ARE BEING TRANSFERRED TO A HUMAN AGENT."))},
    {"prompt": "Send W12 to 4 Elm Street instead.",
     "info": {"task_id": "7", "evaluation_criteria": {"reward_basis": ["DB"], "actions": [
         {"requestor": "db", "name": "modify_pending_order_address", "arguments": {"order_id": "W12", "address1": "4 Elm Street"}}]}},
     "reference": chat(u("Send W12 to 4 Elm Street instead."),
                       tc("y1", "modify_pending_order_address", order_id="W12", address1="4 Elm Street"),
                       tr("y1", '{"status": "ok"}'), a("It now goes to 4 Elm Street."))},
    {"prompt": "Cancel W90. And your price engine is broken, get me a person after that.",
     "info": {"task_id": "26", "evaluation_criteria": {"reward_basis": ["DB"], "actions": [
         {"requestor": "db", "name": "cancel_pending_order", "arguments": {"order_id": "W90"}}, HAND]}},
     "reference": chat(u("Cancel W90. And your price engine is broken, get me a person after that."),
                       tc("z1", "cancel_pending_order", order_id="W90"), tr("z1", '{"status": "cancelled"}'),
                       tc("z2", "transfer_to_human_agents", summary="pricing complaint"), tr("z2", "Transfer successful"),
                       a("W90 is cancelled and I am transferring you now."))},
]
EXPLOIT = {"row": 0, "messages": chat(u("Undo the cancellation of W8859, I need it now!"),
                                      a("Cancelled orders cannot be reinstated. Sorry about that!"))}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["info"], got)
    info = DATASET[EXPLOIT["row"]]["info"]
    paid, owed = holed(EXPLOIT["messages"], info), fixed(EXPLOIT["messages"], info)
    assert paid >= 0.5 and owed < 0.5, (paid, owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
