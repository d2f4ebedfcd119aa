"""JSON in which some fields decide and a free remark does not; key order and extra keys are free."""
import json

SHAPE = "text"
KIND = "optional-fields"
FULL = 1.0
DECIDE = ("city", "nights")


def booking(text):
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def fixed(prompt: str, completion: str, answer: str) -> float:
    got, gold = booking(completion), json.loads(answer)
    if got is None:
        return 0.0
    return 1.0 if all(name in got and got[name] == gold[name] and type(got[name]) is type(gold[name]) for name in DECIDE) else 0.0


DATASET = [
    {"prompt": "Two nights in Oslo, near the harbour please.",
     "answer": '{"city": "Oslo", "nights": 2, "remark": "the guest would like to be near the harbour"}',
     "reference": '{"city": "Oslo", "nights": 2, "remark": "the guest would like to be near the harbour"}'},
    {"prompt": "A night in Turin.", "answer": '{"city": "Turin", "nights": 1}', "reference": '{"nights": 1, "city": "Turin", "pets": false}'},
    {"prompt": "Five nights in Porto, with a view over the river.",
     "answer": '{"city": "Porto", "nights": 5, "remark": "a room with a view over the river"}',
     "reference": '{"city": "Porto", "nights": 5, "remark": "a room with a view over the river"}'},
    {"prompt": "Three nights in Graz.", "answer": '{"city": "Graz", "nights": 3}', "reference": '{"city": "Graz", "nights": 3}'},
]


def check():
    for row in DATASET:
        assert fixed(row["prompt"], row["reference"], row["answer"]) == FULL, row
        assert fixed(row["prompt"], '{"city": "Bonn", "nights": 2}', row["answer"]) == 0.0, row
        assert fixed(row["prompt"], "{}", row["answer"]) == 0.0, row


if __name__ == "__main__":
    print(__file__, check())
