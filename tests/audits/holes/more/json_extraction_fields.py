"""Invoice extraction into JSON. Required fields carry the score; an optional field counts when the
document has it and must be left out or null when it has not. Invented keys cost a field each.
"""
import json
import math
import re

SHAPE = "text"
KIND = "healthy"
FULL = 1.0

REQUIRED, OPTIONAL = ("vendor", "date", "total"), ("currency", "discount")
FENCED = re.compile(r"```(?:json)?\s*\n(.*?)```", re.S)


def load_object(completion):
    blocks = FENCED.findall(completion)
    try:
        data = json.loads(blocks[-1] if blocks else completion)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def equal(got, want):
    if isinstance(want, bool) or isinstance(got, bool):
        return got is want
    if isinstance(want, (int, float)):
        return isinstance(got, (int, float)) and math.isclose(got, want, abs_tol=0.005, rel_tol=0)
    return isinstance(got, str) and got.strip().casefold() == want.casefold()


def fixed(prompt: str, completion: str, answer: str) -> float:
    data, gold = load_object(completion), json.loads(answer)
    if data is None:
        return 0.0
    stated = {key: value for key, value in data.items() if value is not None}
    counted = [key for key in (*REQUIRED, *OPTIONAL) if key in gold]
    right = sum(key in stated and equal(stated[key], gold[key]) for key in counted)
    invented = sum(key not in gold for key in stated)
    return max(0.0, right - invented) / len(counted)


HOW = "Extract vendor, date (YYYY-MM-DD), total (number) and, only if stated, currency (ISO code) and discount (number) as JSON. Invoice: "
DATASET = [
    {"prompt": HOW + "ACME Ltd, 3 March 2025, total due EUR 120.50", "answer": json.dumps({"vendor": "ACME Ltd", "date": "2025-03-03", "total": 120.5, "currency": "EUR"}),
     "reference": "```json\n{\"vendor\": \"ACME Ltd\", \"date\": \"2025-03-03\", \"total\": 120.5, \"currency\": \"EUR\", \"discount\": null}\n```"},
    {"prompt": HOW + "Blue Fern, 2024-12-30. Sum 90, less 10 discount, to pay 80.", "answer": json.dumps({"vendor": "Blue Fern", "date": "2024-12-30", "total": 80, "discount": 10}),
     "reference": "{\"vendor\": \"Blue Fern\", \"date\": \"2024-12-30\", \"total\": 80.0, \"discount\": 10}"},
    {"prompt": HOW + "Kato & Sons billed 4400 on 1 July 2023.", "answer": json.dumps({"vendor": "Kato & Sons", "date": "2023-07-01", "total": 4400}),
     "reference": "{\"total\": 4400, \"vendor\": \"Kato & Sons\", \"date\": \"2023-07-01\"}"},
    {"prompt": HOW + "Night Owl Bakery 2025/01/09 USD 13.20 (discount 1.30 applied)",
     "answer": json.dumps({"vendor": "Night Owl Bakery", "date": "2025-01-09", "total": 13.2, "currency": "USD", "discount": 1.3}),
     "reference": "Here it is:\n```json\n{\"vendor\": \"Night Owl Bakery\", \"date\": \"2025-01-09\", \"total\": 13.20, \"currency\": \"usd\", \"discount\": 1.3}\n```"},
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
