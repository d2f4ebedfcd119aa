"""Hypothesis under mutmut: a pytest plugin that registers the profile `mutants`.

mutmut runs one test from several executors, which a health check would take for a fault of the
test; and an example found on one mutant must not be tried on the next.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "mutants",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.differing_executors],
    print_blob=False,
)
