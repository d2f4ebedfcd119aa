"""What is to be run: which corpus, policies, seeds and fault arm; and the revision that runs it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec

from attackers.settlement import policies
from audits.attacks.rows import SCHEMA_VERSION, Tool
from audits.errors import CannotAuditError, unknown
from audits.settlement.world import PAPER, World
from desk.settlement import Arm, Corpus, arm, arm_name, corpus
from desk.settlement.faults import INTENSITY
from scorer.settlement import Costs

SEEDS = 5
MOST_SEEDS = 1_000


class CorpusRow(msgspec.Struct, frozen=True):
    """The corpus in a report."""

    name: str
    seed: int
    tasks: int
    units: int
    digest: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a results folder holds; two runs of equal manifests make equal bytes."""

    schema_version: int
    tool: Tool
    revision: str
    """SHA-256 over the sources of desk, policies and scorer."""
    corpus: CorpusRow
    arm: str
    intensity: float
    policies: list[str]
    seeds: list[int]
    costs: dict[str, int]
    episodes: int
    world: str = ""
    """Which world of ours; left out for the paper's."""


class RunPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be run."""

    corpus: Corpus
    policies: tuple[str, ...]
    seeds: int
    arm: Arm
    world: World = PAPER

    @property
    def chunks(self) -> Iterator[tuple[str, int]]:
        """The pieces of work that are finished one by one: a policy under a seed."""
        return ((policy, seed) for seed in range(self.seeds) for policy in self.policies)

    @property
    def manifest(self) -> Manifest:
        """Describe the run."""
        return Manifest(
            schema_version=SCHEMA_VERSION,
            tool=Tool(),
            revision=revision(self.world),
            corpus=corpus_row(self.corpus),
            arm=arm_name(self.arm),
            intensity=INTENSITY,
            policies=list(self.policies),
            seeds=list(range(self.seeds)),
            costs=Costs()._asdict(),
            episodes=len(self.corpus.tasks) * len(self.policies) * self.seeds,
            world=self.world.name,
        )


def plan(seeds: int = SEEDS, only: str | None = None, arm_word: str = "full") -> RunPlan:
    """Build a plan of what a user typed. Raises `CannotAuditError`."""
    families = checked_arm(arm_word)
    return RunPlan(
        corpus=corpus(), policies=_chosen(only), seeds=checked_seeds(seeds), arm=families
    )


def checked_arm(word: str) -> Arm:
    """Read an arm of fault families. Raises `CannotAuditError`."""
    try:
        return arm(re.sub(r"\+(only|without):", "+", word) if _one_way(word) else word)
    except ValueError as error:
        raise CannotAuditError(f"--arm {word}: {error}") from None


def _one_way(word: str) -> bool:
    """Whether all families that are joined are named the same way: only:loss+only:delay."""
    ways = {part.partition(":")[0] for part in word.split("+") if ":" in part}
    return len(ways) == 1


def seeds_of(word: str | int) -> int:
    """Read a number of seeds. Raises `CannotAuditError`."""
    try:
        return checked_seeds(int(word))
    except ValueError:
        raise CannotAuditError(
            f"--seeds {word}: expected how many, 1 to {MOST_SEEDS:,}; they are numbered from 0"
        ) from None


def checked_seeds(seeds: int) -> int:
    """Return the number of seeds if it makes sense. Raises `CannotAuditError`."""
    if not 1 <= seeds <= MOST_SEEDS:
        raise CannotAuditError(f"--seeds {seeds}: expected 1 to {MOST_SEEDS:,}; the paper has 5")
    return seeds


def _chosen(only: str | None) -> tuple[str, ...]:
    if only is None:
        return tuple(policies())
    names = list(dict.fromkeys(word.strip() for word in only.split(",") if word.strip()))
    if not names:
        raise CannotAuditError(
            f"--policies {only!r}: nobody is named; expected some of {', '.join(policies())}"
        )
    for name in names:
        if name not in policies():
            raise unknown("--policies", name, policies())
    return tuple(name for name in policies() if name in names)


def corpus_row(made: Corpus) -> CorpusRow:
    """Describe a corpus for a report."""
    return CorpusRow(made.name, made.seed, len(made.tasks), made.units, made.digest)


@cache
def revision(world: World = PAPER) -> str:
    """SHA-256 over the sources that decide what an episode comes to, as hex."""
    made = sha256()
    for module in world.sources:
        home = Path(str(module.__file__))
        sources = [home] if home.name != "__init__.py" else sorted(home.parent.glob("*.py"))
        for source in sources:
            made.update(f"{module.__name__}/{source.name}\n".encode())
            made.update(source.read_bytes())
    return made.hexdigest()
