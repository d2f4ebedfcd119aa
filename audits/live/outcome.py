"""What a run comes to: how many were planned, finished and spoilt, and by what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from audits.attacks.rows import SCHEMA_VERSION, Tool
from audits.live.mend import mend, worst
from audits.live.settings import Settings
from audits.verdict import Exit
from audits.worlds import Made
from desk import By


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """The report of a run; encodes to the documented JSON as it stands."""

    schema_version: int = SCHEMA_VERSION
    tool: Tool = Tool()
    settings: Settings
    folder: str
    cases_file: str
    """The file of the cases, as the command names it; empty for those that come with us."""
    planned: int
    finished: int
    """Ended by themselves, or by a failure of the model's own."""
    spoilt: int
    """Ended by a failure of the infrastructure; the same command plays them again."""
    not_begun: int
    kept: int
    """Of the finished: found on disk when the run began."""
    failures: dict[str, int]
    """By whom and what: `agent turn_limit`, `infrastructure timeout`."""
    example: str
    """What a failure of the infrastructure said: of the kind that has to be mended first."""
    mend: str
    """What to do about that; empty where there is nothing to do, or nobody knows."""
    generated_tokens: int | None
    """Of the finished; None if one of them was not counted."""
    verdict: str
    why: str

    @property
    def exit(self) -> Exit:
        """The exit code: 0 complete, 2 not, 130 interrupted."""
        codes = {"COMPLETE": Exit.CLEAN, "INTERRUPTED": Exit.INTERRUPTED}
        return codes.get(self.verdict, Exit.COULD_NOT_AUDIT)


def outcome(
    made: Sequence[Made],
    planned: int,
    kept: int,
    interrupted: bool,
    settings: Settings,
    folder: str,
    cases_file: str = "",
) -> Outcome:
    """Sum a run up; `made` are the rollouts on disk."""
    failures = [rollout.failure for rollout in made if rollout.failure is not None]
    dead = [one for one in failures if one.by is By.INFRASTRUCTURE]
    first = worst(dead)
    found = Outcome(
        settings=settings,
        folder=folder,
        cases_file=cases_file,
        planned=planned,
        finished=len(made) - len(dead),
        spoilt=len(dead),
        not_begun=planned - len(made),
        kept=kept,
        failures=dict(sorted(Counter(f"{one.by} {one.kind}" for one in failures).items())),
        example=f"{first.kind}: {first.detail}" if first else "",
        mend=mend(first),
        generated_tokens=_tokens([rollout for rollout in made if not rollout.spoilt]),
        verdict=_verdict(planned, len(made) - len(dead), interrupted),
        why="",
    )
    return replace(found, why=_why(found))


def _verdict(planned: int, finished: int, interrupted: bool) -> str:
    if finished == planned:
        return "COMPLETE"
    return "INTERRUPTED" if interrupted else "INCOMPLETE"


def _why(found: Outcome) -> str:
    """Say what is finished and kept, what is lacking, and what there is to do, in one line."""
    if found.verdict == "COMPLETE":
        return f"all {found.planned} rollouts are finished"
    stopped = found.verdict == "INTERRUPTED"
    kept = f" and kept in {found.folder}" if stopped else ""
    lacking = (
        (found.spoilt, "spoilt by the infrastructure"),
        (found.not_begun, "not finished" if stopped else "not begun"),
    )
    told = ", ".join(f"{count} {what}" for count, what in lacking if count)
    then = (
        f"{found.mend}: the command then goes on where it ended"
        if found.mend
        else "the same command goes on"
    )
    return f"{found.finished} of {found.planned} rollouts are finished{kept}, {told}; {then}"


def _tokens(made: Sequence[Made]) -> int | None:
    counts = [rollout.source.generated_tokens if rollout.source else None for rollout in made]
    known = [count for count in counts if count is not None]
    return sum(known) if made and len(known) == len(counts) else None
