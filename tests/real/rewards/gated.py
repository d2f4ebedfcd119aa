"""A rubric out of OpenEnv's own parts: a gate on the length of a reply, then the answer itself.

The parent packages would import a web server; empty ones stand in for them.
"""

import importlib.util
import sys
import types
from pathlib import Path

PLACE = Path(importlib.util.find_spec("openenv").origin).parent
for name, place in (("openenv", PLACE), ("openenv.core", PLACE / "core")):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__path__ = [str(place)]

from openenv.core.rubrics.base import Rubric  # noqa: E402
from openenv.core.rubrics.containers import Gate, Sequential  # noqa: E402


class Short(Rubric):
    def forward(self, action, observation):
        return 1.0 if len(action.content) < 200 else 0.0


class Right(Rubric):
    def forward(self, action, observation):
        return 1.0 if action.content.strip() == observation.answer else 0.0


def rubric():
    return Sequential(Gate(Short()), Right())
