"""Name the colour of a swatch, as a hex code or as rgb(). A difference that no eye can see (six steps a
channel) is allowed.
"""
import re

SHAPE = "text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0


TOLERANCE = 6


def colour(text):
    """(red, green, blue), None for anything that is not just one colour."""
    t = text.strip().lower().rstrip(".")
    if re.fullmatch(r"#?[0-9a-f]{6}", t, re.A):
        t = t.lstrip("#")
        return tuple(int(t[i:i + 2], 16) for i in (0, 2, 4))
    m = re.fullmatch(r"rgb\( ?(\d{1,3}), ?(\d{1,3}), ?(\d{1,3}) ?\)", t, re.A)
    got = tuple(int(v) for v in m.groups()) if m else None
    return got if got and max(got) <= 255 else None


def fixed(prompt: str, completion: str, answer: str) -> float:
    got, want = colour(completion), colour(answer)
    return 1.0 if got and max(abs(a - b) for a, b in zip(got, want)) <= TOLERANCE else 0.0


DATASET = [
    {"prompt": "Which colour is swatch 1? Hex or rgb().", "answer": "#d2691e", "reference": "#D2691E"},
    {"prompt": "Which colour is swatch 2? Hex or rgb().", "answer": "#2e8b57", "reference": "rgb(46, 139, 87)"},
    {"prompt": "Which colour is swatch 3? Hex or rgb().", "answer": "#4682b4", "reference": "#4880b5"},
    {"prompt": "Which colour is swatch 4? Hex or rgb().", "answer": "#f5deb3", "reference": "rgb(245,222,179)"},
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
