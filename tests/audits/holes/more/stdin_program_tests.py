"""Programs that read stdin and write stdout, run once per hidden test in a fresh interpreter. All
tests must pass; the program never sees an expected output.
"""
import json
import re
import subprocess
import sys

SHAPE = "text"
KIND = "healthy"
FULL = 1.0

TIME_LIMIT = 4.0
FENCE = re.compile(r"```(?:python|py)?[ \t]*\n(.*?)```", re.S)


def run_program(code, stdin):
    try:
        proc = subprocess.run([sys.executable, "-I", "-S", "-c", code], input=stdin, capture_output=True, text=True,
                              timeout=TIME_LIMIT, errors="replace")
    except (subprocess.TimeoutExpired, ValueError, OSError):
        return None
    return proc.stdout if proc.returncode == 0 else None


def same_output(got, want):
    """Line by line; trailing blanks and the final newline do not matter."""
    return [line.rstrip() for line in got.rstrip().splitlines()] == [line.rstrip() for line in want.rstrip().splitlines()]


def fixed(prompt: str, completion: str, answer: str) -> float:
    tests, blocks = json.loads(answer), FENCE.findall(completion)
    if not tests or not blocks:
        return 0.0
    for test in tests:
        out = run_program(blocks[-1], test["input"])
        if out is None or not same_output(out, test["output"]):
            return 0.0
    return 1.0


def tests(*pairs):
    return json.dumps([{"input": i, "output": o} for i, o in pairs])


DATASET = [
    {"prompt": "Read n, then n integers on one line; print them sorted descending, joined by spaces.",
     "answer": tests(("3\n1 3 2\n", "3 2 1\n"), ("1\n-5\n", "-5\n"), ("5\n7 7 0 -1 9\n", "9 7 7 0 -1\n")),
     "reference": "```python\ninput()\nprint(*sorted(map(int, input().split()), reverse=True))\n```"},
    {"prompt": "Read a line; print how many vowels (aeiou, either case) it has.",
     "answer": tests(("Education\n", "5\n"), ("rhythm\n", "0\n"), ("A quick IO\n", "5\n")),
     "reference": "Count them.\n```python\nprint(sum(c in 'aeiou' for c in input().lower()))\n```"},
    {"prompt": "Read two integers a and b on one line; print their greatest common divisor.",
     "answer": tests(("12 18\n", "6\n"), ("17 5\n", "1\n"), ("100 75\n", "25\n")),
     "reference": "```py\nimport math\na, b = map(int, input().split())\nprint(math.gcd(a, b))\n```"},
    {"prompt": "Read n; print the first n squares, one per line.", "answer": tests(("3\n", "1\n4\n9\n"), ("1\n", "1\n"), ("5\n", "1\n4\n9\n16\n25\n")),
     "reference": "```python\nfor i in range(1, int(input()) + 1):\n    print(i * i)\n```"},
]


def check():
    if SHAPE == "text":
        got = [fixed(r["prompt"], r["reference"], r["answer"]) for r in DATASET]
    else:
        got = fixed([r["prompt"] for r in DATASET], [r["reference"] for r in DATASET], [r["answer"] for r in DATASET])
    assert len(got) == len(DATASET) and all(abs(g - FULL) < 1e-9 for g in got), got
    return got


if __name__ == "__main__":
    print(__file__, check())
