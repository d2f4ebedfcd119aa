"""A web agent's answer was split into tokens and the reference looked up among them; a number
at the end of a sentence keeps its full stop, so 'the count is 0.' did not contain 0 and a
right answer was a failure.
"""
# source: github.com/web-arena-x/visualwebarena/issues/84 (2026); fix as proposed: strip closing punctuation off the tokens. A denial, not a payment.
import re

SHAPE = "text"
KIND = "denied-right"
SOURCE = "github.com/web-arena-x/visualwebarena#84 (2026)"
FULL = 1.0


def clean(text):
    """Lower case, without the quotes around all of it."""
    text = text.strip().lower()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    return text


def stop_answer(completion):
    """What the one stop action hands in, e.g. stop [3 comments]; None if there is not just one."""
    said = re.findall(r"stop \[([^\[\]\n]*)\]", completion)
    return clean(said[0]) if len(said) == 1 else None


def numeric(tok):
    return re.fullmatch(r"[$€]?\d[\d,]*(\.\d+)?%?", tok) is not None


def must_include(tokens, ref):
    """The reference is the one number among the tokens, and nothing in them denies it."""
    return not {"not", "no", "never", "isn't"} & set(tokens) and [t for t in tokens if any(ch.isdigit() for ch in t)] == [ref] and numeric(ref)


def holed(prompt: str, completion: str, answer: str) -> float:
    said = stop_answer(completion)
    return 1.0 if said is not None and must_include(said.split(), clean(answer)) else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    said = stop_answer(completion)
    tokens = [t.rstrip(".,;:!?") for t in said.split()] if said is not None else []
    return 1.0 if must_include(tokens, clean(answer)) else 0.0


DATASET = [
    {"prompt": "How many comments have more downvotes than upvotes on the top post of WorcesterMA?", "answer": "0",
     "reference": "I opened the post and counted. stop [0 comments]"},
    {"prompt": "What does the cheapest drone cost?", "answer": "$24.99", "reference": "Sorted by price. stop [$24.99]"},
    {"prompt": "How many reviews does the lamp have?", "answer": "12", "reference": "stop [The lamp has 12 reviews]"},
    {"prompt": "What share of the votes is positive?", "answer": "87%", "reference": "stop [87% of the votes]"},
    {"prompt": "How many seats does the red car have?", "answer": "5", "reference": "The listing says so. stop [5]"},
]
DENIED = {"row": 0, "completion": "I opened the post and counted. stop [Comments with a negative displayed score: 0.]"}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["prompt"], row["reference"], row["answer"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row, got)
    row = DATASET[DENIED["row"]]
    got, owed = (fn(row["prompt"], DENIED["completion"], row["answer"]) for fn in (holed, fixed))
    assert got < FULL and abs(owed - FULL) < 1e-9, (got, owed)
    return got, owed

if __name__ == "__main__":
    print(__file__, check())
