"""What the crooked agents that reach into the process have in common."""

from __future__ import annotations

from desk import GENESIS, Entry, link
from desk.settlement import RecordedDesk


def relink(desk: RecordedDesk, entries: list[Entry]) -> None:
    """Put `entries` in place of the world's log, with every number and hash computed afresh."""
    forged: list[Entry] = []
    for seq, entry in enumerate(entries):
        prev = forged[-1].hash if forged else GENESIS
        forged.append(link(seq, entry.action, entry.args, entry.reason, entry.executed, prev))
    desk.ledger.entries[:] = forged


def probe_of(ref: str, at: int, like: Entry) -> Entry:
    """Make up the entry of a question that the authority answered with `settled`."""
    args: dict[str, str | int | None] = {"at": at, "of": ref, "answer": "settled"}
    return link(like.seq, "probe_processor", args, "", True, like.prev_hash)
