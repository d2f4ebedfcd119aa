"""A reading of an instrument is right within two percent of the true value, whichever of the listed
spellings of the unit is used; the answer is the last line, and it holds the one number.
"""
import re

SHAPE = "text"
KIND = "tolerance"
FULL = 1.0


UNITS = {"V": ("v", "volt", "volts"), "mm": ("mm", "millimetre", "millimetres", "millimeters"), "kg": ("kg", "kilogram", "kilograms")}


def fixed(prompt: str, completion: str, answer: str) -> float:
    value, unit = answer.split()
    lines = completion.strip().splitlines()
    found = re.fullmatch(r"(-?\d{1,9}(?:\.\d{1,9})?) ?([A-Za-z]+)\.?", lines[-1].strip()) if lines else None
    if not found or found.group(2).lower() not in UNITS[unit]:
        return 0.0
    return 1.0 if abs(float(found.group(1)) - float(value)) <= 0.02 * abs(float(value)) else 0.0


DATASET = [
    {"prompt": "The needle stands a quarter of the way from 0 to 50 volts. What does it read? Last line: number and unit.", "answer": "12.5 V",
     "reference": "A quarter of fifty.\n12.5 volts"},
    {"prompt": "Two rods of 18 mm and 23.5 mm are laid end to end. How long are they? Last line: number and unit.", "answer": "41.5 mm", "reference": "41.5 mm"},
    {"prompt": "Three sacks weigh 25 kg each and one weighs 7.2 kg. What do they weigh together? Last line: number and unit.", "answer": "82.2 kg",
     "reference": "75 and 7.2 make\n82.2 kilograms."},
    {"prompt": "A cell gives -1.5 V, and four are in series. What is the whole voltage? Last line: number and unit.", "answer": "-6 V", "reference": "-6.0 V"},
]


def check():
    for row in DATASET:
        assert fixed(row["prompt"], row["reference"], row["answer"]) == FULL, row
        for bad in ("", "999 V", row["prompt"], row["answer"].split()[0], "1 " + row["answer"], row["answer"].replace("-", "") * 2):
            assert fixed(row["prompt"], bad, row["answer"]) == 0.0, (row, bad)


if __name__ == "__main__":
    print(__file__, check())
