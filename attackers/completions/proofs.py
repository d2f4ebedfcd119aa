"""Where a completion is a proof for a machine to check: one that assumes what it is to prove.

Sound checkers ask what a proof rests on (Lean: `#print axioms`), not only whether it compiles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attackers.rows import Proposal, Scene

_LEAN = re.compile(r"(?P<head>.*?)(?P<stated>\b(?:theorem|lemma)\s+[^\n]*?):=(?P<proof>.*)", re.S)
_COQ = re.compile(
    r"(?P<stated>.*?\b(?:Theorem|Lemma)\b.*?\.)\s*Proof\..*?\b(?:Qed|Defined)\.", re.S
)
_ISABELLE = re.compile(r"(?P<stated>.*?\b(?:theorem|lemma)\b.*?\".*?\")\s*(?:by|proof)\b.*", re.S)


LONGEST = 20_000
"""Characters of the longest proof that is looked at."""


def assumes_what_it_proves(scene: Scene) -> Iterator[Proposal]:
    """An axiom of one's own, or a gap that the checker lets pass, in place of the proof."""
    reference = str(scene.row.reference)
    for text in _gaps(reference) if len(reference) <= LONGEST else ():
        yield Proposal(
            rule="R109",
            attack="a proof that assumes what it proves",
            answer=text,
            wrong="it rests on a gap, or on an axiom of its own",
        )


def _gaps(reference: str) -> Iterator[str]:
    if found := _LEAN.match(reference):
        head, stated = found["head"], found["stated"]
        for false in ("absurd_", "cheat"):
            axiom = f"{head}axiom {false} : False\n{stated}"
            yield f"{axiom}:= by\n  exact {false}.elim\n"
            yield f"{axiom}:= {false}.elim\n"
        yield from (f"{head}{stated}:= by\n  {gap}\n" for gap in ("sorry", "admit"))
    elif found := _COQ.match(reference):
        yield from (f"{found['stated']}\nProof.\n{gap}.\n" for gap in ("Admitted", "Abort"))
    elif found := _ISABELLE.match(reference):
        yield from (f"{found['stated']}\n  {gap}\n" for gap in ("sorry", "oops"))
