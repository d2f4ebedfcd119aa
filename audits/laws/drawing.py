"""How Hypothesis is run here: quietly, without a database, and the same for the same seed.

Generation and shrinking are two runs from one seed: the first only collects trials, so that each
mechanism is counted; the second stops at the one that is wanted and shrinks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch
from zlib import crc32

import hypothesis
from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis.internal.conjecture import providers
from hypothesis.stateful import RuleBasedStateMachine, run_state_machine_as_test
from hypothesis.strategies import SearchStrategy

from audits.laws.trial import Trial

STEPS = 15
"""The most steps that one run of the state machine takes."""


class FoundError(Exception):
    """Raised in a run to stop at a trial and shrink it."""

    def __init__(self, trial: Trial) -> None:
        super().__init__("found")
        self.trial = trial


def draw(
    trials: SearchStrategy[Trial],
    body: Callable[[Trial], None],
    seed: str,
    examples: int,
    shrink: bool = False,
) -> None:
    """Call `body` with `examples` trials; a `FoundError` that it raises is shrunk if asked for.

    Raises `hypothesis.errors.HypothesisException` where there is nothing to draw.
    """

    @hypothesis.seed(crc32(seed.encode()))
    @_settings(examples, shrink)
    @hypothesis.given(trials)
    def run(trial: Trial) -> None:
        body(trial)

    with _steady():
        run()


def drive(
    machine: type[RuleBasedStateMachine], seed: str, examples: int, shrink: bool = False
) -> None:
    """Run a state machine `examples` times; a `FoundError` from a step is shrunk if asked for."""
    with _steady():
        run_state_machine_as_test(
            hypothesis.seed(crc32(seed.encode()))(machine), settings=_settings(examples, shrink)
        )


def _settings(examples: int, shrink: bool) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=STEPS,
        phases=(Phase.generate, Phase.shrink) if shrink else (Phase.generate,),
        database=None,
        deadline=None,
        derandomize=False,
        print_blob=False,
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
        suppress_health_check=list(HealthCheck),
        backend="hypothesis",
    )


@contextmanager
def _steady() -> Iterator[None]:
    """Keep Hypothesis from mixing in constants that it reads out of whatever modules are loaded.

    They would make what a seed draws depend on the process, and be cached in the user's folder.
    """
    provider: Any = providers.HypothesisProvider
    if not hasattr(provider, "_maybe_draw_constant"):
        yield
        return
    with patch.object(provider, "_maybe_draw_constant", lambda *_args, **_kwargs: None):
        yield
