"""Audits of many targets at once, on several processes or machines, and only of what changed.

`lines` reads the file of targets, `key` says what decides a result beforehand and `closure` what
was read while it was made, `cache` keeps results, `task` is one audit wherever it runs, `run` puts
them together over an engine (`audits.engines`), `verdict` adds up. What cannot be audited is a row
of the report, never the end of it.
"""

from __future__ import annotations

from audits.sweep.lines import Line, read_lines
from audits.sweep.run import Row, swept
from audits.sweep.task import Task
from audits.sweep.verdict import Sweep, sweep_of

__all__ = ["Line", "Row", "Sweep", "Task", "read_lines", "sweep_of", "swept"]
