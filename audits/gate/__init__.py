"""The gate of a project's CI: what its settings declare, under one verdict.

`run` makes the audits that `audits/settings.py` reads, `accepted` sorts out what the project
has accepted, `bars` holds numbers against their limits, `verdict` adds it all up.
"""

from __future__ import annotations

from audits.gate.accepted import Acceptance, sort_out
from audits.gate.baseline import read_baseline
from audits.gate.run import count_of, run_gate
from audits.gate.verdict import Gate, gate_of
from audits.settings import Settings, found, read_settings

__all__ = [
    "Acceptance",
    "Gate",
    "Settings",
    "count_of",
    "found",
    "gate_of",
    "read_baseline",
    "read_settings",
    "run_gate",
    "sort_out",
]
