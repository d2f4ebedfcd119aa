"""Proofs that assume what they prove, in the words of the language that the reference is in."""

from __future__ import annotations

import pytest

from attackers.completions.proofs import assumes_what_it_proves
from attackers.rows import Row, Scene


def gaps(reference: str) -> list[str]:
    row = Row(index=0, gold="", reference=reference)
    return [one.answer for one in assumes_what_it_proves(Scene(row, (row,)))]


def test_a_lean_proof_is_exchanged_for_an_axiom_and_for_gaps_under_the_same_statement():
    made = gaps("import Mathlib\n\ntheorem t : 2 + 2 = 4 := by\n  norm_num\n")
    assert (
        "import Mathlib\n\naxiom cheat : False\ntheorem t : 2 + 2 = 4 := by\n  exact cheat.elim\n"
        in made
    )
    assert "import Mathlib\n\ntheorem t : 2 + 2 = 4 := by\n  sorry\n" in made
    assert not any("norm_num" in one for one in made)


def test_coq_and_isabelle_have_gaps_of_their_own():
    assert "Lemma l : 1 = 1.\nProof.\nAdmitted.\n" in gaps(
        "Lemma l : 1 = 1.\nProof. reflexivity. Qed."
    )
    assert 'lemma "x = x"\n  sorry\n' in gaps('lemma "x = x" by simp')


@pytest.mark.parametrize(
    "text", ["42", "By the theorem of Pythagoras, 5.", "x := 3", "def f(): pass"]
)
def test_what_is_no_proof_is_left_alone(text: str):
    assert not gaps(text)
