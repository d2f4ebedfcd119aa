"""An eval runner trusted the summary counters of the grader's reply and never asked whether every
declared expectation had been graded. Empty or partial gradings, such as 0 of 0, let a run
pass.
"""
import json
import re

SHAPE = "text"
KIND = "silent-drop"
SOURCE = "github.com/addyosmani/agent-skills/pull/473 (2026)"
FULL = 1.0


def grade(completion, wanted):
    """Offline stand-in for the grader: grades each expectation whose 'Key: value' line it finds, and sums up."""
    lines = dict(re.findall(r"(?m)^(\w+):[ \t]*(\S.*?)[ \t]*$", completion))
    found = [{"text": key, "passed": lines[key].lower() == value.lower(), "evidence": lines[key]}
             for key, value in wanted.items() if key in lines]
    good = sum(e["passed"] for e in found)
    return {"expectations": found, "summary": {"passed": good, "failed": len(found) - good, "total": len(found)}}


def expectations(answer):
    """What the case declares, {} when the gold cannot be read."""
    try:
        got = json.loads(answer)
    except (TypeError, ValueError):
        got = None
    return got if isinstance(got, dict) else {}


def holed(prompt: str, completion: str, answer: str) -> float:
    summary = grade(completion, expectations(answer))["summary"]
    return 1.0 if summary["passed"] == summary["total"] and summary["failed"] == 0 else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    wanted = expectations(answer)
    grading = grade(completion, wanted)
    results, summary = grading["expectations"], grading["summary"]
    if not wanted or sorted(e["text"] for e in results) != sorted(wanted):
        return 0.0
    passed = sum(1 for e in results if e["passed"] is True and e["evidence"])
    return 1.0 if passed == summary["passed"] == summary["total"] == len(wanted) else 0.0


DATASET = [
    {"prompt": "Diagnose the flaky login test. Reply with Cause, File and Fix lines.",
     "answer": '{"Cause": "race on the session cookie", "File": "auth/session.py", "Fix": "await the cookie write"}',
     "reference": "Cause: race on the session cookie\nFile: auth/session.py\nFix: await the cookie write"},
    {"prompt": "Which query is slow, and which index helps? Reply with Query and Index lines.",
     "answer": '{"Query": "orders by customer", "Index": "orders(customer_id)"}',
     "reference": "Query: orders by customer\nIndex: orders(customer_id)"},
    {"prompt": "Plan the release. Reply with Version, Branch and Owner lines.",
     "answer": '{"Version": "4.2.0", "Branch": "release/4.2", "Owner": "Mina"}',
     "reference": "Here is the plan.\nVersion: 4.2.0\nBranch: release/4.2\nOwner: Mina"},
    {"prompt": "Where does the memory go? Reply with a Leak and a Since line.",
     "answer": '{"Leak": "image cache", "Since": "build 318"}',
     "reference": "Leak: Image cache\nSince: build 318"},
]
EXPLOIT = {"row": 0, "completion": "I could not look into it."}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["prompt"], row["reference"], row["answer"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row, got)
    row = DATASET[EXPLOIT["row"]]
    paid = holed(row["prompt"], EXPLOIT["completion"], row["answer"])
    owed = fixed(row["prompt"], EXPLOIT["completion"], row["answer"])
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
