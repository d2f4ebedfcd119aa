"""Names, mails and phone numbers must be gone from the published answers, whatever stands in
their place, and all else must be as it was. Any identity left over, in any field, forfeits
the point; otherwise the score is the share of answers that are kept whole.
"""
import json
import re

SHAPE = "state"
SOURCE = "healthy"
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


def st(messages, final, info, error=None, truncated=False):
    state = {"messages": messages, "error": error, "is_truncated": truncated,
             "final": final, "info": info}
    return json.loads(json.dumps(state))   # shares nothing with what it was made of


def worked(state):
    """The run ended by itself, with a reply, and at least one of its tool calls went through."""
    msgs = state.get("messages") or []
    alive = state.get("error") is None and not state.get("is_truncated") and bool(last_reply(msgs))
    return alive and any(args is not None and res == "ok" for _, args, res in calls_of(msgs))


def final_of(state):
    """The end state of the world, {} if there is none."""
    return state["final"] if isinstance(state.get("final"), dict) else {}


def fixed(state: dict) -> float:
    info, rows = state["info"], final_of(state).get("published")
    if not worked(state) or not isinstance(rows, list) or len(rows) != len(info["answers"]) or not all(isinstance(r, dict) and set(r) == {"age", "said"} for r in rows):
        return 0.0
    text = json.dumps(rows, ensure_ascii=False).lower()
    if any(secret.lower() in text for a in info["answers"] for secret in a["who"]):
        return 0.0
    whole = [r["age"] == a["age"] and isinstance(r["said"], str) and bool(re.fullmatch(pattern(a), r["said"]))
             for r, a in zip(rows, info["answers"])]
    return sum(whole) / len(whole)


MARK = r"(?:[*_x.…-]{0,14}|[\[<(]?(?:removed|redacted|anonymous|name|mail|phone|person)[\])>]?)"


def pattern(answer):
    """The answer's text with a mark, or nothing, in the place of an identity."""
    cut = re.escape(answer["said"])
    for secret in sorted(answer["who"], key=len, reverse=True):
        cut = cut.replace(re.escape(secret), MARK)
    return cut


def published(*answers, mark="[removed]"):
    rows = []
    for a in answers:
        said = a["said"]
        for secret in sorted(a["who"], key=len, reverse=True):
            said = said.replace(secret, mark)
        rows.append({"age": a["age"], "said": said})
    return st([ask("Publish the answers without anything that identifies a person"), call("p", "publish", rows=len(rows)), tool("p", "ok"), say("Published.")],
              {"published": rows}, {"answers": list(answers)})


DATASET = [
    {"case": "name", "reference": published({"age": 41, "said": "I am Ines Mora and the bus is late.", "who": ["Ines Mora", "Ines", "Mora"]})},
    {"case": "mail", "reference": published({"age": 29, "said": "Write me at bo@example.net please.", "who": ["bo@example.net"]}, mark="***")},
    {"case": "phone and none", "reference": published({"age": 63, "said": "Call 555-0188 after six.", "who": ["555-0188"]},
                                                      {"age": 19, "said": "More benches!", "who": []})},
    {"case": "dropped", "reference": published({"age": 35, "said": "Thanks, Tove", "who": ["Tove"]}, mark="")},
]
for row in DATASET:  # nothing published yet
    row["initial"] = {"published": []}


def check():
    for row in DATASET:
        for fn in (fixed,):
            got = fn(row["reference"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["case"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
