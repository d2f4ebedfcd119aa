"""Dates written in any of several ways are read to the day and compared. Only unambiguous
notations are read; two different dates in one answer are no answer.
"""
import re
from datetime import date

SHAPE = "text"
KIND = "healthy"
FULL = 1.0

MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
          "november", "december"]
MONTH = "|".join(m[:3] + "(?:" + m[3:] + ")?" if len(m) > 3 else m for m in MONTHS)
FORMS = [
    re.compile(r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})", re.A),
    re.compile(r"(?P<d>\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<n>" + MONTH + r")\.?,?\s+(?P<y>\d{4})", re.I | re.A),
    re.compile(r"(?P<n>" + MONTH + r")\.?\s+(?P<d>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<y>\d{4})", re.I | re.A),
]


def read_date(text: str):
    text = text.strip().rstrip(".")
    for form in FORMS:
        m = form.fullmatch(text)
        if m:
            parts = m.groupdict()
            month = int(parts["m"]) if parts.get("m") else 1 + [x[:3] for x in MONTHS].index(parts["n"][:3].lower())
            try:
                return date(int(parts["y"]), month, int(parts["d"]))
            except ValueError:
                return None
    return None


def healthy(prompt: str, completion: str, answer: str) -> float:
    lines = [line for line in completion.splitlines() if line.strip()]
    stated = re.sub(r"^\s*(?:date|answer)\s*:\s*", "", lines[-1], flags=re.I) if lines else ""
    got = read_date(stated)
    return 1.0 if got is not None and got == read_date(answer) else 0.0


HOW = " Put the full date alone on the last line; write the month as a word or use YYYY-MM-DD."
DATASET = [
    {"prompt": "When did Apollo 11 land on the Moon (UTC)?" + HOW, "answer": "1969-07-20",
     "reference": "Eagle touched down in the evening.\nJuly 20, 1969"},
    {"prompt": "When did the Berlin Wall open?" + HOW, "answer": "1989-11-09", "reference": "9 November 1989"},
    {"prompt": "What date is 30 days after 15 February 2023?" + HOW, "answer": "2023-03-17",
     "reference": "13 days are left in February, 17 more.\nDate: 17th of March 2023."},
    {"prompt": "When was the Magna Carta sealed?" + HOW, "answer": "1215-06-15", "reference": "1215-06-15"},
]


def check():
    for row in DATASET:
        got = healthy(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)


fixed = healthy
