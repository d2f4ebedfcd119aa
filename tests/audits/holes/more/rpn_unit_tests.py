"""Unit tests for small stack programs, as a code reward in little: the program is interpreted on
hidden inputs, and the reward is one only when every test passes. The prompt shows the task
and no test.
"""
import json

SHAPE = "text"
KIND = "healthy"
FULL = 1.0

BINARY = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "max": max, "min": min}
MAX_TOKENS, LIMIT = 40, 10**12


def execute(program: str, args: list[int]):
    """Value a program leaves on the stack, None if it fails or leaves anything else."""
    tokens, stack = program.split(), []
    if not tokens or len(tokens) > MAX_TOKENS:
        return None
    for token in tokens:
        if token in ("x", "y"):
            index = "xy".index(token)
            if index >= len(args):
                return None
            stack.append(args[index])
        elif token in ("dup", "swap", "neg", "mod2"):
            need = 2 if token == "swap" else 1
            if len(stack) < need:
                return None
            if token == "dup":
                stack.append(stack[-1])
            elif token == "swap":
                stack[-1], stack[-2] = stack[-2], stack[-1]
            else:
                top = stack.pop()
                stack.append(-top if token == "neg" else top % 2)
        elif token in BINARY:
            if len(stack) < 2:
                return None
            b, a = stack.pop(), stack.pop()
            stack.append(BINARY[token](a, b))
        elif token.isascii() and token.isdigit() and len(token) <= 6:
            stack.append(int(token))
        else:
            return None
        if abs(stack[-1]) > LIMIT:
            return None
    return stack[0] if len(stack) == 1 else None


def healthy(prompt: str, completion: str, answer: str) -> float:
    tests = json.loads(answer)
    passed = [execute(completion, case["in"]) == case["out"] for case in tests]
    return 1.0 if passed and all(passed) else 0.0


def tests(fn, *inputs):
    return json.dumps([{"in": list(i), "out": fn(*i)} for i in inputs])


WHAT = "Write a stack program (tokens: x y integers + - * max min neg dup swap mod2, separated by blanks) that leaves "
ONE = [(0,), (1,), (2,), (-3,), (7,), (10,), (-11,), (40,), (-100,)]
TWO = [(0, 0), (1, 4), (4, 1), (-2, 5), (-7, -9), (13, 13), (20, -6), (-1, 30)]
DATASET = [
    {"prompt": WHAT + "the absolute value of x.", "answer": tests(abs, *ONE), "reference": "x dup neg max"},
    {"prompt": WHAT + "the square of x plus one.", "answer": tests(lambda x: x * x + 1, *ONE), "reference": "x x * 1 +"},
    {"prompt": WHAT + "the distance between x and y.", "answer": tests(lambda x, y: abs(x - y), *TWO),
     "reference": "x y max x y min -"},
    {"prompt": WHAT + "x rounded down to an even number.", "answer": tests(lambda x: x - x % 2, *ONE),
     "reference": "x x mod2 -"},
]


def check():
    for row in DATASET:
        got = healthy(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)


fixed = healthy
