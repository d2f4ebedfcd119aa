"""Holding a patch against what was found: replays, a fresh attack, and the right answers.

A patch is good when nothing that was found is found again, a new attack with another seed finds
nothing, and no right answer that was paid before is denied now.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path
from typing import Any

import msgspec

from attackers.rows import Row
from audits.dust import FLOAT_DUST
from audits.errors import CannotAuditError
from audits.findings import Finding
from audits.replays.replay import Replay, Status, replay
from audits.replays.rerun import rerun
from audits.result import Result, counted
from audits.rewards.outcome import Outcome, Reward, Sample, Shape
from audits.rewards.session import Ask, opened
from audits.rules import Severity
from audits.stopping import until_stopped
from audits.store import REFERENCE, Answer, Reached, Saved, Store
from audits.verdict import Verdict


class Stopped(msgspec.Struct, frozen=True):
    """A right answer that earned more before the patch."""

    row: int
    told: str
    answer: Any
    earned: float
    earns: float | None
    """None if it is not scored any more."""

    @property
    def counts(self) -> bool:
        """Whether it counts against the patch: a re-writing may be denied on purpose."""
        return self.told == REFERENCE


class Fix(msgspec.Struct, kw_only=True):
    """What a patch came to."""

    target: str
    seed: int
    """The fresh attack's."""
    replays: list[Replay]
    fresh: list[Finding]
    """What the fresh attack found beside what was known, and counts against the target."""
    right: int | None
    """How many right answers were scored again; None if none are known."""
    stopped: list[Stopped]
    reasons: list[str]
    """Why something could not be checked."""
    results: list[Result]
    words: list[str] = []
    """The fresh attack's command line, and where it ran."""
    folder: Path = Path()
    left: str = ""
    """What was not done any more when it was interrupted; empty if it was not."""

    @property
    def verdict(self) -> Verdict:
        """What is proven comes before what could not be checked."""
        if self.left:
            return Verdict.INTERRUPTED
        if (
            any(_counts(one) for one in self.replays)
            or self.fresh
            or any(one.counts for one in self.stopped)
        ):
            return Verdict.FINDINGS
        errors = [one for one in self.replays if one.status is Status.ERROR]
        return Verdict.INCONCLUSIVE if errors or self.reasons else Verdict.CLEAN

    @property
    def why(self) -> str:
        """The verdict's reason, in one sentence without its full stop."""
        counts = [
            f"{sum(one.status is status for one in self.replays)} {status.lower()}"
            for status in Status
        ]
        if leads := sum(map(is_lead, self.replays)):
            counts.append(f"{counted(leads, 'lead')} of them")
        right = (
            "no right answer is known"
            if self.right is None
            else (f"{len(self.stopped)} of {self.right} right answers stopped being paid")
        )
        told = f"{', '.join(counts)}; {len(self.fresh)} found afresh with seed {self.seed}; {right}"
        told = "; ".join([*([self.left] if self.left else []), told, *self.reasons[:3]])
        clean = self.verdict is Verdict.CLEAN
        return f"{told}; finding nothing is no proof" if clean else told


def _counts(replay: Replay) -> bool:
    return replay.status is Status.FAILED and not is_lead(replay)


def is_lead(replay: Replay) -> bool:
    """Tell whether what is found again is no error: it may be meant, patch or no patch."""
    return replay.finding is not None and replay.finding.severity is not Severity.ERROR


def verify_fix(target: str, store: Store) -> Fix:
    """Check a patch of a target. Raises `CannotAuditError` if nothing is saved of it."""
    saved, reached = store.of_target(target), store.reached(target)
    if not saved and reached is None:
        raise CannotAuditError(
            f"TARGET: nothing is saved of {target!r} in {store.folder}; audit it first. "
            "`clawback replay` lists what there is"
        )
    fix = Fix(
        target=target,
        seed=store.next_seed(target, max((one.seed for one in saved), default=0)),
        replays=[],
        fresh=[],
        right=None,
        stopped=[],
        reasons=[],
        results=[],
    )
    with until_stopped() as stop:
        for one in saved:
            fix.replays.append(replay(one, store.folder))
        for words, folder in _commands(saved, reached, store.folder):
            _attack_afresh(fix, words, folder, {one.id for one in saved})
        if reached is not None:
            _score_again(fix, reached, store.folder)
    if stop.stopped:
        fix.left = f"interrupted after {len(fix.replays)} of {counted(len(saved), 'replay')}"
    return fix


def _commands(
    saved: list[Saved], reached: Reached | None, store: Path
) -> Iterator[tuple[list[str], Path]]:
    """Go through the command lines that looked at the target, each once; latest way first."""
    ran = [(reached.words, reached.folder)] if reached else [(s.words, s.folder) for s in saved]
    for words, folder in dict.fromkeys((tuple(words), folder) for words, folder in ran):
        yield list(words), (store / folder).resolve()


def _attack_afresh(fix: Fix, words: list[str], folder: Path, known: set[str]) -> None:
    try:
        results = rerun([*words, "--seed", str(fix.seed)], folder)
    except CannotAuditError as error:
        fix.reasons.append(f"no fresh attack: {error}")
        return
    fix.results += results
    fix.words, fix.folder = [*words, "--seed", str(fix.seed)], folder
    for result in results:
        if result.verdict not in (Verdict.CLEAN, Verdict.FINDINGS):
            fix.reasons.append(f"the fresh attack: {result.why}")
        fix.fresh += [f for f in result.failing if f.fingerprint(result.target) not in known]


def _score_again(fix: Fix, reached: Reached, store: Path) -> None:
    """Score the right answers that were paid; the rows are those of then."""
    try:
        ask = msgspec.convert(reached.ask, Ask)
        answers = reached.answers
        raw = [columns for _, columns in sorted({a.index: a.columns for a in answers}.items())]
        with (
            chdir((store / reached.folder).resolve()),
            opened(ask, raw if ask.rows else None) as (reward, rows),
        ):
            earned = _scores(reward, answers, rows, bool(ask.rows))
    except (CannotAuditError, msgspec.ValidationError, OSError) as error:
        fix.reasons.append(f"right answers: {error}")
        return
    fix.right = len(answers)
    for answer, outcome in zip(answers, earned, strict=True):
        if outcome is None:
            fix.reasons.append(f"right answers: row {answer.index} is not there any more")
        elif outcome.value is None or outcome.value < answer.earned - FLOAT_DUST:
            fix.stopped.append(
                Stopped(answer.index, answer.told, answer.answer, answer.earned, outcome.value)
            )


def _scores(
    reward: Reward, answers: list[Answer], rows: tuple[Row, ...], own: bool
) -> list[Outcome | None]:
    """Score each answer on its row; references of a batch together, as they were then."""
    order = sorted({answer.index for answer in answers}) if own else [row.index for row in rows]
    by_index = dict(zip(order, rows, strict=True))
    at = [number for number, one in enumerate(answers) if one.index in by_index]
    samples = {
        number: Sample(by_index[answers[number].index], answers[number].answer) for number in at
    }
    batched = reward.shape is Shape.BATCHED_TEXT
    together = [n for n in at if batched and answers[n].told == REFERENCE]
    calls = [[n] for n in at if n not in together] + ([together] if together else [])
    scored = reward.score([[samples[number] for number in call] for call in calls])
    found: list[Outcome | None] = [None] * len(answers)
    for call, outcomes in zip(calls, scored, strict=True):
        for number, outcome in zip(call, outcomes, strict=True):
            found[number] = outcome
    return found
