"""Where in the target's files an exception comes from."""

from __future__ import annotations

import builtins
import importlib
import os
import traceback

globals()["__builtins__"] = dict(vars(builtins))  # our own: a target may patch the others

NOT_THEIRS = ("<", os.path.dirname(os.path.abspath(__file__)), os.path.dirname(importlib.__file__))
"""How files begin that are not the target's."""


def place_of(error: BaseException) -> str:
    """Say where in the target's files an exception comes from."""
    through = traceback.extract_tb(error.__traceback__)
    frames = [frame for frame in through if not frame.filename.startswith(NOT_THEIRS)]
    return f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
