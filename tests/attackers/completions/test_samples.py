"""Samples of a pattern are texts that it matches, and few."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attackers.completions.samples import MOST, samples_of

PATTERNS = [
    r"score:\s*(\d+)",
    r"<answer>(.*?)</answer>",
    r"\[\[(\d)\]\]",
    r"(?:yes|no)",
    r"^[a-z_]{3,}$",
    r"(?i)verdict\W+(correct|incorrect)",
    r"\\boxed\{([^}]*)\}",
    r"a{2,4}b?",
    r"[^\w\s]{2}[A-F]\S\D",
    r"(?P<n>-?\d+(?:\.\d+)?)",
]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_an_everyday_pattern_has_samples_and_matches_them(pattern: str) -> None:
    samples = list(samples_of(pattern, ["correct"]))
    assert 0 < len(samples) <= MOST
    assert all(re.search(pattern, sample) for sample in samples)


@given(st.text(alphabet="ab(|)[]{}*+?^$.\\d-", max_size=10))
def test_whatever_the_pattern_its_samples_match_it_and_nothing_is_raised(pattern: str) -> None:
    for sample in samples_of(pattern, ["b"]):
        assert re.search(pattern, sample)
