"""Findings shown again: `rerun` a saved command, `replay` judges one finding, `fix` a patch."""

from __future__ import annotations

from audits.replays.fix import verify_fix
from audits.replays.replay import Replay, Status, replay, results_of

__all__ = ["Replay", "Status", "replay", "results_of", "verify_fix"]
