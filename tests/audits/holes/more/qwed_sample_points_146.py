"""A math verifier called two expressions equal when they agree at five fixed sample points. Any
term that vanishes at those points can be added to a right or wrong expression for free. The
repair compares exact polynomial coefficients.
"""
import ast
import re
from fractions import Fraction

SHAPE = "text"
KIND = "too-few-probes"
SOURCE = "github.com/QWED-AI/qwed-verification#146 (2026)"
FULL = 1.0

TEST_VALUES = [0.5, 1, 2, -1, 0.1]
TOLERANCE = 1e-9
SIGNS = str.maketrans({"\u2212": "-", "\u00b2": "**2", "\u00b3": "**3", "\u00b7": "*"})
MAX_LEN, MAX_POWER, MAX_DEGREE = 300, 12, 40
OPS = {ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b}


class Poly:
    """A polynomial in x, exponent -> exact coefficient."""

    def __init__(self, terms):
        self.terms = {e: c for e, c in terms.items() if c}
        if any(e > MAX_DEGREE for e in self.terms):
            raise ValueError("degree")

    def __add__(self, other):
        return Poly({e: self.terms.get(e, 0) + other.terms.get(e, 0) for e in {*self.terms, *other.terms}})

    def __sub__(self, other):
        return self + other * Poly({0: Fraction(-1)})

    def __mul__(self, other):
        out = {}
        for e, c in self.terms.items():
            for f, d in other.terms.items():
                out[e + f] = out.get(e + f, 0) + c * d
        return Poly(out)

    def constant(self):
        if set(self.terms) - {0}:
            raise ValueError("not a constant")
        return self.terms.get(0, Fraction(0))

    def at(self, x):
        return sum(float(c) * x ** e for e, c in self.terms.items())


def build(node):
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return Poly({0: Fraction(repr(node.value))})
    if isinstance(node, ast.Name) and node.id == "x":
        return Poly({1: Fraction(1)})
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        return build(node.operand) * Poly({0: Fraction(-1 if isinstance(node.op, ast.USub) else 1)})
    if isinstance(node, ast.BinOp) and type(node.op) in OPS:
        return OPS[type(node.op)](build(node.left), build(node.right))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        return build(node.left) * Poly({0: 1 / build(node.right).constant()})
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        power = build(node.right).constant()
        if power.denominator != 1 or not 0 <= power <= MAX_POWER:
            raise ValueError("power")
        out = Poly({0: Fraction(1)})
        for _ in range(int(power)):
            out = out * build(node.left)
        return out
    raise ValueError("not a polynomial")


def parse(text):
    """The polynomial a line like 'y = 3x^2 - 2' states, None if it states none."""
    text = text.strip().strip("$").rstrip(".").replace("^", "**").translate(SIGNS)
    text = re.sub(r"^(?:y|[A-Za-z]'?\(x\)) *= *", "", text)
    text = re.sub(r"(?<=[\dx)]) *(?=[x(])", "*", text)
    try:
        return build(ast.parse(text, mode="eval").body) if 0 < len(text) <= MAX_LEN else None
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError):
        return None


def final_expression(completion):
    found = re.findall(r"^Answer: *(.+)$", completion, re.M)
    return parse(found[-1]) if found else None


def holed(prompt: str, completion: str, answer: str) -> float:
    pred, gold = final_expression(completion), parse(answer)
    if pred is None:
        return 0.0
    matches = sum(abs(pred.at(v) - gold.at(v)) <= TOLERANCE for v in TEST_VALUES)
    return 1.0 if matches == len(TEST_VALUES) else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    pred, gold = final_expression(completion), parse(answer)
    return 1.0 if pred is not None and gold is not None and pred.terms == gold.terms else 0.0


HOW = " End with a line 'Answer: <polynomial in x>'."
DATASET = [
    {"prompt": "Differentiate x^3 - 2x + 7." + HOW, "answer": "3*x**2 - 2", "reference": "Term by term.\nAnswer: 3x^2 - 2"},
    {"prompt": "Which monic quadratic has the roots 2 and -5?" + HOW, "answer": "x**2 + 3*x - 10",
     "reference": "Answer: (x - 2)(x + 5)"},
    {"prompt": "F'(x) = 6x^2 + 1 and F(0) = 4. What is F(x)?" + HOW, "answer": "2*x**3 + x + 4",
     "reference": "Integrate, then add 4.\nAnswer: F(x) = 2x^3 + x + 4"},
    {"prompt": "A rectangle is x long and half as wide, plus 3. What is its area?" + HOW, "answer": "x**2/2 + 3*x",
     "reference": "Length x, width x/2 + 3.\nAnswer: 0.5x^2 + 3x"},
]
EXPLOIT = {"row": 0, "completion": "Answer: 3x^2 - 2 + (x - 0.5)(x - 1)(x - 2)(x + 1)(x - 0.1)"}


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
