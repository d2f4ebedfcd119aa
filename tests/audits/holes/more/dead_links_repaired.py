"""Repair the dead links of a small wiki. For each dead link there may be several right targets; all other links have to be
as they were. The share of the dead links that now lead to a right place counts.
"""
import json

SHAPE = "state"
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
    info, pages = state["info"], final_of(state).get("pages")
    before, right = info["before"], info["right"]
    if not worked(state) or not isinstance(pages, dict) or set(pages) != set(before):
        return 0.0
    good = 0
    for name, links in before.items():
        now = pages[name]
        if not isinstance(now, list) or len(now) != len(links):
            return 0.0
        for old, new in zip(links, now):
            if old in right:
                good += isinstance(new, str) and new in right[old]
            elif new != old:
                return 0.0   # a sound link was changed
    return good / sum(link in right for links in before.values() for link in links)


def row(case, before, right):
    text = f"Some links of the wiki of {case} are dead. Repair them and leave the others alone."
    after = {n: [right[x][-1] if x in right else x for x in links] for n, links in before.items()}
    ref = st([ask(text), call("c1", "edit_pages", names=sorted(before)), tool("c1", "ok"), say("The links work again.")],
             {"pages": after}, {"before": before, "right": right})
    return {"case": case, "reference": ref, "initial": {"pages": before}}


DATASET = [
    row("garden", {"home": ["/roses", "/rosse-care"], "tools": ["/spade", "/raek"]}, {"/rosse-care": ["/rose-care", "/roses/care"], "/raek": ["/rake"]}),
    row("staff", {"home": ["/people", "/old-map"]}, {"/old-map": ["/map"]}),
    row("lab", {"a": ["/x", "/y2019"], "b": ["/y2019", "/z"], "c": ["/gone"]}, {"/y2019": ["/y"], "/gone": ["/archive/gone", "/archive"]}),
    row("club", {"news": ["/may", "/jnue", "/july"]}, {"/jnue": ["/june"]}),
]


def check():
    for row in DATASET:
        got = fixed(row["reference"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
