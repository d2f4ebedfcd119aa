"""A patch reward took whatever follows the last </think>. A completion that never closes its
thoughts has no such tag, so the whole trace was taken and the last patch drafted in it was
graded as the submission. The repair grades only what comes after a closed thought.
"""
import re

SHAPE = "text"
KIND = "draft-as-answer"
SOURCE = "github.com/PrimeIntellect-ai/prime-rl/pull/475 (2025); cf. trl/pull/4563"
FULL = 1.0

DIFF_BLOCK = re.compile(r"```diff[ \t]*\n(.*?)```", re.S)
SOURCE_FILE = re.compile(r"<file>\n(.*?)</file>", re.S)


def parse_hunks(diff):
    """[(old lines, new lines)] of a unified diff; None if a line is none of ' ', '-', '+', '@@'."""
    hunks = []
    for line in diff.splitlines():
        if line.startswith(("--- ", "+++ ", "diff ", "index ")):
            continue
        if line.startswith("@@"):
            hunks.append(([], []))
            continue
        if not hunks:
            hunks.append(([], []))
        old, new = hunks[-1]
        mark, text = line[:1] or " ", line[1:].rstrip()
        if mark not in " -+":
            return None
        if mark in " -":
            old.append(text)
        if mark in " +":
            new.append(text)
    return [h for h in hunks if h[0] or h[1]]


def apply_diff(source, diff):
    """The patched lines, or None when a hunk does not fit in exactly one place."""
    lines, hunks = [line.rstrip() for line in source.splitlines()], parse_hunks(diff)
    if not hunks:
        return None
    for old, new in hunks:
        places = [i for i in range(len(lines) - len(old) + 1) if lines[i:i + len(old)] == old] if old else []
        if len(places) != 1:
            return None
        lines[places[0]:places[0] + len(old)] = new
    return lines


def grade(prompt, blocks, answer):
    source = SOURCE_FILE.search(prompt)
    patched = apply_diff(source.group(1), blocks[-1]) if source and blocks else None
    return 1.0 if patched == [line.rstrip() for line in answer.splitlines()] else 0.0


def holed(prompt: str, completion: str, answer: str) -> float:
    solution = completion.split("</think>")[-1]
    return grade(prompt, DIFF_BLOCK.findall(solution), answer)


def fixed(prompt: str, completion: str, answer: str) -> float:
    if completion.count("</think>") != 1:
        return 0.0
    blocks = DIFF_BLOCK.findall(completion.split("</think>")[1])
    return grade(prompt, blocks, answer) if len(blocks) == 1 else 0.0


def task(issue, text):
    return f"{issue}\n<file>\n{text}</file>\nThink first, close with </think>, then give one ```diff block."


MEAN = "def mean(xs):\n    total = sum(xs)\n    return total / (len(xs) - 1)\n"
RETRY = "def fetch(get, tries):\n    for i in range(tries):\n        try:\n            return get()\n        except OSError:\n            raise\n"
SLUG = "import re\n\n\ndef slug(title):\n    return re.sub(r'[^a-z]+', '-', title.lower())\n"
GREET = "def greet(name):\n    return 'Hello ' + nam\n"
DATASET = [
    {"prompt": task("mean() must divide by len(xs). Change that line only.", MEAN), "answer": MEAN.replace("(len(xs) - 1)", "len(xs)"),
     "reference": "<think>It should divide by n.</think>\n```diff\n@@ -2,2 +2,2 @@\n     total = sum(xs)\n-    return total / (len(xs) - 1)\n+    return total / len(xs)\n```"},
    {"prompt": task("fetch() gives up after the first OSError. Replace its raise by continue.", RETRY),
     "answer": RETRY.replace("raise", "continue"),
     "reference": "<think>raise leaves the loop</think>\nHere is the patch.\n```diff\n-            raise\n+            continue\n```"},
    {"prompt": task("slug() must keep digits: add 0-9 behind a-z in its pattern.", SLUG), "answer": SLUG.replace("[^a-z]", "[^a-z0-9]"),
     "reference": "<think>\nadd 0-9 to the class\n</think>\n```diff\n def slug(title):\n-    return re.sub(r'[^a-z]+', '-', title.lower())\n+    return re.sub(r'[^a-z0-9]+', '-', title.lower())\n```"},
    {"prompt": task("greet() raises a NameError. Correct the misspelt name.", GREET), "answer": GREET.replace("nam\n", "name\n"),
     "reference": "<think>typo</think>\n```diff\n-    return 'Hello ' + nam\n+    return 'Hello ' + name\n```"},
]
EXPLOIT = {"row": 0, "completion": "<think>One idea:\n```diff\n-    return total / (len(xs) - 1)\n+    return total / len(xs)\n```\n"
                                   "but no, Bessel's correction wants n - 1, so the file is right as it is and I should leave"}


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
