"""Algebra answers compared symbolically: both sides are expanded to a normal form of exact
coefficients, so any equivalent way of writing the polynomial is right.
"""
import ast
import re
from fractions import Fraction

SHAPE = "text"
KIND = "healthy"
FULL = 1.0

MAX_CHARS, MAX_DEGREE = 120, 12


def add(p, q, sign=1):
    out = dict(p)
    for e, c in q.items():
        out[e] = out.get(e, Fraction(0)) + sign * c
    return {e: c for e, c in out.items() if c}


def mul(p, q):
    out = {}
    for e, c in p.items():
        for f, d in q.items():
            if e + f > MAX_DEGREE:
                raise ValueError("degree")
            out[e + f] = out.get(e + f, Fraction(0)) + c * d
    return {e: c for e, c in out.items() if c}


def expand(node):
    """{exponent: coefficient} of an expression in x."""
    if isinstance(node, ast.Constant) and type(node.value) is int and abs(node.value) < 10**6:
        return {0: Fraction(node.value)} if node.value else {}
    if isinstance(node, ast.Name) and node.id == "x":
        return {1: Fraction(1)}
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        return add({}, expand(node.operand), -1 if isinstance(node.op, ast.USub) else 1)
    if isinstance(node, ast.BinOp):
        left, right = expand(node.left), expand(node.right)
        if isinstance(node.op, (ast.Add, ast.Sub)):
            return add(left, right, 1 if isinstance(node.op, ast.Add) else -1)
        if isinstance(node.op, ast.Mult):
            return mul(left, right)
        constant = set(right) <= {0}
        if isinstance(node.op, ast.Div) and constant and right:
            return {e: c / right[0] for e, c in left.items()}
        if isinstance(node.op, ast.Pow) and constant:
            n = right.get(0, Fraction(0))
            if n.denominator == 1 and 0 <= n <= MAX_DEGREE:
                out = {0: Fraction(1)}
                for _ in range(int(n)):
                    out = mul(out, left)
                return out
    raise ValueError("not a polynomial in x")


def parse(text: str):
    text = text.strip().strip("$").replace("^", "**").replace(" ", "")
    if len(text) > MAX_CHARS or not re.fullmatch(r"[0-9x+\-*/().]+", text, re.A):
        return None
    text = re.sub(r"(?<=[0-9x)])(?=[x(])", "*", text)
    try:
        return expand(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def healthy(prompt: str, completion: str, answer: str) -> float:
    found = re.findall(r"<answer>([^<]*)</answer>", completion)
    got = parse(found[0]) if len(found) == 1 else None
    return 1.0 if got is not None and got == parse(answer) else 0.0


DATASET = [
    {"prompt": "Give the derivative of x^3 - 4x in <answer></answer>; any equivalent form is fine.", "answer": "3x^2-4",
     "reference": "Power rule.\n<answer>3*x^2 - 4</answer>"},
    {"prompt": "Give an antiderivative of 2x + 6 that is 9 at x = 0, in <answer></answer>; any equivalent form is fine.",
     "answer": "x^2+6x+9", "reference": "<answer>(x+3)^2</answer>"},
    {"prompt": "A rectangle is x by 10 - x. Give its area in <answer></answer>; any equivalent form is fine.",
     "answer": "x(10-x)", "reference": "<answer>10x - x^2</answer>"},
    {"prompt": "Give the mean of x, 2x and 9 in <answer></answer>; any equivalent form is fine.", "answer": "(3x+9)/3",
     "reference": "<answer>x + 3</answer>"},
]


def check():
    for row in DATASET:
        got = healthy(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)


fixed = healthy
