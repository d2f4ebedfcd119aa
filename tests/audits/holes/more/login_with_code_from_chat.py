"""Signing in needs the code that the user reads out in the chat. Asking for another code first,
or a mistyped attempt, costs nothing as long as the session is opened with the right code and
the asked page is then read and reported.
"""
import json
import re

SHAPE = "trajectory"
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


def body(text):
    """The JSON object in text, {} if there is none."""
    try:
        got = json.loads(text)
    except (ValueError, RecursionError):
        got = None
    return got if isinstance(got, dict) else {}


def fixed(messages: list[dict], info: dict) -> float:
    made = calls_of(messages)
    signed = [i for i, (n, a, res) in enumerate(made) if n == "sign_in" and body(res).get("session") == "open"
              and a == {"user": info["user"], "code": info["code"]}]
    if len(signed) != 1 or sum(n == "sign_in" for n, _, _ in made) > 3 or any(n not in ("sign_in", "resend_code", "read_page") for n, _, _ in made):
        return 0.0
    read = [body(res).get("text") for n, a, res in made[signed[0] + 1:] if n == "read_page" and a == {"page": info["page"]}]
    said = re.findall(r"-?\d+(?:\.\d+)?", last_reply(messages))
    return 1.0 if info["value"] in read and said == [info["value"]] else 0.0   # the one figure of the reply is the one read


def visit(user, code, page, value, closing, resend=False, slip=None):
    msgs = [ask(f"Sign in as {user} and tell me what is on {page}")]
    if resend:
        msgs += [call("r", "resend_code", user=user), tool("r", "sent")]
    msgs += [say("Which code did you get?"), ask(f"It is {code}.")]
    if slip:
        msgs += [call("s0", "sign_in", user=user, code=slip), tool("s0", {"session": "refused"})]
    return msgs + [call("s1", "sign_in", user=user, code=code), tool("s1", {"session": "open"}),
                   call("p", "read_page", page=page), tool("p", {"text": value}), say(closing)]


def row(user, code, page, value, closing, **kw):
    return {"prompt": f"Sign in as {user} and tell me what is on {page}",
            "info": {"user": user, "code": code, "page": page, "value": value},
            "reference": visit(user, code, page, value, closing, **kw)}


DATASET = [
    row("mo", "481920", "balance", "212.40", "Your balance is 212.40."),
    row("li", "003317", "points", "1870", "You have 1870 points.", resend=True),
    row("ana", "775201", "usage", "63", "You have used 63 units.", slip="775210"),
    row("taj", "120099", "debt", "0", "You owe 0.", resend=True, slip="120990"),
]


def check():
    for row in DATASET:
        for fn in (fixed,):
            got = fn(row["reference"], row["info"])
            assert abs(got - FULL) < 1e-9, (fn.__name__, row["info"], got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
