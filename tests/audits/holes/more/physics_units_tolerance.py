"""A quantity with a unit: any unit of the right dimension, within one percent, or five percent for
partial credit. A bare number or a unit of another dimension earns nothing.
"""
import math
import re

SHAPE = "text"
KIND = "healthy"
FULL = 1.0

REL_TOL, NEAR_TOL, NEAR_CREDIT = 0.01, 0.05, 0.3
UNITS = {
    "m": ("length", 1.0), "km": ("length", 1e3), "cm": ("length", 1e-2), "mm": ("length", 1e-3),
    "s": ("time", 1.0), "ms": ("time", 1e-3), "min": ("time", 60.0), "h": ("time", 3600.0),
    "kg": ("mass", 1.0), "g": ("mass", 1e-3), "t": ("mass", 1e3),
    "m/s": ("speed", 1.0), "km/h": ("speed", 1 / 3.6),
    "J": ("energy", 1.0), "kJ": ("energy", 1e3), "Wh": ("energy", 3600.0), "kWh": ("energy", 3.6e6),
    "N": ("force", 1.0), "kN": ("force", 1e3),
}
QUANTITY = re.compile(r"([-+]?\d+(?:,\d{3})*(?:\.\d+)?(?:\s*(?:e|x\s*10\^)\s*\{?[-+]?\d{1,2}\}?)?)\s*([A-Za-z]+(?:/[A-Za-z]+)?)", re.I)
RESULT = re.compile(r"^Result:\s*(?:[A-Za-z]\w*\s*=\s*)?(.+?)\.?\s*$", re.M)


def to_si(text):
    """(dimension, value in SI units) of '12 km', None if it is no known quantity."""
    m = QUANTITY.fullmatch(text.strip())
    if not m or m.group(2) not in UNITS:
        return None
    number = re.sub(r"\s*(?:x\s*10\^)\s*", "e", m.group(1), flags=re.I)
    dimension, factor = UNITS[m.group(2)]
    return dimension, float(re.sub(r"[,\s{}]", "", number)) * factor


def fixed(prompt: str, completion: str, answer: str) -> float:
    found = RESULT.findall(completion)
    got, want = to_si(found[-1]) if found else None, to_si(answer)
    if got is None or want is None or got[0] != want[0]:
        return 0.0
    if math.isclose(got[1], want[1], rel_tol=REL_TOL):
        return 1.0
    return NEAR_CREDIT if math.isclose(got[1], want[1], rel_tol=NEAR_TOL) else 0.0


HOW = " Finish with 'Result: <number> <unit>'. Use g = 9.81 m/s^2."
DATASET = [
    {"prompt": "A car covers 150 km in 2 h. Average speed?" + HOW, "answer": "75 km/h", "reference": "150 / 2 = 75.\nResult: 75 km/h"},
    {"prompt": "How long does a stone fall from 20 m?" + HOW, "answer": "2.019 s", "reference": "t = sqrt(2h/g)\nResult: t = 2.02 s"},
    {"prompt": "Weight of 65 kg on Earth?" + HOW, "answer": "637.65 N", "reference": "65 * 9.81 = 637.65\nResult: 0.638 kN"},
    {"prompt": "Energy a 2 kW heater uses in 45 minutes?" + HOW, "answer": "1.5 kWh", "reference": "2 * 0.75 kWh.\nResult: 5.4e6 J"},
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
