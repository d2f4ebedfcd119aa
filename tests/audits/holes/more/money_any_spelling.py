"""Amounts of money. The currency may stand before or after the number, as a sign, a code or a word, or be left out,
since the question fixes it; another currency is wrong. Thousands may be marked.
"""
import re
from decimal import Decimal

SHAPE = "text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0


NAMES = {"€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "$": "USD", "usd": "USD", "dollars": "USD", "dollar": "USD",
         "£": "GBP", "gbp": "GBP", "pounds": "GBP", "pound": "GBP"}
UNIT = "|".join(re.escape(n) for n in sorted(NAMES, key=len, reverse=True))
AMOUNT = r"\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?"


def money(text):
    """(amount, currency or None), None when the text is not just one amount."""
    m = re.fullmatch(rf"({UNIT})? ?({AMOUNT}) ?({UNIT})?", text.strip().lower().rstrip("."), re.A)
    if not m or (m[1] and m[3]):
        return None
    unit = m[1] or m[3]
    return Decimal(m[2].replace(",", "")), NAMES[unit] if unit else None


def fixed(prompt: str, completion: str, answer: str) -> float:
    got, want = money(completion), money(answer)
    return 1.0 if got and got[0] == want[0] and got[1] in (None, want[1]) else 0.0


DATASET = [
    {"prompt": "Three nights at 89.50 euros: what is the total in euros?", "answer": "268.50 EUR", "reference": "€268.50"},
    {"prompt": "What is 12% of 15,000 dollars, in dollars?", "answer": "1800 USD", "reference": "1,800 dollars"},
    {"prompt": "A 64 pound coat is 25% off. Its price in pounds?", "answer": "48 GBP", "reference": "48.00"},
    {"prompt": "Split 1,250 euros between four. Each gets how many euros?", "answer": "312.50 EUR", "reference": "EUR 312.5"},
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
