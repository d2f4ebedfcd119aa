"""Twin pairs are alike when the agent is asked: checked under every seed, never assumed."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from audits.attacks.rows import SCHEMA_VERSION, Tool
from audits.settlement.plan import CorpusRow, corpus_row
from audits.settlement.world import PAPER, World
from audits.verdict import Verdict
from desk.settlement import (
    Arm,
    Corpus,
    Schedule,
    Task,
    arm_name,
    differences,
)


class Violation(msgspec.Struct, frozen=True):
    """A pair that could be told apart, or of which both members ask for the same."""

    pair: str
    seed: int
    what: str
    """A system, the probe, the ticket, or the right end."""
    a: str
    b: str


class TwinsReport(msgspec.Struct, frozen=True):
    """Every pair under every seed."""

    schema_version: int
    tool: Tool
    corpus: CorpusRow
    arm: str
    pairs: int
    seeds: int
    equal: int
    """Checks of a pair under a seed that found nothing to tell the twins apart by."""
    of: int
    violations: list[Violation]
    verdict: Verdict
    why: str


def twins(corpus: Corpus, seeds: int, arm: Arm, world: World = PAPER) -> TwinsReport:
    """Compare four views and both probes of every pair under every seed."""
    checks = [
        list(_violations(pair, [world.schedules(task, seed)(arm) for task in pair], seed))
        for pair in corpus.pairs
        for seed in range(seeds)
    ]
    equal = sum(not found for found in checks)
    return TwinsReport(
        schema_version=SCHEMA_VERSION,
        tool=Tool(),
        corpus=corpus_row(corpus),
        arm=arm_name(arm),
        pairs=len(corpus.pairs),
        seeds=seeds,
        equal=equal,
        of=len(checks),
        violations=[one for found in checks for one in found],
        verdict=Verdict.CLEAN if equal == len(checks) else Verdict.FINDINGS,
        why=f"{equal} of {len(checks)} pairs under a seed cannot be told apart before the outcome",
    )


def _violations(pair: tuple[Task, Task], made: list[Schedule], seed: int) -> Iterator[Violation]:
    name = pair[0].id.removesuffix(pair[0].twin)
    return (Violation(name, seed, *found) for found in differences(*made))
