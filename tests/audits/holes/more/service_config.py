"""Operations: bring a service to the wanted configuration. Checks of the end state carry weights; touching the
secrets or another service makes it zero, and so does a service that is not healthy at the end.
"""
import json

SHAPE = "state"
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


def service(state, name):
    services = world(state).get("services")
    found = services.get(name) if isinstance(services, dict) else None
    return found if isinstance(found, dict) else {}


def others_untouched(state):
    """Everything but the one service is as it was."""
    info = state["info"]
    now = {k: v for k, v in world(state).items() if k != "services"}
    was = {k: v for k, v in info["before"].items() if k != "services"}
    rest_now = {k: v for k, v in (world(state).get("services") or {}).items() if k != info["service"]}
    rest_was = {k: v for k, v in info["before"]["services"].items() if k != info["service"]}
    return now == was and rest_now == rest_was


def fixed(state: dict) -> float:
    info = state["info"]
    if not alive(state) or not isinstance(world(state).get("services"), dict) or not others_untouched(state):
        return 0.0
    svc = service(state, info["service"])
    changed = any(n == "set_config" and res == "applied" for n, _, res in steps(state["messages"]))
    if svc.get("health") != "ok" or not changed or not isinstance(svc.get("config"), dict):
        return 0.0
    was = info["before"]["services"][info["service"]]["config"]
    todo = {k: v for k, v in info["want"].items() if was.get(k) != v}
    kept = all(svc["config"].get(k) == v for k, v in was.items() if k not in todo) and not set(svc["config"]) - set(was) - set(todo)
    share = sum(type(svc["config"].get(k)) is type(v) and svc["config"][k] == v for k, v in todo.items()) / len(todo)
    return share if kept else 0.0


def case(name, ask, service_name, config, want, other=None):
    before = {"secrets": {"db": "s3cr3t"}, "services": {service_name: {"config": config, "health": "degraded"},
                                                        "mail": {"config": {"port": 25}, "health": "ok"}}}
    after = json.loads(json.dumps(before))
    after["services"][service_name] = {"config": dict(config, **want), "health": "ok"}
    made = [m for i, (k, v) in enumerate(want.items()) for m in (use(f"s{i}", "set_config", service=service_name, key=k, value=v), out(f"s{i}", "applied"))]
    msgs = [user(ask)] + made + [use("r", "restart", service=service_name), out("r", "healthy"), bot("The service is healthy again.")]
    return {"case": name, "initial": before, "reference": run(msgs, after, {"service": service_name, "want": want, "before": before})}


DATASET = [
    case("port and workers", "Run web on 8443 with 4 workers", "web", {"port": 8080, "workers": 1, "tls": True}, {"port": 8443, "workers": 4}),
    case("log level", "The api logs too much, warnings only", "api", {"log": "debug", "port": 9000}, {"log": "warning"}),
    case("new key", "Give cache a 512 MB limit", "cache", {"port": 6379}, {"limit_mb": 512}),
    case("flag off", "Switch the beta flag of shop off", "shop", {"beta": True, "lang": "en"}, {"beta": False}),
]
good = DATASET[0]["reference"]
broken = json.loads(json.dumps(good["final"]))
broken["secrets"]["db"] = ""
unhealthy = json.loads(json.dumps(good["final"]))
unhealthy["services"]["web"]["health"] = "degraded"
WRONG = [dict(good, final=broken), dict(good, final=unhealthy), dict(good, is_truncated=True), dict(good, final={})]


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row["case"], got)
    low = [fixed(state) for state in WRONG]
    low += [fixed(dict(r["reference"], final=r["initial"])) for r in DATASET]
    low += [fixed(dict(r["reference"], error="RuntimeError: connection lost")) for r in DATASET]
    assert all(x < 0.5 for x in low), low
    return FULL, low

if __name__ == "__main__":
    print(__file__, check())
