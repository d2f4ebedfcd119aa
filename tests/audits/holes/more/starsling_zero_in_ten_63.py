"""A count in a report was checked by looking for the expected phrase inside the result line. The
pattern began with a bare digit, so "0 critical findings" was found inside "10 critical findings"
and the clean-scan case passed under the very regression it was written for.
"""
import re

SHAPE = "text"
KIND = "substring"
SOURCE = "github.com/starslingdev/skills/pull/63 (2026)"
FULL = 1.0


def result_line(completion):
    """What stands after 'Result:' on the last line; '' if the last line is no result line."""
    lines = completion.strip().splitlines()
    last = lines[-1].strip() if lines else ""
    return last[len("Result:"):].strip() if last.startswith("Result:") else ""


def holed(prompt: str, completion: str, answer: str) -> float:
    return 1.0 if re.search(re.escape(answer), result_line(completion)) else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    # the count may not be the tail of a longer number: the whole line has to be it
    return 1.0 if re.fullmatch(re.escape(answer) + r"\.?", result_line(completion)) else 0.0


ASK = "Go through the scan log below and close with a line 'Result: N critical findings'.\n"
DATASET = [
    {"prompt": ASK + "info: 3 hosts up\ninfo: no open ports", "answer": "0 critical findings",
     "reference": "Nothing serious turned up.\nResult: 0 critical findings"},
    {"prompt": ASK + "CRITICAL: root login open\nlow: banner shown\nCRITICAL: no TLS", "answer": "2 critical findings",
     "reference": "Root login and missing TLS.\nResult: 2 critical findings."},
    {"prompt": ASK + "CRITICAL: old kernel\nmedium: weak cipher\nCRITICAL: open share\nCRITICAL: no patch", "answer": "3 critical findings",
     "reference": "One medium, the rest critical.\nResult: 3 critical findings"},
    {"prompt": ASK + "CRITICAL: a\nCRITICAL: b\nCRITICAL: c\nCRITICAL: d", "answer": "4 critical findings",
     "reference": "Result: 4 critical findings"},
]
EXPLOIT = {"row": 0, "completion": "Several holes.\nResult: 10 critical findings"}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["prompt"], row["reference"], row["answer"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["prompt"], got)
    row = DATASET[EXPLOIT["row"]]
    paid = holed(row["prompt"], EXPLOIT["completion"], row["answer"])
    owed = fixed(row["prompt"], EXPLOIT["completion"], row["answer"])
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
