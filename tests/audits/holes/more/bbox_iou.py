"""Grounding reward: intersection over union of the stated box and the gold box, nothing below one half."""
import re

SHAPE = "text"
FULL = 1.0
FLOOR = 0.5

BOX = re.compile(r"<box>\s*\[?\s*(\d{1,5})\s*,\s*(\d{1,5})\s*,\s*(\d{1,5})\s*,\s*(\d{1,5})\s*\]?\s*</box>", re.A)


def box(text):
    """(x1, y1, x2, y2) of the only box of the text, None unless it has an area."""
    found = BOX.findall(text)
    if len(found) != 1 or text.count("<box>") != 1:
        return None
    x1, y1, x2, y2 = map(int, found[0])
    return (x1, y1, x2, y2) if x1 < x2 and y1 < y2 else None


def area(b):
    return max(0, b[2] - b[0]) * max(0, b[3] - b[1])


def iou(a, b):
    both = area((max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])))
    return both / (area(a) + area(b) - both)


def fixed(prompt: str, completion: str, answer: str) -> float:
    got, gold = box(completion), box(answer)
    if got is None or gold is None:
        return 0.0
    overlap = iou(got, gold)
    return overlap if overlap >= FLOOR else 0.0


DATASET = [
    {"prompt": "[img 640x480] Where is the mug?", "answer": "<box>102,210,180,300</box>", "reference": "<box>102,210,180,300</box>"},
    {"prompt": "[img 640x480] Where is the cat?", "answer": "<box>300,40,460,220</box>", "reference": "On the shelf: <box>[300, 40, 460, 220]</box>"},
    {"prompt": "[img 1280x720] Find the exit sign.", "answer": "<box>1100,30,1180,62</box>", "reference": "<box>1100,30,1180,62</box>"},
    {"prompt": "[img 320x240] Locate the ball.", "answer": "<box>20,180,48,208</box>", "reference": "<box>20,180,48,208</box>"},
]
WRONG = [(0, ""), (0, "<box>0,0,640,480</box>"), (1, "<box>460,220,300,40</box>"), (2, "<box>0,0,9,9</box> <box>1100,30,1180,62</box>"),
         (3, "<box>20,180,20,208</box>")]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)
    low = [fixed(DATASET[i]["prompt"], text, DATASET[i]["answer"]) for i, text in WRONG]
    assert all(x < 0.5 for x in low), low
    return FULL, low

if __name__ == "__main__":
    print(__file__, check())
