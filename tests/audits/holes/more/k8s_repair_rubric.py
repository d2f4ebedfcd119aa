"""Cluster repair: a weighted rubric over the faulty workload, all of it gated on the bystanders being as they were. Pod names, events
and restart counts differ from run to run and are not looked at."""
import json

SHAPE = "state"
KIND = "healthy"
FULL = 100.0

RUBRIC = [("image", 40), ("replicas", 20), ("ready", 40)]


def spec_of(dep):
    return {k: dep.get(k) for k in ("image", "replicas", "ready", "labels")}


def fixed(state: dict) -> float:
    final, info = state.get("final"), state["info"]
    if state.get("error") is not None or not isinstance(final, dict) or not isinstance(final.get("deployments"), dict):
        return 0.0
    if not all(isinstance(d, dict) for d in final["deployments"].values()):
        return 0.0
    deps, before, target = final["deployments"], info["deployments_before"], info["target"]
    others = {n: spec_of(d) for n, d in before.items() if n != target["name"]}
    if {n: spec_of(d) for n, d in deps.items() if n != target["name"]} != others:
        return 0.0
    dep, was = deps.get(target["name"]) or {}, before[target["name"]]
    if dep.get("labels") != was["labels"]:
        return 0.0                                   # services would no longer find it
    ok = {"image": dep.get("image") == target["image"],
          "replicas": dep.get("replicas") == target["replicas"],
          "ready": target["replicas"] > 0 and dep.get("ready") == dep.get("replicas") == target["replicas"]}
    had = {"image": was.get("image") == target["image"], "replicas": was.get("replicas") == target["replicas"], "ready": False}
    # what was right from the start is worth something only once the workload runs
    return float(sum(w for k, w in RUBRIC if ok[k] and (not had[k] or ok["ready"])))


def cluster(fault, before, target, after, cmds, events):
    msgs = [{"role": "user", "content": fault}]
    for i, c in enumerate(cmds):
        msgs += [{"role": "assistant", "content": "", "tool_calls": [{"id": f"k{i}", "type": "function", "function": {"name": "kubectl", "arguments": json.dumps({"args": c})}}]},
                 {"role": "tool", "tool_call_id": f"k{i}", "content": "ok" if "patch" not in c else "error: invalid patch"}]
    return {"messages": msgs + [{"role": "assistant", "content": "Mitigated."}], "error": None, "is_truncated": False,
            "final": {"deployments": after, "events": events}, "info": {"deployments_before": before, "target": target}}


def d(image, replicas, ready, app): return {"image": image, "replicas": replicas, "ready": ready, "labels": {"app": app}}


B1 = {"web": d("web:9.9-typo", 2, 0, "web"), "db": d("pg:16", 1, 1, "db")}
B2 = {"api": d("api:3", 0, 0, "api"), "web": d("web:1.4", 2, 2, "web")}
B3 = {"queue": d("mq:latst", 1, 0, "queue")}
DATASET = [
    {"case": "bad tag", "reference": cluster("web pods are in ImagePullBackOff; web:1.4 was fine.", B1, {"name": "web", "image": "web:1.4", "replicas": 2},
        {"web": d("web:1.4", 2, 2, "web"), "db": d("pg:16", 1, 1, "db")}, ["get pods", "patch deploy web", "set image deploy/web web=web:1.4"], ["Pulled web-7f9c-x2", "Started web-7f9c-x2"])},
    {"case": "scaled to zero", "reference": cluster("api is down, it should run 3 pods.", B2, {"name": "api", "image": "api:3", "replicas": 3},
        {"api": d("api:3", 3, 3, "api"), "web": d("web:1.4", 2, 2, "web")}, ["scale deploy/api --replicas=3"], ["ScalingReplicaSet api-55d"])},
    {"case": "two faults", "reference": cluster("queue: wrong tag (mq:latest), and it needs 2 pods.", B3, {"name": "queue", "image": "mq:latest", "replicas": 2},
        {"queue": d("mq:latest", 2, 2, "queue")}, ["set image deploy/queue mq=mq:latest", "scale deploy/queue --replicas=2"], [])},
]
for row in DATASET:
    row["initial"] = {"deployments": row["reference"]["info"]["deployments_before"], "events": []}

if __name__ == "__main__":
    for row in DATASET:
        assert abs(fixed(row["reference"]) - FULL) < 1e-9, row["case"]
    print(__file__, "ok")
