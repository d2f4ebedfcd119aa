"""Toys as fixtures."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from tests.audits.mutants.toys import loaded


@pytest.fixture
def load(tmp_path):
    """Load a module from text; its name is `toy` unless another is given."""
    with ExitStack() as stack:
        yield lambda text, name="toy": stack.enter_context(loaded(tmp_path, name, text))
