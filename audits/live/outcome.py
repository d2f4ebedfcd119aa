"""What a run comes to: how many were planned, finished and spoilt, and by what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from audits.attacks.rows import SCHEMA_VERSION, Tool
from audits.live.settings import Settings
from audits.verdict import Exit
from audits.worlds import Made


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """The report of a run; encodes to the documented JSON as it stands."""

    schema_version: int = SCHEMA_VERSION
    tool: Tool = Tool()
    settings: Settings
    folder: str
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
    """What the first failure of the infrastructure said."""
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
) -> Outcome:
    """Sum a run up; `made` are the rollouts on disk."""
    dead = [rollout for rollout in made if rollout.spoilt]
    failures = [rollout.failure for rollout in made if rollout.failure is not None]
    finished, not_begun = len(made) - len(dead), planned - len(made)
    verdict, why = _verdict(planned, finished, len(dead), not_begun, interrupted)
    first = dead[0].failure if dead else None
    return Outcome(
        settings=settings,
        folder=folder,
        planned=planned,
        finished=finished,
        spoilt=len(dead),
        not_begun=not_begun,
        kept=kept,
        failures=dict(sorted(Counter(f"{one.by} {one.kind}" for one in failures).items())),
        example=f"{first.kind}: {first.detail}" if first else "",
        generated_tokens=_tokens([rollout for rollout in made if not rollout.spoilt]),
        verdict=verdict,
        why=why,
    )


def _verdict(
    planned: int, finished: int, dead: int, not_begun: int, interrupted: bool
) -> tuple[str, str]:
    if finished == planned:
        return "COMPLETE", f"all {planned} rollouts are finished"
    lacking = (f"{dead} spoilt by the infrastructure", f"{not_begun} not begun")
    told = ", ".join(text for count, text in zip((dead, not_begun), lacking, strict=True) if count)
    why = f"{finished} of {planned} rollouts are finished, {told}; the same command goes on"
    return ("INTERRUPTED" if interrupted else "INCOMPLETE"), why


def _tokens(made: Sequence[Made]) -> int | None:
    counts = [rollout.source.generated_tokens if rollout.source else None for rollout in made]
    known = [count for count in counts if count is not None]
    return sum(known) if made and len(known) == len(counts) else None
