"""Asks like the gate, and weighs the hints by Bayes' rule where time runs out on that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from attackers.settlement.gate import ASK_TICKS, EVERY, ask
from desk.settlement import UNKNOWN, Kind, System, Ticket
from desk.settlement.ours.evidence import PRIORS, EvidenceAct, EvidenceDesk, Voices, likelihood

Worth = Callable[[str, Kind, int], int]
"""What an act comes to in cents, given a fate and an order's value."""

Belief = dict[Kind, Fraction]
"""Weights of fates; they need not add up to 1."""


class Known(NamedTuple):
    """What a policy is told of the world beforehand."""

    voices: Voices
    """How often each system's hint is right."""
    worth: Worth
    """What each act comes to."""


ACTS: dict[str, tuple[str, ...]] = {
    UNKNOWN: ("escalate", "ship", "close"),
    Kind.FAILED.value: ("escalate", "retry and ship", "close"),
}
"""What can be done by the authority's last word; of equals the first is done."""


Told = Mapping[System, frozenset[str]]
"""The hints that each system holds."""

Decide = Callable[[str, Told, int], str]
"""From the authority's last word, the hints and the order's value to one of `ACTS`."""


def reasoning(
    known: Known, heard: Iterable[System] = tuple(System), *, on_prior: bool = False
) -> EvidenceAct:
    """Make the policy that weighs the hints of some systems.

    Where they leave its belief as it was it does what the gate does, unless it acts `on_prior`.
    """

    def decide(word: str, told: Told, value: int) -> str:
        belief = weighed(PRIORS[word], told, known.voices)
        moved = _shares(belief) != _shares(PRIORS[word])
        return best(word, belief, value, known.worth) if moved or on_prior else "escalate"

    return at_the_end(decide, heard)


def at_the_end(decide: Decide, heard: Iterable[System] = tuple(System)) -> EvidenceAct:
    """Make a policy that is the gate until time runs out, and then decides on hints."""
    systems = tuple(heard)

    def act(desk: EvidenceDesk, ticket: Ticket) -> None:
        told: dict[System, frozenset[str]] = {}

        def listen() -> None:
            told.update({one: frozenset(desk.read_hint(one)) for one in systems})

        def pause(left: int) -> None:
            if left < EVERY + EVERY + ASK_TICKS:
                listen()
            desk.wait(EVERY - len(told))

        def at_last(word: str) -> None:
            if not told:
                listen()
            _do(desk, ticket, decide(word, told, ticket.value))

        ask(desk, ticket, at_last, pause)

    return act


def weighed(prior: Mapping[Kind, Fraction], told: Told, voices: Voices) -> Belief:
    """Weigh what was heard: a copy says nothing new, silence says nothing."""
    belief = dict(prior)
    for system, words in told.items():
        for word in words:
            for fate in belief:
                belief[fate] *= likelihood(voices[system].accuracy, Kind(word), fate)
    return belief


def best(word: str, belief: Belief, value: int, worth: Worth) -> str:
    """Return the act that is worth most on average."""
    return max(
        ACTS[word],
        key=lambda act: sum(share * worth(act, fate, value) for fate, share in belief.items()),
    )


def _shares(belief: Mapping[Kind, Fraction]) -> Belief:
    total = sum(belief.values())
    return {fate: weight / total for fate, weight in belief.items()}


def _do(desk: EvidenceDesk, ticket: Ticket, choice: str) -> None:
    if choice == "retry and ship":
        desk.retry_capture(ticket.ref)
        choice = "ship"
    getattr(desk, choice)()
