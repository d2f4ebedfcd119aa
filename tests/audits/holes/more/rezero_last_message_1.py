"""A correctness reward for a search agent compared the last message of the conversation with the
gold answer. When the turns run out the last message is what the search tool returned, so
finding the passage was graded as having answered.
"""
import json

SHAPE = "trajectory"
KIND = "wrong-evidence"
SOURCE = "github.com/janhq/ReZero#1 (2025)"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function",
         "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid,
            "content": content if isinstance(content, str) else json.dumps(content)}


def calls_of(messages):
    """(name, args, result) of every tool call, in order; args None when they are no JSON object, result '' when none came."""
    out, turns = [], [m for m in messages if isinstance(m, dict)]
    for i, m in enumerate(turns):
        made = m.get("tool_calls") if m.get("role") == "assistant" else None
        for c in [c for c in made if isinstance(c, dict)] if isinstance(made, list) else []:
            f = c["function"] if isinstance(c.get("function"), dict) else {}
            try:
                args = json.loads(f.get("arguments"))
            except (TypeError, ValueError, RecursionError):
                args = None
            came = [r["content"].strip() for r in turns[i + 1:] if r.get("role") == "tool"
                    and isinstance(r.get("content"), str) and c.get("id") and r.get("tool_call_id") == c["id"]]
            out.append((f.get("name"), args if isinstance(args, dict) else None, came[0] if came else ""))
    return out


def last_reply(messages):
    """Text of the closing message if the assistant wrote it and calls nothing more, else ''."""
    m = messages[-1] if messages and isinstance(messages[-1], dict) else {}
    text = m.get("content") if m.get("role") == "assistant" and not m.get("tool_calls") else ""
    return text.strip() if isinstance(text, str) else ""


def norm(text):
    return " ".join(text.lower().replace(",", "").split()).removesuffix(".") if isinstance(text, str) else ""


def matches(text, info):
    gold = norm(info["answer"])
    return 1.0 if gold and norm(text) == gold else 0.0


def holed(messages: list[dict], info: dict) -> float:
    answer = next((m["content"] for m in reversed(messages) if isinstance(m, dict) and m.get("content")), "")
    return matches(answer, info)


def fixed(messages: list[dict], info: dict) -> float:
    return matches(last_reply(messages), info)


def hunt(question, *looks):
    """The question and these (query, passage) searches."""
    out = [ask(question)]
    for i, (query, passage) in enumerate(looks):
        out += [call(f"c{i}", "search", query=query), tool(f"c{i}", passage)]
    return out


DATASET = [
    {"prompt": "In which year did the Fenwick bridge open?", "info": {"answer": "1889"},
     "reference": hunt("In which year did the Fenwick bridge open?", ("Fenwick bridge history", "no passage found"),
                       ("Fenwick bridge opening year", "1889")) + [say("1889")]},
    {"prompt": "Who led the second Arda survey?", "info": {"answer": "Ilse Brandt"},
     "reference": hunt("Who led the second Arda survey?", ("Arda survey leaders", "second survey: Ilse Brandt")) + [say("Ilse Brandt.")]},
    {"prompt": "How many people lived in Tolma in 1950?", "info": {"answer": "14,200"},
     "reference": hunt("How many people lived in Tolma in 1950?", ("Tolma population 1950", "14,200")) + [say("14200")]},
    {"prompt": "Which mineral was mined at Sorrel Gap?", "info": {"answer": "barite"},
     "reference": hunt("Which mineral was mined at Sorrel Gap?", ("Sorrel Gap mine", "no passage found"),
                       ("Sorrel Gap mineral", "Barite")) + [say("Barite")]},
]
EXPLOIT = {"row": 0, "messages": hunt("In which year did the Fenwick bridge open?", ("Fenwick bridge history", "no passage found"),
                                      ("Fenwick bridge opening year", "1889"))}


def check():
    for row in DATASET:
        for fn in (holed, fixed):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["info"], got)
    info = DATASET[EXPLOIT["row"]]["info"]
    paid, owed = holed(EXPLOIT["messages"], info), fixed(EXPLOIT["messages"], info)
    assert paid >= 0.5, ("exploit not paid by holed", paid)
    assert owed < 0.5, ("exploit still paid by fixed", owed)
    return paid, owed


if __name__ == "__main__":
    print(__file__, check())
