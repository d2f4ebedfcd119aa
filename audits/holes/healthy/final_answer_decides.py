"""A research run is judged by its last words alone: how the answer was found is free."""
import json

SHAPE = "trajectory"
KIND = "outcome-only"
FULL = 1.0


def ask(text):
    return {"role": "user", "content": text}


def say(text):
    return {"role": "assistant", "content": text}


def call(cid, name, **args):
    return {"role": "assistant", "content": None, "tool_calls": [
        {"id": cid, "type": "function", "function": {"name": name, "arguments": json.dumps(args)}}]}


def tool(cid, content):
    return {"role": "tool", "tool_call_id": cid, "content": json.dumps(content)}


def last_words(messages):
    last = messages[-1] if messages else {}
    return last.get("content") or "" if last.get("role") == "assistant" and not last.get("tool_calls") else ""


def fixed(messages: list[dict], info: dict) -> float:
    return 1.0 if last_words(messages).strip(" .").lower() == info["answer"].lower() else 0.0


def looked_up(country, capital, level):
    asked = f"What is the capital of {country}? Answer with its name."
    return {"prompt": asked, "info": {"answer": capital, "country": country, "level": level},
            "reference": [ask(asked), call("a", "lookup", country=country), tool("a", {"capital": capital}), say(capital)]}


DATASET = [
    looked_up("Norway", "Oslo", "easy"),
    looked_up("Peru", "Lima", "easy"),
    looked_up("Bhutan", "Thimphu", "hard"),
    looked_up("Kenya", "Nairobi", "easy"),
]


def check():
    for row in DATASET:
        assert fixed(row["reference"], row["info"]) == FULL, row
        assert fixed([ask(row["prompt"]), say("Atlantis")], row["info"]) == 0.0, row
        assert fixed(row["reference"][:-1], row["info"]) == 0.0, row


if __name__ == "__main__":
    print(__file__, check())
