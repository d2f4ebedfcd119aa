"""A date is one and the same in every common way of writing it."""
import datetime
import re

SHAPE = "text"
KIND = "dates"
FULL = 1.0
FORMS = ("%Y-%m-%d", "%d %B %Y", "%B %d, %Y", "%d %b %Y", "%b %d, %Y", "%d.%m.%Y")


def date(text):
    bare = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b", "", " ".join(text.split()).removesuffix("."))
    for form in FORMS:
        try:
            return datetime.datetime.strptime(bare, form).date()
        except ValueError:
            pass
    return None


def fixed(prompt: str, completion: str, answer: str) -> float:
    got = date(completion)
    return 1.0 if got is not None and got == date(answer) else 0.0


DATASET = [
    {"prompt": "When did a man first walk on the Moon?", "answer": "1969-07-20", "reference": "20 July 1969"},
    {"prompt": "When did the Berlin Wall open?", "answer": "November 9, 1989", "reference": "November 9, 1989"},
    {"prompt": "When was the first Sputnik launched?", "answer": "1957-10-04", "reference": "Oct 4th, 1957"},
    {"prompt": "When did the Titanic go down?", "answer": "15 April 1912", "reference": "15.04.1912"},
]


def check():
    for row in DATASET:
        assert fixed(row["prompt"], row["reference"], row["answer"]) == FULL, row
        assert fixed(row["prompt"], "1 January 1900", row["answer"]) == 0.0, row


if __name__ == "__main__":
    print(__file__, check())
