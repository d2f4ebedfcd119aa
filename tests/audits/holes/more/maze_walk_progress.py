"""Grid walk: the agent's moves are replayed on the task's own map. Reaching the goal is 1; otherwise 0.4
times the share of the way that was covered, measured where the agent ends up.
"""
import json
from collections import deque

SHAPE = "trajectory"
FULL = 1.0
MOVES = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
PARTIAL = 0.4


def user(text):
    return {"role": "user", "content": text}


def bot(text):
    return {"role": "assistant", "content": text}


def use(cid, name, /, **args):
    fn = {"name": name, "arguments": json.dumps(args)}
    return {"role": "assistant", "content": None, "tool_calls": [{"id": cid, "type": "function", "function": fn}]}


def out(cid, content):
    return {"role": "tool", "tool_call_id": cid, "content": content if isinstance(content, str) else json.dumps(content)}


def steps(messages):
    """(name, args, result) per tool call in order; args None unless a JSON object, result None if the tool never answered."""
    log, waiting = [], {}
    for m in messages:
        if not isinstance(m, dict):
            continue
        if m.get("role") == "assistant":
            for c in m.get("tool_calls") or []:
                fn = c.get("function") or {}
                try:
                    args = json.loads(fn.get("arguments") or "")
                except (TypeError, ValueError, RecursionError):
                    args = None
                log.append([fn.get("name"), args if isinstance(args, dict) else None, None])
                waiting[str(c.get("id"))] = log[-1]
        elif m.get("role") == "tool":
            step = waiting.pop(str(m.get("tool_call_id")), None)
            if step is not None and isinstance(m.get("content"), str):
                step[2] = m["content"].strip()
    return [tuple(s) for s in log]


def free(grid, r, c):
    return 0 <= r < len(grid) and 0 <= c < len(grid[r]) and grid[r][c] != "#"


def find(grid, mark):
    return next((r, line.index(mark)) for r, line in enumerate(grid) if mark in line)


def distances(grid, goal):
    """Length of the shortest way to the goal from every cell that has one."""
    dist, queue = {goal: 0}, deque([goal])
    while queue:
        r, c = queue.popleft()
        for dr, dc in MOVES.values():
            cell = (r + dr, c + dc)
            if free(grid, *cell) and cell not in dist:
                dist[cell] = dist[(r, c)] + 1
                queue.append(cell)
    return dist


def end_of_walk(messages, grid, limit):
    """Cell the agent stands on after its moves; moves into a wall do nothing, the goal ends the walk."""
    at, goal = find(grid, "S"), find(grid, "G")
    moves = [(args or {}).get("dir") for name, args, res in steps(messages) if name == "move" and res is not None]
    for way in moves[:limit]:
        if isinstance(way, str) and way in MOVES and at != goal:
            cell = (at[0] + MOVES[way][0], at[1] + MOVES[way][1])
            at = cell if free(grid, *cell) else at
    return at


def fixed(messages: list[dict], info: dict) -> float:
    grid = info["grid"]
    dist, start = distances(grid, find(grid, "G")), find(grid, "S")
    left = dist[end_of_walk(messages, grid, info["limit"])]
    return 1.0 if left == 0 else PARTIAL * max(0.0, 1.0 - left / dist[start])


def trace(task, ways):
    return [user(task)] + [m for i, w in enumerate(ways) for m in (use(f"m{i}", "move", dir=w), out(f"m{i}", "moved"))] + [bot("Finished.")]


def row(grid, ways):
    task = "Walk from S to G:\n" + "\n".join(grid)
    return {"prompt": task, "info": {"grid": grid, "limit": 3 * len(ways)}, "reference": trace(task, ways)}


R, L, U, D = "right", "left", "up", "down"
DATASET = [
    row(["S..", ".#.", "..G"], [R, R, D, D]),
    row(["S#G", ".#.", "..."], [D, D, R, R, U, U]),
    row(["..S.", ".##.", "G..."], [L, L, D, D]),
    row(["S.....G"], [R] * 6),
]
WRONG = [(0, trace("t", [])), (1, trace("t", [R, R])), (2, trace("t", [L, R] * 20)), (3, trace("t", [R, R, R, L, L, L])),
         (3, [user("t"), bot("I am at G.")])]


def check():
    for row in DATASET:
        got = fixed(row["reference"], row["info"])
        assert abs(got - FULL) < 1e-9, (row["prompt"], got)
    low = [fixed(messages, DATASET[i]["info"]) for i, messages in WRONG]
    low += [fixed([user(r["prompt"])], r["info"]) for r in DATASET]
    assert all(x < 0.5 for x in low), low
    return FULL, low

if __name__ == "__main__":
    print(__file__, check())
