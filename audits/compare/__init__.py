"""Two scorers on the same answers: who climbed, who fell, and whether right work is still paid."""

from __future__ import annotations

from audits.compare.compare import compare
from audits.compare.revision import Revision, revision
from audits.compare.run import NewSinceError, compare_words, compared

__all__ = ["NewSinceError", "Revision", "compare", "compare_words", "compared", "revision"]
