"""A one-line function is right if it gives the asked outputs; any wording that does is as good.

Only arithmetic on one name is evaluated, so that a completion can do nothing but compute.
"""
import ast
import operator

SHAPE = "text"
KIND = "code-by-outputs"
FULL = 1.0
DO = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}
INPUTS = (-3, 0, 1, 2, 10)


def value(node, name, given):
    if isinstance(node, ast.Constant) and type(node.value) is int and abs(node.value) < 10**6:
        return node.value
    if isinstance(node, ast.Name) and node.id == name:
        return given
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -value(node.operand, name, given)
    if isinstance(node, ast.BinOp) and type(node.op) in DO:
        return DO[type(node.op)](value(node.left, name, given), value(node.right, name, given))
    raise ValueError("only arithmetic is allowed")


def outputs(source):
    """What the function gives for each input, None if it is no such function."""
    if len(source) > 200:
        return None
    try:
        made = ast.parse(source.strip(), mode="eval").body
        if not isinstance(made, ast.Lambda) or len(made.args.args) != 1:
            return None
        return [value(made.body, made.args.args[0].arg, given) for given in INPUTS]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def fixed(prompt: str, completion: str, answer: str) -> float:
    got = outputs(completion)
    return 1.0 if got is not None and got == outputs(answer) else 0.0


DATASET = [
    {"prompt": "Double it and add one.", "answer": "lambda x: 2 * x + 1", "reference": "lambda x: x + x + 1"},
    {"prompt": "Square it.", "answer": "lambda x: x * x", "reference": "lambda n: n * n"},
    {"prompt": "Turn its sign.", "answer": "lambda x: -x", "reference": "lambda x: 0 - x"},
    {"prompt": "Take three away, then triple it.", "answer": "lambda x: 3 * (x - 3)", "reference": "lambda x: 3 * x - 9"},
]


def check():
    for row in DATASET:
        assert fixed(row["prompt"], row["reference"], row["answer"]) == FULL, row
        assert fixed(row["prompt"], "lambda x: x", row["answer"]) == 0.0, row


if __name__ == "__main__":
    print(__file__, check())
