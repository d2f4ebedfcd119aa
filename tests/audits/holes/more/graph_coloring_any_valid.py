"""Map colouring: every proper colouring with the allowed colours is right, not only the one in
the data set.
"""
import json
import re

SHAPE = "text"
KIND = "sound"
SOURCE = "common practice: any valid solution counts"
FULL = 1.0


def colours_of(text):
    """{node: colour} of a list like 'A=red, B=green', {} when anything else is in it or a node comes twice."""
    pairs = [re.fullmatch(r"(\w+)\s*[=:]\s*(\w+)", p.strip()) for p in re.split(r"[,;\n]", text.strip())]
    if not all(pairs):
        return {}
    chosen = {m.group(1).upper(): m.group(2).lower() for m in pairs}
    return chosen if len(chosen) == len(pairs) else {}


def fixed(prompt: str, completion: str, answer: str) -> float:
    try:
        graph = json.loads(answer)
        borders, palette = [tuple(b) for b in graph["borders"]], set(graph["colours"])
    except (TypeError, ValueError, KeyError):
        return 0.0
    nodes = {n for b in borders for n in b}
    chosen = colours_of(completion)
    if not nodes or set(chosen) != nodes or not set(chosen.values()) <= palette:
        return 0.0
    return 1.0 if all(chosen[a] != chosen[b] for a, b in borders) else 0.0


DATASET = [
    {"prompt": "Colour A, B and C red or blue; A-B and B-C share a border.",
     "answer": '{"borders": [["A", "B"], ["B", "C"]], "colours": ["red", "blue"]}', "reference": "A=red, B=blue, C=red"},
    {"prompt": "Colour A, B and C red, blue or green; all three touch.",
     "answer": '{"borders": [["A", "B"], ["B", "C"], ["A", "C"]], "colours": ["red", "blue", "green"]}',
     "reference": "A: green\nB: red\nC: blue"},
    {"prompt": "Colour the ring A-B-C-D-A red or blue.",
     "answer": '{"borders": [["A", "B"], ["B", "C"], ["C", "D"], ["D", "A"]], "colours": ["red", "blue"]}',
     "reference": "A=blue; B=red; C=blue; D=red"},
    {"prompt": "Colour the wheel with hub H and rim A, B, C red, blue, green or white.",
     "answer": '{"borders": [["H", "A"], ["H", "B"], ["H", "C"], ["A", "B"], ["B", "C"], ["C", "A"]], '
               '"colours": ["red", "blue", "green", "white"]}', "reference": "H=white, A=red, B=blue, C=green"},
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)


if __name__ == "__main__":
    print(__file__, check())
