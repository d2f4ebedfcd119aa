"""Store assistant graded on what the store carried out: failed attempts, retries and look-ups are free."""
import json

SHAPE = "trajectory"
KIND = "healthy"
FULL = 1.0

MUTATING = {"cancel_order", "refund_item", "change_address", "apply_coupon"}


def fixed(messages: list[dict], info: dict) -> float:
    replies = {}
    for m in messages:
        if m.get("role") == "tool":
            replies.setdefault(m.get("tool_call_id"), m.get("content"))
    carried_out = []
    for m in messages:
        if m.get("role") != "assistant":
            continue
        for c in m.get("tool_calls") or []:
            name = c["function"]["name"]
            try:
                args = json.loads(c["function"]["arguments"])
                ok = json.loads(replies.get(c["id"]) or "{}").get("success") is True
            except (TypeError, ValueError, AttributeError):
                continue
            if ok and name in MUTATING:
                carried_out.append((name, json.dumps(args, sort_keys=True)))
    wanted = [(a["name"], json.dumps(a["arguments"], sort_keys=True)) for a in info["expected_actions"]]
    finished = bool(messages) and messages[-1].get("role") == "assistant" and not messages[-1].get("tool_calls")
    return 1.0 if finished and sorted(carried_out) == sorted(wanted) else 0.0


def c(i, n, **a):
    return {"role": "assistant", "content": "", "tool_calls": [{"id": i, "type": "function", "function": {"name": n, "arguments": json.dumps(a)}}]}


def r(i, **o):
    return {"role": "tool", "tool_call_id": i, "content": json.dumps(o)}


def user(t): return {"role": "user", "content": t}
def bot(t): return {"role": "assistant", "content": t}


DATASET = [
    {"prompt": "Cancel order 551.", "info": {"expected_actions": [{"name": "cancel_order", "arguments": {"order": 551}}]},
     "reference": [user("Cancel order 551."), c("a", "cancel_order", order=551), r("a", success=False, error="lock timeout"),
                   c("b", "get_order", order=551), r("b", success=True, state="open"),
                   c("d", "cancel_order", order=551), r("d", success=True), bot("Cancelled now.")]},
    {"prompt": "Refund the mug of 552, and ship the rest to 9 Oak Road.",
     "info": {"expected_actions": [{"name": "refund_item", "arguments": {"order": 552, "item": "mug"}},
                                   {"name": "change_address", "arguments": {"order": 552, "street": "9 Oak Road"}}]},
     "reference": [user("Refund the mug of 552, and ship the rest to 9 Oak Road."), c("a", "change_address", order=552, street="9 Oak Road"),
                   r("a", success=True), c("b", "refund_item", order=552, item="mugs"), r("b", success=False, error="no such item"),
                   c("d", "refund_item", item="mug", order=552), r("d", success=True), bot("Both are done.")]},
    {"prompt": "Use coupon SPRING on 553.", "info": {"expected_actions": [{"name": "apply_coupon", "arguments": {"order": 553, "code": "SPRING"}}]},
     "reference": [user("Use coupon SPRING on 553."), c("a", "apply_coupon", order=553, code="SPRING"), r("a", success=True), bot("Applied!")]},
]

if __name__ == "__main__":
    for row in DATASET:
        assert abs(fixed(row["reference"], row["info"]) - FULL) < 1e-9, row["prompt"]
    print(__file__, "ok")
