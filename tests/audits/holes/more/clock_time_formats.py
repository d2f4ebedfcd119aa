"""A time of day may be written on the 24 hour clock or with am and pm, with or without minutes.
The last line has to be exactly one time and agree to the minute.
"""
import re

SHAPE = "text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0

TIME = re.compile(r"(?:at )?(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm|a\.m\.|p\.m\.|h)?\.?", re.I)


def minutes(text):
    """Minutes since midnight of the time on the last line, None if that line is no time."""
    lines = text.strip().splitlines()
    m = TIME.fullmatch(lines[-1].strip()) if lines else None
    if m is None:
        return None
    hour, minute, half = int(m[1]), int(m[2] or 0), (m[3] or "").lower().replace(".", "")
    if m[2] is None and not half:   # a bare number is no time
        return None
    if half in ("am", "pm"):
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "pm" else 0)
    return hour * 60 + minute if hour < 24 and minute < 60 else None


def fixed(prompt: str, completion: str, answer: str) -> float:
    got = minutes(completion)
    return 1.0 if got is not None and got == minutes(answer) else 0.0


def row(question, answer, reference):
    return {"prompt": question + " Close with the time alone on the last line.", "answer": answer, "reference": reference}


DATASET = [
    row("A film starts at 18:40 and runs 125 minutes. When does it end?", "20:45", "Two hours and five minutes later.\n8:45 pm"),
    row("A train leaves at 23:50 and rides 40 minutes. When is it there?", "00:30", "It passes midnight.\n12:30 am"),
    row("A shop opens at 9 and stays open seven hours. When does it close?", "16:00", "4 pm"),
    row("Bread goes in at 7:15 and bakes for 50 minutes. When is it done?", "08:05", "08:05"),
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row["prompt"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
