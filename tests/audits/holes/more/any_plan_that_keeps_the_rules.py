"""Any plan is right that gives each job exactly one day and keeps all rules (before, apart, not on);
there are several right plans, and the reference is but one of them.
"""
import json

SHAPE = "text"
KIND = "any-valid"
FULL = 1.0


DAYS = ("mon", "tue", "wed", "thu", "fri")


def plan(text):
    """{job: day number} of lines 'job: day', None if a line is none or a job comes twice."""
    days = {}
    for line in [line for line in text.strip().splitlines() if line.strip()]:
        job, colon, day = (part.strip().lower() for part in line.partition(":"))
        if not colon or day not in DAYS or job in days:
            return None
        days[job] = DAYS.index(day)
    return days


def fixed(prompt: str, completion: str, answer: str) -> float:
    task, days = json.loads(answer), plan(completion)
    if days is None or set(days) != set(task["jobs"]):
        return 0.0
    kept = (all(days[a] < days[b] for a, b in task["before"]) and all(days[a] != days[b] for a, b in task["apart"])
            and all(DAYS[days[a]] != d for a, d in task["not_on"]))
    return 1.0 if kept else 0.0


def row(reference, before, apart, not_on):
    jobs = sorted(plan(reference))
    rules = [f"{a} before {b}" for a, b in before] + [f"{a} and {b} on different days" for a, b in apart] + [f"{a} not on {d}" for a, d in not_on]
    return {"prompt": f"Plan {', '.join(jobs)} for mon to fri: {'; '.join(rules)}. One line 'job: day' each.",
            "answer": json.dumps({"jobs": jobs, "before": before, "apart": apart, "not_on": not_on}), "reference": reference}


DATASET = [
    row("paint: tue\nsand: mon\nwax: thu", [("sand", "paint"), ("paint", "wax")], [], [("wax", "wed")]),
    row("Audit: wed\nbackup: tue\nmove: fri", [("backup", "move")], [("audit", "backup"), ("audit", "move")], [("move", "thu")]),
    row("bake: fri\nshop: mon", [("shop", "bake")], [], [("bake", "tue"), ("shop", "tue")]),
    row("dig: mon\nplant: tue\nwater: wed\nfence: mon", [("dig", "plant"), ("plant", "water")], [("fence", "water")], [("dig", "tue")]),
]


def check():
    for row in DATASET:
        assert fixed(row["prompt"], row["reference"], row["answer"]) == FULL, row
        jobs = json.loads(row["answer"])["jobs"]
        for bad in ("", row["prompt"], row["reference"].split("\n")[0], row["reference"] + "\n" + row["reference"], "\n".join(f"{j}: tue" for j in jobs)):
            assert fixed(row["prompt"], bad, row["answer"]) == 0.0, (row, bad)
    assert fixed("", "sand: mon\npaint: wed\nwax: fri", DATASET[0]["answer"]) == 1.0


if __name__ == "__main__":
    print(__file__, check())
