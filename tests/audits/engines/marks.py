"""The mark of a test that starts a Ray cluster."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

RAY = (
    pytest.mark.ray,
    pytest.mark.skipif(
        find_spec("ray") is None,
        reason="RAY IS NOT TESTED HERE: it is not installed; pip install 'clawback[ray]'",
    ),
)
