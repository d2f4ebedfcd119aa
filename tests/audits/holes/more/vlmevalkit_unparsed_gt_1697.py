"""The option matcher of a spatial benchmark knows the letters A to F and returns False when it
recognises none. Questions with more options have gold letters beyond F: gold and any
unreadable reply both became False, and False == False was scored as an exact match.
"""
import re

SHAPE = "text"
KIND = "sentinel-equality"
SOURCE = "github.com/open-compass/VLMEvalKit#1697 (2026)"
FULL = 1.0

DEFAULT_CHOICES = "ABCDEF"
OPTION_LINE = re.compile(r"^([A-Z])[.)] (.+)$", re.M)


def clean(text):
    return re.sub(r"\s+", " ", text).strip().rstrip(".").casefold()


def can_match_option(reply, options, choices=DEFAULT_CHOICES):
    """Return 'A'..., or False when the reply is no single option."""
    reply = reply.strip().strip("*").strip()
    m = re.fullmatch(r"(?:(?:the )?(?:correct |final )?(?:answer|option)(?: is)?:? ?)?\(?([A-Za-z])\)?(?:[.):] ?(.*))?", reply,
                     re.I | re.S)
    if not m or m.group(1).upper() not in choices:
        return False
    letter, words = m.group(1).upper(), m.group(2)
    if words and clean(words) != clean(options.get(letter, "")):
        return False
    return letter


def exact_match(pred, target):
    return 1.0 if str(pred).lower() == str(target).lower() else 0.0


def holed(prompt: str, completion: str, answer: str) -> float:
    options = dict(OPTION_LINE.findall(prompt))
    pred = can_match_option(completion, options)
    gt = can_match_option(answer, options)
    return exact_match(pred, gt)


def fixed(prompt: str, completion: str, answer: str) -> float:
    options = dict(OPTION_LINE.findall(prompt))
    pred = can_match_option(completion, options, choices="".join(options))
    gt = can_match_option(answer, options, choices="".join(options))
    return 0.0 if pred is False or gt is False else exact_match(pred, gt)


def question(stem, *options):
    lines = [f"{chr(65 + i)}. {text}" for i, text in enumerate(options)]
    return "\n".join([stem, *lines, "Answer with the option's letter."])


COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
DATASET = [
    {"prompt": question("The camera turns from north to the left by 90 degrees. Where does it look?", *COMPASS),
     "answer": "G", "reference": "G"},
    {"prompt": question("How far does the ball roll between the two frames?", "0.5 m", "1 m", "2 m", "4 m"),
     "answer": "C", "reference": "C. 2 m"},
    {"prompt": question("The drone flies towards the corner between the last two walls named. Where to?", *COMPASS),
     "answer": "H", "reference": "The answer is H"},
    {"prompt": question("Which box stands closest to the door?", "red", "green", "blue", "grey", "white"),
     "answer": "E", "reference": "(E)"},
    {"prompt": question("How many chairs are in the room?", "1", "2", "3", "4", "5", "6", "7"),
     "answer": "B", "reference": "B"},
]
EXPLOIT = {"row": 0, "completion": "I cannot tell from the video."}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["prompt"], row["reference"], row["answer"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row, got)
    row = DATASET[EXPLOIT["row"]]
    paid = holed(row["prompt"], EXPLOIT["completion"], row["answer"])
    owed = fixed(row["prompt"], EXPLOIT["completion"], row["answer"])
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
