"""Composition under `--thorough`: wrong texts put together that alone are paid little or nothing.

A small search per row: the wrong texts that were paid most are joined with others, the best are
kept, and what is paid in the end is shrunk line by line and word by word. A text that mentions the
right answer is left out, so that what is found is as wrong as its parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from attackers.agent import Needs
from attackers.completions.form import answer_of, form_of
from attackers.completions.lenient import mentions, says, text_of
from attackers.rows import Proof, Proposal, Row, Scene
from audits.rewards.controls import Footing
from audits.rewards.judge import Attempt
from audits.rewards.outcome import Outcome, Reward, Sample

ROUNDS = 3
KEPT = 6
"""Texts that a round starts from."""
PARTS = 24
"""Texts that are joined to each of them."""


def composed(
    reward: Reward, ground: Footing, staged: Sequence[Scene], tried: Sequence[Attempt], seed: int
) -> Iterator[Attempt]:
    """Yield, for each row where no blind text is paid yet, the plainest composition that is."""
    for scene in staged:
        mine = [one for one in tried if one.row is scene.row and _is_part(one, scene.row)]
        if mine and not any(one.paid for one in mine):
            ceiling = ground.ceilings[scene.row.index]
            search = _Search(reward, scene.row, ceiling, Random(f"{seed}:{scene.row.index}"))
            yield from search.run(mine)


def _is_part(attempt: Attempt, row: Row) -> bool:
    proposal = attempt.proposal
    blind = proposal.needs in (Needs.NOTHING, Needs.PROMPT) and not attempt.context
    sure = proposal.proof in (Proof.WRONG, Proof.CONSTANT)
    return blind and sure and _is_wrong(row, str(proposal.answer))


def _is_wrong(row: Row, text: str) -> bool:
    golds = [answer_of(row), *([text_of(row.gold)] if row.gold is not None else [])]
    return not any(mentions(text, gold) or says(text, gold) for gold in golds)


@dataclass(frozen=True, slots=True)
class _Search:
    """The search on one row; deterministic for its dice."""

    reward: Reward
    row: Row
    ceiling: float
    dice: Random

    def run(self, parts: list[Attempt]) -> Iterator[Attempt]:
        """Join, score, keep the best, for a few rounds; yield what is paid, shrunk."""
        pool = {str(one.proposal.answer): one.share for one in parts}
        texts = list(pool)
        for _ in range(ROUNDS):
            best = sorted(pool, key=lambda text: (-pool[text], len(text)))[:KEPT]
            joined = self._joined(best, self.dice.sample(texts, min(PARTS, len(texts))))
            pool |= self._shares([text for text in joined if text not in pool])
            paid = [text for text, share in pool.items() if share >= 0.5]
            if paid:
                text = self._shrunk(min(paid, key=len))
                yield Attempt(self.row, _proposal(text), self._score([text])[0], self.ceiling)
                return

    def _joined(self, best: list[str], parts: list[str]) -> list[str]:
        form = form_of(self.row)
        made = [f"{one}\n{other}" for one in best for other in parts]
        made += [form.holding(text) for text in best] + [f"{text}\n{text}" for text in best]
        return [text for text in dict.fromkeys(made) if _is_wrong(self.row, text)]

    def _score(self, texts: list[str]) -> list[Outcome]:
        scored = self.reward.score([[Sample(self.row, text)] for text in texts])
        return [outcomes[0] for outcomes in scored]

    def _shares(self, texts: list[str]) -> dict[str, float]:
        outcomes = zip(texts, self._score(texts), strict=True)
        return {text: (outcome.value or 0.0) / self.ceiling for text, outcome in outcomes}

    def _shrunk(self, text: str) -> str:
        """Take lines out, then words, as long as it is still paid."""
        for separator in ("\n", " "):
            parts, at = text.split(separator), 0
            while at < len(parts) and len(parts) > 1:
                fewer = separator.join(parts[:at] + parts[at + 1 :])
                if _is_wrong(self.row, fewer) and self._shares([fewer])[fewer] >= 0.5:
                    parts.pop(at)
                else:
                    at += 1
            text = separator.join(parts)
        return text


def _proposal(text: str) -> Proposal:
    return Proposal(
        rule="R110",
        attack="a composition of wrong texts",
        answer=text,
        wrong="it is put together of texts that say nothing of the answer",
        needs=Needs.PROMPT,
    )
