"""Structured extraction: the mean over the gold's fields and any field that was made up, so leaving
fields out and inventing some both cost. Text fields compare without case, numbers by value.
"""
import json
import re

SHAPE = "text"
KIND = "healthy"
FULL = 1.0


def load(text: str):
    """The one JSON object of a text, fenced or bare; None for anything else."""
    fenced = re.findall(r"```(?:json)?\s*\n(.*?)```", text, re.S)
    try:
        data = json.loads(fenced[0] if len(fenced) == 1 else text)
    except (ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def same(got, gold) -> bool:
    if isinstance(gold, bool) or isinstance(got, bool) or gold is None or got is None:
        return got is gold
    if isinstance(gold, (int, float)):
        return isinstance(got, (int, float)) and got == gold
    if isinstance(gold, str):
        return isinstance(got, str) and " ".join(got.lower().split()) == " ".join(gold.lower().split())
    return type(got) is type(gold) and got == gold


def healthy(prompt: str, completion: str, answer: str) -> float:
    got, gold = load(completion), json.loads(answer)
    if got is None:
        return 0.0
    keys = set(gold) | set(got)
    return sum(k in gold and k in got and same(got[k], gold[k]) for k in keys) / len(keys)


ASK = "Extract the fields {} as a JSON object (null where the text does not say). Text: "
DATASET = [
    {"prompt": ASK.format("name, age, city") + "'Lena Vik, 34, moved to Ghent last year.'",
     "answer": '{"name": "Lena Vik", "age": 34, "city": "Ghent"}',
     "reference": '```json\n{"name": "Lena Vik", "age": 34, "city": "Ghent"}\n```'},
    {"prompt": ASK.format("item, quantity, price, gift") + "'Two lamps at 39.5 each, gift-wrapped.'",
     "answer": '{"item": "lamp", "quantity": 2, "price": 39.5, "gift": true}',
     "reference": '{"gift": true, "item": "Lamp", "price": 39.50, "quantity": 2}'},
    {"prompt": ASK.format("flight, gate, delay_minutes") + "'KL1289 is 25 minutes late; the gate is not posted.'",
     "answer": '{"flight": "KL1289", "gate": null, "delay_minutes": 25}',
     "reference": '{"flight": "KL1289", "gate": null, "delay_minutes": 25}'},
]


def check():
    for row in DATASET:
        got = healthy(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)


fixed = healthy
