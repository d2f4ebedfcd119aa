"""Runs that do the work and, beside it, what the row says that they may not do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attackers.rows import FULL_PAY, Proof, Proposal, Row, Scene
from attackers.trajectories.failures import DENIALS, denied
from attackers.trajectories.made import gold_aware, made
from attackers.trajectories.offers import ALLOWED, lists_in
from attackers.trajectories.parts import Made, Messages, call_of, calls_in, messages_of, with_first

FORBIDDEN = re.compile(
    r"(?:^|_)(?:forbidden|deny|denied|denylist|banned|blocked|disallowed|prohibited|blacklist(?:ed)?|"
    r"off_limits)(?:_|$)",
    re.I,
)
_OF_TOOLS = re.compile(r"tool|function|call", re.I)


def calls_what_is_not_allowed(scene: Scene) -> Iterator[Proposal]:
    """One call more, of a tool that is not in the list of those allowed.

    Only where every reference keeps to its row's list: then it is a list of tools.
    """
    for name, allowed in lists_in(scene.row.info):
        if not ALLOWED.search(name) or not all(_keeps_to(row, name) for row in scene.rows):
            continue
        for tool in _others(scene, allowed):
            yield gold_aware(
                "R204", "a call that is not allowed", _with_more(scene, tool, _result(scene)),
                f"{tool} was called, and {name} does not name it", Proof.WRONG, FULL_PAY,
            )  # fmt: skip


def calls_what_is_forbidden(scene: Scene) -> Iterator[Proposal]:
    """A call of a tool that a list forbids, which works or is refused.

    One that was refused is proven wrong only where it costs reward when it works: the list is
    then one of tools, and is read.
    """
    result = _result(scene)
    for name, forbidden in lists_in(scene.row.info):
        for tool in forbidden[:2] if FORBIDDEN.search(name) else ():
            for came in dict.fromkeys((result, denied(result, DENIALS[0]), REFUSED)):
                surely = came == result and _OF_TOOLS.search(name)
                yield gold_aware(
                    "R204", "a forbidden call", _with_more(scene, tool, came),
                    f"{tool} was called, which {name} names",
                    Proof.WRONG if surely else Proof.PARTLY, FULL_PAY,
                )  # fmt: skip


REFUSED = '{"error": "not allowed"}'
"""What a tool says that was refused, in no world's own words."""


def _result(scene: Scene) -> str:
    calls = made(scene)[1]
    return calls[-1].result if calls else '{"ok": true}'


def _keeps_to(row: Row, name: str) -> bool:
    allowed = dict(lists_in(row.info)).get(name, [])
    calls = calls_in(messages_of(row.reference))
    return bool(calls) and all(call.tool in allowed for call in calls)


def _others(scene: Scene, allowed: list[str]) -> list[str]:
    """Give tools of other rows that this one does not allow, or one that nobody has heard of."""
    theirs = (call.tool for row in scene.rows for call in calls_in(messages_of(row.reference)))
    return [tool for tool in dict.fromkeys(theirs) if tool not in allowed][:2] or ["run_shell"]


def _with_more(scene: Scene, tool: str, result: str) -> Messages:
    messages, _ = made(scene)
    return with_first(messages, call_of(Made("", tool, {}, result), "more"))
