"""Code grader: the program of the one python fence is run once per hidden test; pass or fail.
Expected outputs never enter the child process, which sees only its standard input.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

SHAPE = "text"
FULL = 1.0
SECONDS = 4


def program(completion):
    """Source in the only ```python fence, None if there is none or several."""
    found = re.findall(r"```python[ \t]*\n(.*?)```", completion, re.S)
    return found[0] if len(found) == 1 and found[0].strip() else None


def output(path, cwd, stdin):
    """What the program prints for this input; None when it fails or takes too long."""
    try:
        done = subprocess.run([sys.executable, "-I", "-S", path], input=stdin, cwd=cwd, env={"PATH": "/usr/bin:/bin"},
                              capture_output=True, text=True, errors="replace", timeout=SECONDS)
    except (subprocess.TimeoutExpired, OSError):
        return None
    return done.stdout if done.returncode == 0 else None


def lines(text):
    return [line.rstrip() for line in text.strip().splitlines()]


def fixed(prompt: str, completion: str, answer: str) -> float:
    tests, source = json.loads(answer), program(completion)
    if source is None or not tests:
        return 0.0
    with tempfile.TemporaryDirectory() as tmp:
        path = os.path.join(tmp, "main.py")
        with open(path, "w", encoding="utf-8", errors="replace") as f:
            f.write(source)
        for stdin, want in tests:
            got = output(path, tmp, stdin)
            if got is None or lines(got) != lines(want):
                return 0.0
    return 1.0


def fence(code):
    return f"```python\n{code}\n```"


DATASET = [
    {"prompt": "Read n and print the sum of its digits.", "answer": json.dumps([["123\n", "6"], ["9\n", "9"], ["90050\n", "14"]]),
     "reference": fence("print(sum(map(int, input().strip())))")},
    {"prompt": "Read a line and print its words in reverse order.", "answer": json.dumps([["a b c\n", "c b a"], ["one\n", "one"]]),
     "reference": "Split and reverse.\n" + fence("print(*input().split()[::-1])")},
    {"prompt": "Read two integers on two lines; print their greatest common divisor.",
     "answer": json.dumps([["12\n18\n", "6"], ["7\n5\n", "1"], ["0\n4\n", "4"]]),
     "reference": fence("import math\na = int(input())\nb = int(input())\nprint(math.gcd(a, b))")},
    {"prompt": "Print FizzBuzz for 1..n, one per line.",
     "answer": json.dumps([["5\n", "1\n2\nFizz\n4\nBuzz"], ["3\n", "1\n2\nFizz"]]),
     "reference": fence("for i in range(1, int(input()) + 1):\n    print('Fizz' * (i % 3 == 0) + 'Buzz' * (i % 5 == 0) or i)")},
]
WRONG = [(0, ""), (0, fence("import os\nos._exit(0)")), (1, "c b a"), (2, fence("print(6)")), (3, fence("raise SystemExit(0)")),
         (3, fence("while True: pass"))]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)
    low = [fixed(DATASET[i]["prompt"], text, DATASET[i]["answer"]) for i, text in WRONG]
    assert all(x < 0.5 for x in low), low
    return FULL, low

if __name__ == "__main__":
    print(__file__, check())
