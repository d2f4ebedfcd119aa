"""A numeric success metric accepts a value when any of three closeness tests holds, one of them an
absolute difference below 1e-6. For quantities of the order of 1e-13 that test holds for
every small number, zero included.
"""
import math
import re

SHAPE = "text"
KIND = "tolerance"
SOURCE = "github.com/mitdbg/Kramabench#33 (2026)"
FULL = 1.0

REL_EXACT = 1e-6
ABS_EXACT = 1e-6
REL_LOOSE = 1e-4
NUMBER = r"[-+]?(?:\d{1,20}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][-+]?\d{1,3})?"
FINAL = re.compile(r"^\s*Final answer:\s*(" + NUMBER + r")\s*$", re.M | re.A)


def parse_value(completion: str):
    """The number on the only 'Final answer:' line, None if there is not exactly one."""
    found = FINAL.findall(completion)
    value = float(found[0]) if len(found) == 1 else math.nan
    return value if math.isfinite(value) else None


def holed(prompt: str, completion: str, answer: str) -> float:
    predicted, target = parse_value(completion), float(answer)
    if predicted is None:
        return 0.0
    abs_diff = abs(predicted - target)
    rel_error = abs_diff / abs(target) if target != 0 else math.inf
    magnitude = max(abs(predicted), abs(target))
    is_close = (
        rel_error < REL_EXACT
        or abs_diff < ABS_EXACT
        or abs_diff < magnitude * REL_LOOSE
    )
    return 1.0 if is_close else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    predicted, target = parse_value(completion), float(answer)
    if predicted is None:
        return 0.0
    return 1.0 if math.isclose(predicted, target, rel_tol=REL_LOOSE, abs_tol=0.0) else 0.0


HOW = " End with one line 'Final answer: ' and a plain number."
DATASET = [
    {"prompt": "From drag_2015.csv, what is the mean neutral mass density at 460 km in kg/m^3?" + HOW,
     "answer": "7.95e-13", "reference": "I averaged the density column over the 460 km bin.\nFinal answer: 7.95e-13"},
    {"prompt": "From storms.csv, what was the density peak during the storm of 17 March in kg/m^3?" + HOW,
     "answer": "1.211e-13", "reference": "Final answer: 1.211e-13"},
    {"prompt": "From sites.csv, how many sites report lead above the limit?" + HOW,
     "answer": "218", "reference": "Filtered on lead_ppb > 15.\nFinal answer: 218"},
    {"prompt": "From orbits.csv, what is the decay rate of satellite 7 in km per day?" + HOW,
     "answer": "-0.0374", "reference": "A straight line fitted to the altitude falls.\nFinal answer: -0.0374"},
]
EXPLOIT = {"row": 0, "completion": "I could not open the file.\nFinal answer: 0"}


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
