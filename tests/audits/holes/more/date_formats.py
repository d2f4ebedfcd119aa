"""Date questions. A date may be written in ISO form or with a month name in either order; purely
numeric day/month forms are ambiguous and not accepted. Only the tagged answer counts.
"""
import datetime as dt
import re

SHAPE = "text"
KIND = "healthy"
FULL = 1.0

TAG = re.compile(r"<date>(.*?)</date>", re.S)
FORMATS = ("%Y-%m-%d", "%d %B %Y", "%d %b %Y", "%B %d %Y", "%b %d %Y")


def read_date(text):
    text = re.sub(r"(?<=\d)(st|nd|rd|th)\b", "", text.strip(), flags=re.I)
    text = re.sub(r"^(mon|tues|wednes|thurs|fri|satur|sun)day,?\s+", "", text, flags=re.I)
    text = " ".join(text.replace(",", " ").replace(" of ", " ").replace(".", " ").split())
    for form in FORMATS:
        try:
            return dt.datetime.strptime(text, form).date()
        except ValueError:
            continue
    return None


def fixed(prompt: str, completion: str, answer: str) -> float:
    tagged = TAG.findall(completion)
    if len(tagged) != 1:
        return 0.0
    said = read_date(tagged[0])
    return 1.0 if said is not None and said == dt.date.fromisoformat(answer) else 0.0


HOW = " Put the date in <date></date>, either as YYYY-MM-DD or with the month's name."
DATASET = [
    {"prompt": "A note dated 30 January 2024 falls due 30 days later. When?" + HOW, "answer": "2024-02-29",
     "reference": "One day is left in January, 29 follow. <date>2024-02-29</date>"},
    {"prompt": "When did Apollo 11 land on the Moon (UTC)?" + HOW, "answer": "1969-07-20", "reference": "<date>July 20th, 1969</date>"},
    {"prompt": "Which date is the 256th day of 2023?" + HOW, "answer": "2023-09-13", "reference": "Programmers' day: <date>13 September 2023</date>"},
    {"prompt": "The first Monday of May 2025?" + HOW, "answer": "2025-05-05", "reference": "<date>Monday, 5 May 2025</date>"},
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
