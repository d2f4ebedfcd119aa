"""A record is drawn from a note as one JSON object; each field that is right earns its share, a field
that is not in the schema costs one, and numbers may be written as such or with decimals.
"""
import json

SHAPE = "text"
KIND = "partial"
FULL = 1.0


def equal(said, due):
    if isinstance(said, bool) or isinstance(due, bool):
        return said is due
    if isinstance(due, str):
        return isinstance(said, str) and said.strip().lower() == due.lower()
    return isinstance(said, (int, float)) and said == due


def fixed(prompt: str, completion: str, answer: str) -> float:
    try:
        said = json.loads(completion)
    except (ValueError, RecursionError):
        return 0.0
    if not isinstance(said, dict):
        return 0.0
    due = json.loads(answer)
    right = sum(k in said and equal(said[k], v) for k, v in due.items())
    return max(0.0, (right - len(set(said) - set(due))) / len(due))


def row(note, said, **due):
    return {"prompt": f"Give {', '.join(due)} of this note as a JSON object with these keys. Note: {note}", "answer": json.dumps(due), "reference": json.dumps(said)}


DATASET = [
    row("Half past nine, Dr Osei, two of us, the check-up.", {"guests": 2.0, "doctor": "Osei", "kind": "Check-up"}, doctor="Osei", guests=2, kind="check-up"),
    row("Ship the blue kettle to Lund, gift wrap please, 39 euros.", {"item": "blue kettle", "city": "Lund", "wrap": True, "price": 39},
        item="blue kettle", city="Lund", wrap=True, price=39),
    row("Pump 7 was at 81.5 degrees and I switched it off.", {"pump": 7, "celsius": 81.5, "running": False}, pump=7, celsius=81.5, running=False),
    row("We are three from Basel, arriving on Sunday.", {"people": 3, "from": "Basel", "day": "sunday"}, people=3, day="Sunday", **{"from": "Basel"}),
]


def check():
    for row in DATASET:
        assert fixed(row["prompt"], row["reference"], row["answer"]) == FULL, row
        for bad in ("", "{}", "[]", "null", row["prompt"], json.dumps(dict.fromkeys(json.loads(row["answer"])))):
            assert fixed(row["prompt"], bad, row["answer"]) == 0.0, (row, bad)
        assert fixed(row["prompt"], json.dumps({**json.loads(row["answer"]), "note": "x"}), row["answer"]) < FULL, row


if __name__ == "__main__":
    print(__file__, check())
