"""What cannot be read as an answer is not scored at all; what can be read is right or wrong."""
import json

SHAPE = "text"
KIND = "not-scored"
FULL = 1.0


def fixed(prompt: str, completion: str, answer: str) -> float | None:
    try:
        said = json.loads(completion)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict) or not isinstance(said.get("label"), str):
        return None
    return 1.0 if said["label"] == answer else 0.0


DATASET = [
    {"prompt": "Label: 'You have won a prize!'", "answer": "spam", "reference": '{"label": "spam", "why": "prizes are bait"}'},
    {"prompt": "Label: 'Lunch at noon?'", "answer": "ham", "reference": '{"label": "ham"}'},
    {"prompt": "Label: 'Your parcel waits, pay here'", "answer": "phishing", "reference": '{"label": "phishing", "why": "pay here"}'},
    {"prompt": "Label: 'Minutes of the meeting'", "answer": "ham", "reference": '{"label": "ham"}'},
]


def check():
    for row in DATASET:
        assert fixed(row["prompt"], row["reference"], row["answer"]) == FULL, row
        assert fixed(row["prompt"], row["answer"], row["answer"]) is None, row
        assert fixed(row["prompt"], '{"label": "other"}', row["answer"]) == 0.0, row


if __name__ == "__main__":
    print(__file__, check())
