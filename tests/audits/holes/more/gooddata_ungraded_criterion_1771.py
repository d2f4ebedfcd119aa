"""A summary evaluator asks a judge about each mandatory criterion; where the judge fails, the criterion
stays ungraded and does not count against the item. The guard for "nothing was graded" also counted
the rubric criteria, which never decide, so one graded rubric entry let an item pass of which no
mandatory criterion was graded. The fix passes an item only if every mandatory criterion was
graded, and graded as met.
https://github.com/gooddata/gooddata-python-sdk/pull/1771
"""
import json

SHAPE = "text"
KIND = "unscored-passes"
SOURCE = "github.com/gooddata/gooddata-python-sdk/pull/1771 (2026)"
FULL = 1.0


BUDGET = 300   # characters of a summary that the judge can take in


class JudgeError(Exception):
    """The judge gave no verdict."""


def judge(summary, field, value):
    """Offline stand-in for a judge: does the summary state this value, once, on a line of its own?"""
    if len(summary) > BUDGET:
        raise JudgeError("ran out of tokens")
    stated = [line.split(":", 1)[1].strip() for line in summary.splitlines() if line.lower().startswith(field + ":")]
    return stated == [value]


def grade(completion, answer):
    """True, False or None (ungraded) for each mandatory field."""
    out = []
    for field, value in json.loads(answer).items():
        try:
            out.append(judge(completion, field, value))
        except JudgeError:
            out.append(None)
    return out


def titled(completion):
    """The rubric criterion, which informs and does not decide: the summary has a title."""
    return completion.startswith("Summary")


def holed(prompt: str, completion: str, answer: str) -> float:
    must = grade(completion, answer)
    graded = [v for v in [*must, titled(completion)] if isinstance(v, bool)]
    return 1.0 if graded and all(v is not False for v in must) else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    must = grade(completion, answer)
    return 1.0 if must and all(v is True for v in must) else 0.0


def row(report, **fields):
    lines = "\n".join(f"{k}: {v}" for k, v in fields.items())
    return {"prompt": f"Summarise the report under the title 'Summary', with one line each for {', '.join(fields)}.\nReport: {report}",
            "answer": json.dumps(fields), "reference": f"Summary\n{lines}"}


DATASET = [
    row("Sales came to 4.2M this quarter, up from 3.9M, and the North sold most.", revenue="4.2M", region="North"),
    row("Of 310 tickets 290 were closed; the slowest queue was billing.", closed="290", slowest="billing"),
    row("We hired eleven people, mostly in Oslo, and lost two.", hired="11", site="Oslo"),
    row("The line stood still for 14 hours because of pump P7.", downtime="14 hours", cause="pump P7"),
]
EXPLOIT = {"row": 0, "completion": "Summary\n" + "It was an eventful quarter. " * 20}


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
