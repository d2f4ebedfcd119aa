"""A compass bearing counts when it is within five degrees of the true one, round the circle, and may
be given in degrees or as one of the sixteen points of the compass. Nearer is not paid more,
since the map is not read more exactly than that.
"""
import re

SHAPE = "text"
SOURCE = "healthy"
FULL = 1.0


POINTS = "N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW".split()


def bearing(text):
    """Degrees from 0 to below 360, None when the text is not one bearing and nothing else."""
    s = text.strip().removesuffix(".").upper()
    if s in POINTS:
        return POINTS.index(s) * 22.5
    m = re.fullmatch(r"(\d{1,3}(?:\.\d{1,3})?) ?(?:°|DEG|DEGREES)?", s, re.A)
    return float(m.group(1)) % 360 if m and float(m.group(1)) <= 360 else None


def fixed(prompt: str, completion: str, answer: str) -> float:
    told, gold = bearing(completion), bearing(answer)
    if told is None or gold is None:
        return 0.0
    off = abs(told - gold) % 360
    return 1.0 if min(off, 360 - off) <= 5.0 else 0.0


DATASET = [
    {"prompt": "Bearing from the pier to the light?", "answer": "358", "reference": "2 degrees"},
    {"prompt": "Bearing from the mill to the church?", "answer": "47", "reference": "NE"},
    {"prompt": "Bearing from the ford to the hut?", "answer": "180", "reference": "183.5°"},
    {"prompt": "Bearing from the gate to the oak?", "answer": "292", "reference": "WNW."},
]
CHEATS = ["", "nan", "N or S", "0-360", "999", "90", "somewhere north", "N NE S WNW", "-2"]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)
        for cheat in CHEATS:
            got = fixed(row["prompt"], cheat, row["answer"])
            assert got < 0.5, (row["prompt"], cheat, got)


if __name__ == "__main__":
    print(__file__, check())
