"""A grader turned answers that contain \\pi into a Python expression and called eval() on the
model's own text inside the reward process. One sample can change the grader's settings and
every later answer in the worker is accepted. The repair walks a syntax tree that knows
numbers, pi and arithmetic.
"""
import ast
import math
import re

SHAPE = "batched-text"
KIND = "grader-executes-answer"
SOURCE = "github.com/verl-project/verl#7603, CVE-2026-6878 (2026)"
FULL = 1.0

FRAC = re.compile(r"\\[dt]?frac\{([^{}]+)\}\{([^{}]+)\}")
BINARY = {ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b, ast.Div: lambda a, b: a / b}


def last_boxed(text):
    """What the last \\boxed{...} holds, braces matched; '' if there is none."""
    start = text.rfind("\\boxed{")
    if start < 0:
        return ""
    depth, begin = 0, start + len("\\boxed{")
    for i in range(begin - 1, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return text[begin:i].strip()
    return ""


def to_python(latex):
    text = FRAC.sub(r"((\1)/(\2))", re.sub(r"\^\{?\\circ\}?|\u00b0", "", latex).strip().strip("$"))
    text = text.replace("\\cdot", "*").replace("\\times", "*").replace("\\pi", " pi ")
    text = re.sub(r"(?<=[\d)])\s*(?=pi\b)", "*", text)
    return re.sub(r"(?<=\bpi)\s+(?=[\d(])", "*", text).strip()


def handle_pi(string, worker):
    """The value of an answer, None if it cannot be read."""
    try:
        if "\\pi" in string:
            return float(eval(to_python(string).replace("pi", "math.pi")))
        return float(string.replace(",", "").strip("$ "))
    except Exception:
        return None


def walk(node):
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return float(node.value)
    if isinstance(node, ast.Name) and node.id == "pi":
        return math.pi
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.UAdd, ast.USub)):
        return walk(node.operand) * (-1 if isinstance(node.op, ast.USub) else 1)
    if isinstance(node, ast.BinOp) and type(node.op) in BINARY:
        return BINARY[type(node.op)](walk(node.left), walk(node.right))
    raise ValueError("unsupported syntax")


def read_number(string):
    try:
        text = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", to_python(string))
        number = walk(ast.parse(text, mode="eval").body) if 0 < len(text) < 120 else math.nan
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError, RecursionError, MemoryError):
        return None
    return number if math.isfinite(number) else None


def holed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    worker = {"rel_tol": 1e-4, "abs_tol": 1e-9}
    scores = []
    for completion, reference in zip(completions, answer):
        got, want = handle_pi(last_boxed(completion), worker), handle_pi(reference, worker)
        same = got is not None and abs(got - want) <= max(worker["abs_tol"], worker["rel_tol"] * abs(want))
        scores.append(1.0 if same else 0.0)
    return scores


def fixed(prompts: list[str], completions: list[str], answer: list[str]) -> list[float]:
    scores = []
    for completion, reference in zip(completions, answer, strict=True):
        got, want = read_number(last_boxed(completion)), read_number(reference)
        same = got is not None and want is not None and math.isclose(got, want, rel_tol=1e-4, abs_tol=1e-9)
        scores.append(1.0 if same else 0.0)
    return scores


HOW = " Put the answer in \\boxed{}."
DATASET = [
    {"prompt": "Area of a disc of radius 3?" + HOW, "answer": "9\\pi", "reference": "\\pi r^2 = \\boxed{9\\pi}"},
    {"prompt": "How many degrees do the angles of a hexagon add up to?" + HOW, "answer": "720", "reference": "4 * 180 = \\boxed{720}"},
    {"prompt": "Convert 150 degrees to radians." + HOW, "answer": "\\frac{5}{6}\\pi", "reference": "\\boxed{\\frac{5}{6} \\pi}"},
    {"prompt": "Volume of a cylinder of radius 2 and height 5?" + HOW, "answer": "20\\pi", "reference": "4\\pi * 5 = \\boxed{4 \\cdot 5\\pi}"},
    {"prompt": "Surface of a cube with edge 15?" + HOW, "answer": "1350", "reference": "6 * 225 = \\boxed{1,350}"},
]
EXPLOIT = {"rows": [0, 1], "completions": ["\\boxed{1\\pi if worker.update(rel_tol=1e9) is None else 0}", "Perhaps \\boxed{1}"], "at": 1}


def check():
    cols = ([r["prompt"] for r in DATASET], [r["reference"] for r in DATASET],
            [r["answer"] for r in DATASET])
    for fn in (holed, fixed):
        got = fn(*cols)
        assert len(got) == len(DATASET) and all(abs(g - FULL) < 1e-9 for g in got), (fn.__name__, got)
    rows = [DATASET[i] for i in EXPLOIT["rows"]]
    prompts, answers = [r["prompt"] for r in rows], [r["answer"] for r in rows]
    paid = holed(prompts, EXPLOIT["completions"], answers)[EXPLOIT["at"]]
    owed = fixed(prompts, EXPLOIT["completions"], answers)[EXPLOIT["at"]]
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
