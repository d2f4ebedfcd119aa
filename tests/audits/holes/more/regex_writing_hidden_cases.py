"""The reply is a regular expression. It must match each of the hidden positive strings as a whole
and none of the hidden negative ones; anything else, broken or slow patterns included, is worth
nothing.
"""
import json
import re

SHAPE = "text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0


def pattern(text):
    """The compiled pattern of a one-line reply, None when it is broken, long, or nests repeats."""
    m = re.fullmatch(r"`?([^\s`]{1,80})`?", text.strip())
    if not m or re.search(r"[+*}]\)?[+*{]", m.group(1)):
        return None
    try:
        return re.compile(m.group(1))
    except (re.error, OverflowError, RecursionError):
        return None


def fixed(prompt: str, completion: str, answer: str) -> float:
    try:
        cases = json.loads(answer)
        yes, no = list(cases["match"]), list(cases["reject"])
    except (TypeError, ValueError, KeyError):
        return 0.0
    rx = pattern(completion)
    if rx is None or not yes or not no:
        return 0.0
    good = all(rx.fullmatch(s) for s in yes) and not any(rx.fullmatch(s) for s in no)
    return 1.0 if good else 0.0


DATASET = [
    {"prompt": "A regex for 24-hour times such as 07:45.",
     "answer": '{"match": ["00:00", "07:45", "19:59", "23:07"], "reject": ["24:00", "7:45", "12:60", "1200", ""]}',
     "reference": "(?:[01]\\d|2[0-3]):[0-5]\\d"},
    {"prompt": "A regex for part numbers: two capitals, a dash, four digits.",
     "answer": '{"match": ["AB-1234", "ZZ-0000"], "reject": ["Ab-1234", "AB1234", "AB-123", "ABC-1234", ""]}',
     "reference": "`[A-Z]{2}-[0-9]{4}`"},
    {"prompt": "A regex for hex colours with a hash, of three or six digits.",
     "answer": '{"match": ["#fff", "#A0b1C2"], "reject": ["fff", "#ffff", "#ggg", "#1234567", ""]}',
     "reference": "#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})"},
    {"prompt": "A regex for whole numbers without leading zeros, with an optional minus.",
     "answer": '{"match": ["0", "7", "-12", "405"], "reject": ["007", "-0", "+3", "1.5", "-", ""]}',
     "reference": "0|-?[1-9][0-9]*"},
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
