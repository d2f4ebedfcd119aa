"""A list of things is compared as a set: order and repetition carry no meaning."""
import re

SHAPE = "text"
KIND = "unordered-list"
FULL = 1.0


def things(text):
    return {" ".join(part.lower().split()) for part in re.split(r",|\band\b|\n", text) if part.strip(" .")}


def fixed(prompt: str, completion: str, answer: str) -> float:
    return 1.0 if things(completion.rstrip(". ")) == things(answer) else 0.0


DATASET = [
    {"prompt": "Which colours are on the flag of France?", "answer": "blue, white, red", "reference": "red, white and blue"},
    {"prompt": "Which colours are on the flag of Italy?", "answer": "green, white, red", "reference": "green, white, red"},
    {"prompt": "Which colours are on the flag of Poland?", "answer": "white, red", "reference": "red\nwhite"},
    {"prompt": "Which colours are on the flag of Ukraine?", "answer": "blue, yellow", "reference": "yellow, blue"},
]


def check():
    for row in DATASET:
        assert fixed(row["prompt"], row["reference"], row["answer"]) == FULL, row
        assert fixed(row["prompt"], row["answer"] + ", pink", row["answer"]) == 0.0, row
        assert fixed(row["prompt"], row["answer"].split(",")[0], row["answer"]) == 0.0, row


if __name__ == "__main__":
    print(__file__, check())
