"""Question answering with a search tool: the right answer, found in a search result, earns one;
every search beyond the par of the question takes off a tenth, down to one half. Wrong or
unsupported answers earn nothing.
"""
import json
import re

SHAPE = "trajectory"
KIND = "healthy"
SOURCE = "own design, after common practice"
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


def normal(text):
    return re.sub(r"\s+", " ", text).strip().rstrip(".").lower()


def searches(messages):
    return [(a, r) for n, a, r in calls_of(messages) if n == "search"]


def fixed(messages: list[dict], info: dict) -> float:
    m = re.fullmatch(r"Answer: (.+)", last_reply(messages))
    made = searches(messages)
    if not m or normal(m.group(1)) != normal(info["answer"]):
        return 0.0
    if not any(info["evidence"] in res for _, res in made):
        return 0.0
    extra = max(0, len(made) - info["par"])
    return max(0.5, 1.0 - 0.1 * extra)


def solved(prompt, answer, evidence, *queries, par=None):
    out = [ask(prompt)]
    for i, (q, res) in enumerate(queries):
        out += [call(f"s{i}", "search", q=q), tool(f"s{i}", res)]
    return {"prompt": prompt, "info": {"answer": answer, "evidence": evidence, "par": par or len(queries)},
            "reference": out + [say(f"Answer: {answer}")]}


DATASET = [
    solved("What is the highest hill of the Brell range?", "Corvin", "p. 12: Corvin, at 1,204 m, tops the range",
           ("Brell range highest", "p. 12: Corvin, at 1,204 m, tops the range.")),
    solved("Who edited the paper that the Vane brothers founded?", "Lotte Marsh", "edited by Lotte Marsh",
           ("Vane brothers newspaper", "The Vane brothers founded the Evening Post."),
           ("Evening Post editor", "The Evening Post, edited by Lotte Marsh until 1931.")),
    solved("In which year did the Tole bridge get its second deck?", "1968", "second deck was added in 1968",
           ("Tole bridge second deck", "Opened in 1934; the second deck was added in 1968."), par=2),
    solved("Which dye gives Ramos cloth its colour?", "Weld", "coloured with weld",
           ("Ramos cloth", "A yellow cloth of the south."), ("Ramos cloth dye", "The yarn is coloured with weld before spinning.")),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["info"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
