"""An instruction-following verifier handled a third of the constraint kinds in nested if/elif
branches and ended in `return True`. A prompt whose constraints were all of the other kinds
was followed by any text at all. The repair looks every kind up in a table and fails a kind
it does not know.
"""
import json
import re

SHAPE = "text"
KIND = "fallthrough-pass"
SOURCE = "github.com/confident-ai/deepeval#3063, pull/3066 (2026)"
FULL = 1.0

RELATIONS = {"at least": lambda n, want: n >= want, "less than": lambda n, want: n < want,
             "exactly": lambda n, want: n == want}


def words(text):
    return re.findall(r"[A-Za-z0-9][A-Za-z0-9'-]*", text)


def has_word(text, word):
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.I) is not None


def verify_branches(text, instruction_id, kwargs):
    if instruction_id.startswith("punctuation:"):
        if instruction_id == "punctuation:no_comma":
            return "," not in text
    elif instruction_id.startswith("change_case:"):
        if instruction_id == "change_case:english_lowercase":
            return text == text.lower()
        elif instruction_id == "change_case:english_capital":
            return text == text.upper()
    elif instruction_id.startswith("length_constraints:"):
        if instruction_id == "length_constraints:number_words":
            return RELATIONS[kwargs["relation"]](len(words(text)), kwargs["num_words"])
    elif instruction_id.startswith("startend:"):
        if instruction_id == "startend:end_checker":
            return text.strip().endswith(kwargs["end_phrase"])
    return True


def bullets(text):
    return re.findall(r"^\s*[*-] +\S.*$", text, re.M)


def postscript(text, marker):
    return re.search(rf"^\s*{re.escape(marker)} *\S", text, re.M) is not None


DISPATCH = {
    "punctuation:no_comma": lambda t: "," not in t,
    "change_case:english_lowercase": lambda t: t == t.lower() and any(c.isalpha() for c in t),
    "change_case:english_capital": lambda t: t == t.upper() and any(c.isalpha() for c in t),
    "length_constraints:number_words": lambda t, relation, num_words: RELATIONS[relation](len(words(t)), num_words),
    "startend:end_checker": lambda t, end_phrase: t.strip().endswith(end_phrase),
    "startend:quotation": lambda t: len(t.strip()) > 2 and t.strip()[0] == t.strip()[-1] == '"',
    "keywords:existence": lambda t, keywords: all(has_word(t, k) for k in keywords),
    "keywords:forbidden_words": lambda t, forbidden_words: not any(has_word(t, w) for w in forbidden_words),
    "detectable_format:title": lambda t: re.search(r"<<[^<>\n]*\w[^<>\n]*>>", t) is not None,
    "detectable_format:number_bullet_lists": lambda t, num_bullets: len(bullets(t)) == num_bullets,
    "detectable_content:postscript": postscript,
    "detectable_content:number_placeholders": lambda t, num: len(re.findall(r"\[[^\[\]\n]+\]", t)) >= num,
}


def holed(prompt: str, completion: str, answer: str) -> float:
    spec = json.loads(answer)
    followed = [verify_branches(completion, i, kw) for i, kw in zip(spec["instruction_id_list"], spec["kwargs"])]
    return 1.0 if all(followed) else 0.0


def fixed(prompt: str, completion: str, answer: str) -> float:
    spec = json.loads(answer)
    ids, kwargs = spec["instruction_id_list"], spec["kwargs"]
    if not completion.strip() or not ids or len(ids) != len(kwargs):
        return 0.0
    for instruction_id, kw in zip(ids, kwargs):
        check_one = DISPATCH.get(instruction_id)
        if check_one is None or not check_one(completion, **kw):
            return 0.0
    return 1.0


def spec(**constraints):
    return json.dumps({"instruction_id_list": [k.replace("__", ":") for k in constraints], "kwargs": list(constraints.values())})


DATASET = [
    {"prompt": "List exactly 3 tips for growing tomatoes as bullets (* ...). Give it a title in <<double angle brackets>>, "
               "mention the words tomatoes, water, sun and soil, and add a postscript starting with P.S.",
     "answer": spec(detectable_format__number_bullet_lists={"num_bullets": 3}, detectable_format__title={},
                    keywords__existence={"keywords": ["tomatoes", "water", "sun", "soil"]},
                    detectable_content__postscript={"marker": "P.S."}),
     "reference": "<<Growing tomatoes>>\n* Choose a spot with six hours of sun.\n* Feed the soil with compost.\n"
                  "* Water deeply twice a week.\nP.S. Pick tomatoes often."},
    {"prompt": "Describe the sea in lower case without any comma, in at least 12 words, and use the words sea, waves and salt.",
     "answer": spec(change_case__english_lowercase={}, punctuation__no_comma={},
                    length_constraints__number_words={"relation": "at least", "num_words": 12},
                    keywords__existence={"keywords": ["sea", "waves", "salt"]}),
     "reference": "the sea is wide and grey and its waves carry salt to the quiet shore at dusk"},
    {"prompt": "Write a motto about honesty wrapped in double quotation marks. Do not use the words lie or truth; use honesty.",
     "answer": spec(startend__quotation={}, keywords__forbidden_words={"forbidden_words": ["lie", "truth"]},
                    keywords__existence={"keywords": ["honesty"]}),
     "reference": "\"Honesty opens doors that cleverness cannot.\""},
    {"prompt": "Draft an invitation to a housewarming with at least 3 placeholders in square brackets, using the words party and "
               "home, ending with the exact phrase: See you there!",
     "answer": spec(detectable_content__number_placeholders={"num": 3}, startend__end_checker={"end_phrase": "See you there!"},
                    keywords__existence={"keywords": ["party", "home"]}),
     "reference": "Dear [name], come to the party in our new home at [address] on [date]. See you there!"},
]
EXPLOIT = {"row": 0, "completion": "No."}


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
