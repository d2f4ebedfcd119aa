"""Scorer faults put to work: a copy of the scorer with one part spoilt scores a live rollout."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from audits.dead.fate import Fate
from audits.dead.fault import ScorerFault
from audits.dead.judge import Outcome, Struck, outcome
from audits.dead.strikes import Runs
from desk import By
from scorer import Scorer


def spoils(
    fault: ScorerFault, scorer: Scorer[Any], struck: Runs
) -> Iterator[tuple[Struck, Outcome] | None]:
    """Spoil each part in turn on every run; None where the spoilt part was never asked.

    Nothing came of the spoilt part, so whatever the rollout was worth, it was not scored: that is
    the infrastructure's doing.
    """
    for base in struck.cheap:
        for part, spoilt, asked in fault.spoil(scorer):
            made = outcome(spoilt.score, base.rollout)
            if not asked():
                yield None
                continue
            yield (
                Struck(
                    fault=fault.name,
                    group=fault.group,
                    what=fault.what,
                    fate=Fate.UNSCORED,
                    by=By.INFRASTRUCTURE,
                    case=base.case.id,
                    run=base.name,
                    where=f"in the {part}",
                    rollout=base.rollout,
                ),
                made,
            )
