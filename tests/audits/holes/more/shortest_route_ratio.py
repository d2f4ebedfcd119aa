"""Route finding on a small road map: a reply is a route; it must follow existing roads from start
to goal, and earns the best length over its own, so a detour is worth less and an invented road
nothing.
"""
import heapq
import json
import re

SHAPE = "text"
KIND = "healthy"
SOURCE = "own design, after common practice"
FULL = 1.0


def task(answer):
    """(start, goal, roads) of the gold, None when it cannot be read."""
    try:
        got = json.loads(answer)
        roads = {frozenset(k.split("-")): float(v) for k, v in got["roads"].items()}
        return got["start"], got["goal"], roads
    except (TypeError, ValueError, KeyError, AttributeError):
        return None


def length(route, roads):
    """Length of the route, None when it takes a road that is not there."""
    legs = [roads.get(frozenset(pair)) for pair in zip(route, route[1:])]
    return sum(legs) if legs and None not in legs else None


def best(start, goal, roads):
    """Length of the shortest route, None when there is none (Dijkstra)."""
    queue, done = [(0.0, start)], set()
    while queue:
        far, at = heapq.heappop(queue)
        if at == goal:
            return far
        if at not in done:
            done.add(at)
            for road, cost in roads.items():
                if at in road:
                    heapq.heappush(queue, (far + cost, next(iter(road - {at}), at)))
    return None


def fixed(prompt: str, completion: str, answer: str) -> float:
    spec = task(answer)
    m = re.fullmatch(r"Route: ([A-Z](?: ?- ?[A-Z]){1,30})\.?", completion.strip())
    if spec is None or not m:
        return 0.0
    start, goal, roads = spec
    route = re.findall(r"[A-Z]", m.group(1))
    own, top = length(route, roads), best(start, goal, roads)
    if own is None or not top or route[0] != start or route[-1] != goal:
        return 0.0
    return top / own


def ride(start, goal, roads, reference):
    told = ", ".join(f"{k} {v}" for k, v in roads.items())
    return {"prompt": f"Roads: {told}. Shortest way from {start} to {goal}? Reply 'Route: {start}-...-{goal}'.",
            "answer": json.dumps({"start": start, "goal": goal, "roads": roads}), "reference": reference}


DATASET = [
    ride("A", "D", {"A-B": 4, "B-D": 5, "A-C": 3, "C-D": 3}, "Route: A-C-D"),
    ride("A", "E", {"A-B": 2, "B-C": 2, "C-E": 2, "A-E": 9, "B-E": 6}, "Route: A-B-C-E"),
    ride("P", "S", {"P-Q": 7, "Q-S": 1, "P-R": 4, "R-S": 4, "Q-R": 1}, "Route: P - R - Q - S"),
    ride("K", "M", {"K-L": 5, "L-M": 5, "K-M": 8}, "Route: K-M."),
]


def check():
    for row in DATASET:
        got = fixed(row["prompt"], row["reference"], row["answer"])
        assert abs(got - FULL) < 1e-9, (row, got)
    return FULL


if __name__ == "__main__":
    print(__file__, check())
