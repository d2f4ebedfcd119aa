"""A factorisation into primes is checked by what it is, not by how it is written: powers or repeated
factors, any order, * or x or a dot between them. It has to multiply out to the number asked
for, and every factor has to be prime.
"""
import re

SHAPE = "text"
SOURCE = "healthy"
FULL = 1.0


def prime(n):
    return n > 1 and all(n % d for d in range(2, int(n ** 0.5) + 1))


def factors(text):
    """The factors of a product of small powers, with repeats; [] when the text is anything else."""
    s = re.sub(r"\s+", "", text.strip().removesuffix("."))
    if not re.fullmatch(r"\d{1,6}(?:\^\d{1,2})?(?:[*x×·]\d{1,6}(?:\^\d{1,2})?){0,20}", s, re.A):
        return []
    out = []
    for part in re.split(r"[*x×·]", s):
        base, _, power = part.partition("^")
        out += [int(base)] * int(power or 1)
    return out


def fixed(prompt: str, completion: str, answer: str) -> float:
    gold = re.fullmatch(r"\d{1,12}", answer.strip(), re.A)
    told = factors(completion)
    if not gold or not told or not all(prime(f) for f in told):
        return 0.0
    product = 1
    for f in told:
        product *= f
    return 1.0 if product == int(gold.group(0)) else 0.0


DATASET = [
    {"prompt": "Write 360 as a product of primes.", "answer": "360", "reference": "2^3 * 3^2 * 5"},
    {"prompt": "Write 1001 as a product of primes.", "answer": "1001", "reference": "13 x 7 x 11"},
    {"prompt": "Write 97 as a product of primes.", "answer": "97", "reference": "97"},
    {"prompt": "Write 1024 as a product of primes.", "answer": "1024", "reference": "2^10"},
    {"prompt": "Write 84 as a product of primes.", "answer": "84", "reference": "2·2·3·7."},
]
CHEATS = ["", "1", "360", "1*360", "0", "2^99", "8*45", "1001", "4*21", "2^0", "1024"]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)
        for cheat in CHEATS:
            got = fixed(row["prompt"], cheat, row["answer"])
            assert got < 0.5, (row["prompt"], cheat, got)


if __name__ == "__main__":
    print(__file__, check())
