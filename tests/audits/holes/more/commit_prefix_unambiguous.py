"""A commit may be named by any prefix of its hash that has at least seven digits and fits no
other commit of the list, in either case.
"""
import re

SHAPE = "text"
SOURCE = "healthy"
FULL = 1.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    said = completion.strip().strip("`").lower()
    listed = re.findall(r"\b[0-9a-f]{16}\b", prompt)
    if not re.fullmatch(r"[0-9a-f]{7,16}", said):
        return 0.0
    return 1.0 if [h for h in listed if h.startswith(said)] == [answer] else 0.0


LOG = "1f00aa9be3c45d12 add cache; 1f00aa9c77c0ffee tune cache; 93be0177d01caf55 break parser; 0aa41c2299e8b713 new logo. "
DATASET = [
    {"prompt": LOG + "Which commit broke the parser?", "answer": "93be0177d01caf55", "reference": "93be017"},
    {"prompt": LOG + "Which commit changed the logo?", "answer": "0aa41c2299e8b713", "reference": "`0AA41C2299`"},
    {"prompt": LOG + "Which commit added the cache?", "answer": "1f00aa9be3c45d12", "reference": "1f00aa9be3c45d12"},
    {"prompt": LOG + "Which commit tuned the cache?", "answer": "1f00aa9c77c0ffee", "reference": "1f00aa9c"},
]


def check():
    for row in DATASET:
        for fn in (fixed,):
            got = fn(row["prompt"], row["reference"], row["answer"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
