"""The auditor measured on itself: re-created public reports, each with its hole and its repair.

A case is a Python file (audits/holes/README.md has the format) with SHAPE, DATASET and two rewards,
`holed` and `fixed`. It is separated when auditing `holed` gives at least one error and auditing
`fixed` gives none. A file without `holed` is a healthy reward and counts for false alarms only.
"""

from audits.holes.measure import CaseResult, Flagged, measure, places

__all__ = ["CaseResult", "Flagged", "measure", "places"]
