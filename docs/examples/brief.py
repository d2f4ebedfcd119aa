"""A reward of three terms: the right answer, in its tag, and not at length."""

import re

RIGHT, TAGGED = 0.8, 0.2
MOST_WORDS = 40


def said(completion: str) -> str:
    """Give the one tagged answer, or nothing."""
    found = re.findall(r"<answer>([^<]*)</answer>", completion)
    return found[0].strip() if len(found) == 1 else ""


def length_penalty(completion: str) -> float:
    """Take a hundredth for each word past the fortieth, half at most."""
    return min(0.5, 0.01 * max(0, len(completion.split()) - MOST_WORDS))


def score(prompt: str, completion: str, answer: str) -> float:
    """Pay right answers, a little less for those that ramble."""
    if said(completion).lower() != answer.lower():
        return 0.0
    tagged = completion.rstrip().endswith("</answer>")
    return RIGHT + TAGGED * tagged - length_penalty(completion)
