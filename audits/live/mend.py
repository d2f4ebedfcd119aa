"""What a user can do about an endpoint that spoils rollouts. Decided here and nowhere else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from audits.live.engine import HOPELESS
from desk import Failure, Kind

_STATUS = re.compile(r"HTTP (?:(?P<elsewhere>3\d\d|404|405|410)|(?P<refused>4\d\d))\b")
"""How the detail of a status begins that is not the server's own trouble."""

_WHERE = "correct --base-url, which mostly ends in /v1"

_MEND = {
    Kind.UNAUTHORIZED: "give a key that the endpoint takes with --api-key-env VAR",
    Kind.PAYMENT_REQUIRED: "fill up the account, or give another key with --api-key-env VAR",
    Kind.RATE_LIMITED: "ask for less at once with --concurrency, or wait",
    Kind.TIMEOUT: "give more time with --timeout SECONDS, or ask for less at once with "
    "--concurrency",
    Kind.CONNECTION: f"see that a server listens there, or {_WHERE}",
    Kind.BAD_RESPONSE: f"see that chat completions are what answers there, or {_WHERE}",
    Kind.SERVER_ERROR: "see what the server says of it in its own log",
}


def worst(failures: Sequence[Failure]) -> Failure | None:
    """Return the failure to tell of: one that no later rollout escapes, else the most frequent."""
    counts = Counter(one.kind for one in failures)
    order = sorted(failures, key=lambda one: (one.kind not in HOPELESS, -counts[one.kind]))
    return order[0] if order else None


def mend(failure: Failure | None) -> str:
    """Say what to do about it, as the beginning of a sentence; empty where nobody knows."""
    if failure is None:
        return ""
    status = _STATUS.match(failure.detail) if failure.kind is Kind.SERVER_ERROR else None
    if status and status["elsewhere"]:
        return f"{_WHERE}, or --model"
    if status:
        return "see what it says of the request: whether the model takes tools, or a --temperature"
    return _MEND.get(failure.kind, "")
