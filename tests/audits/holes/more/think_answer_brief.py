"""Short-answer reward: 0.8 for the right answer, 0.1 for the asked shape, 0.1 for a brief thought.
The two small terms together stay below the answer's weight, and brevity is paid only beside
a right answer.
"""
import re

SHAPE = "text"
FULL = 1.0
W_ANSWER, W_SHAPE, W_BRIEF = 0.8, 0.1, 0.1
FREE, MOST = 60, 200   # words of thought: all of the term up to FREE, none of it from MOST

SHAPED = re.compile(r"<think>([^<>]*\S[^<>]*)</think>\s*<answer>([^<>]*\S[^<>]*)</answer>")


def norm(text):
    """Lower case, no article in front, no full stop at the end, single spaces."""
    text = " ".join(text.lower().split()).rstrip(".").strip()
    return re.sub(r"^(the|a|an) ", "", text)


def brief(thought):
    n = len(thought.split())
    return max(0.0, min(1.0, (MOST - n) / (MOST - FREE)))


def fixed(prompt: str, completion: str, answer: str) -> float:
    m = SHAPED.fullmatch(completion.strip())
    if m is None:
        return 0.0
    accepted = {norm(a) for a in answer.split("|")}
    if norm(m.group(2)) not in accepted:
        return W_SHAPE
    return W_ANSWER + W_SHAPE + W_BRIEF * brief(m.group(1))


def ref(thought, said):
    return f"<think>{thought}</think>\n<answer>{said}</answer>"


RULE = "Think in <think></think>, then answer in <answer></answer>. "
DATASET = [
    {"prompt": RULE + "Which metal is liquid at room temperature?", "answer": "mercury", "reference": ref("Gallium melts at 30 C, so mercury.", "Mercury")},
    {"prompt": RULE + "Capital of Australia?", "answer": "Canberra", "reference": ref("Not Sydney, a common slip.", "Canberra.")},
    {"prompt": RULE + "Who wrote Emma?", "answer": "Jane Austen|Austen", "reference": ref("A novel of 1815.", "Jane Austen")},
    {"prompt": RULE + "Largest planet?", "answer": "Jupiter", "reference": ref("By mass and by size it is Jupiter.", "Jupiter")},
    {"prompt": RULE + "Which river runs through Cairo?", "answer": "Nile", "reference": ref("Egypt's one great river.", "the Nile")},
]
WRONG = [(0, ""), (0, "Mercury"), (1, ref("hm", "Sydney")), (2, ref("either", "Austen or Bronte")), (3, ref("", "Jupiter")),
         (4, ref("word " * 10, "not the Nile"))]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)
    low = [fixed(DATASET[i]["prompt"], text, DATASET[i]["answer"]) for i, text in WRONG]
    assert all(x < 0.5 for x in low), low
    return FULL, low

if __name__ == "__main__":
    print(__file__, check())
