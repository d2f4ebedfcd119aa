"""Countdown: an arithmetic expression that uses each given number exactly once and hits the
target. Any valid expression earns the point; the answer column holds target and numbers.
"""
import ast
import json
import re
from collections import Counter
from fractions import Fraction

SHAPE = "text"
KIND = "healthy"
FULL = 1.0

ANSWER = re.compile(r"<answer>(.*?)</answer>", re.S)
OPERATORS = {ast.Add: Fraction.__add__, ast.Sub: Fraction.__sub__, ast.Mult: Fraction.__mul__, ast.Div: Fraction.__truediv__}


def evaluate(node, used):
    """The exact value; every number met on the way lands in `used`."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        used.append(node.value)
        return Fraction(node.value)
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](evaluate(node.left, used), evaluate(node.right, used))
    raise ValueError("only numbers and + - * / are allowed")


def fixed(prompt: str, completion: str, answer: str) -> float:
    task, found, used = json.loads(answer), ANSWER.findall(completion), []
    if len(found) != 1 or len(found[0]) > 200:
        return 0.0
    text = found[0].strip().replace("\u00d7", "*").replace("\u00f7", "/").replace("\u2212", "-")
    text = re.sub(r"\s*=\s*%d\s*$" % task["target"], "", text)
    try:
        value = evaluate(ast.parse(text, mode="eval").body, used)
    except (SyntaxError, ValueError, ZeroDivisionError, RecursionError, MemoryError):
        return 0.0
    return 1.0 if Counter(used) == Counter(task["numbers"]) and value == task["target"] else 0.0


def row(target, numbers, reference):
    return {"prompt": f"Use each of {numbers} exactly once with + - * / and brackets to make {target}. Put the expression in <answer></answer>.",
            "answer": json.dumps({"target": target, "numbers": numbers}), "reference": reference}


DATASET = [
    row(24, [8, 3, 1, 4], "8 - 3 + 1 is 6, times 4. <answer>(8 - 3 + 1) * 4</answer>"),
    row(98, [44, 19, 35], "<answer>44 + 19 + 35</answer>"),
    row(7, [2, 2, 10, 3], "The twos cancel. <answer>10 - 3 + 2 - 2</answer>"),
    row(150, [25, 6, 3, 3], "<answer>25 × 6 × 3 ÷ 3 = 150</answer>"),
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
