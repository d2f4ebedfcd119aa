"""Figures that a text states, made again by the command that they came from.

`blocks` finds them in a text, `derive` runs the command, `check` holds what is stated against it.
"""

from __future__ import annotations

from audits.figures.check import Checked, check, rewritten

__all__ = ["Checked", "check", "rewritten"]
