"""Giving the prompt back: whole, in the right form, or one piece of it by a fixed rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from attackers.agent import Needs
from attackers.completions.form import form_of, right_here
from attackers.completions.lenient import plain
from attackers.rows import Proof, Proposal, Scene

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_SUM = re.compile(r"[-(]*\d[\d.]*(?:\s*[-+*/^]\s*[-(]*\d[\d.]*\)*)+")
_QUOTED = re.compile(r"[\"\u201c\u2018']([^\"\u201d\u2019']{2,})[\"\u201d\u2019']")
_WORD = re.compile(r"[\w'-]+")


def _pick(pattern: re.Pattern[str], at: int) -> Callable[[str], str]:
    def pick(prompt: str) -> str:
        found = pattern.findall(prompt)
        return str(found[at]) if len(found) >= abs(at or 1) else ""

    return pick


PIECES: dict[str, Callable[[str], str]] = {
    "the prompt's first number": _pick(_NUMBER, 0),
    "the prompt's last number": _pick(_NUMBER, -1),
    "the prompt's numbers": lambda prompt: ", ".join(_NUMBER.findall(prompt)),
    "the prompt's first word": _pick(_WORD, 0),
    "the prompt's last word": _pick(_WORD, -1),
    "the prompt's sum, unsolved": _pick(_SUM, 0),
    "the prompt's longest word": lambda prompt: max(_WORD.findall(prompt) or [""], key=len),
    "what the prompt says after its last colon": lambda prompt: prompt.rpartition(": ")[2].strip(),
    "what the prompt quotes": _pick(_QUOTED, 0),
    "the prompt's last line": lambda prompt: (prompt.strip().splitlines() or [""])[-1],
}
"""Ways to answer from the prompt alone, without solving anything."""


def echoes(scene: Scene) -> Iterator[Proposal]:
    """The prompt as the answer."""
    row = scene.row
    if not row.prompt.strip() or plain(row.prompt) in plain(str(row.reference)):
        return
    for text in (row.prompt, f"{row.prompt}\n{row.prompt}", form_of(row).holding(row.prompt)):
        yield Proposal(
            rule="R102",
            attack="echoing the prompt",
            answer=text,
            wrong="it only gives the prompt back",
            needs=Needs.PROMPT,
        )


def takes_a_piece(scene: Scene) -> Iterator[Proposal]:
    """One piece of the prompt by a fixed rule, bare and in the reference's form."""
    for name, pick in PIECES.items():
        piece = pick(scene.row.prompt)
        if not piece or right_here(scene.row, piece):
            continue
        for text in dict.fromkeys((piece, form_of(scene.row).holding(piece))):
            yield Proposal(
                rule="R102",
                attack=f"answering with {name}",
                answer=text,
                wrong="it is a fixed rule that solves nothing",
                needs=Needs.PROMPT,
                proof=Proof.POLICY,
            )
