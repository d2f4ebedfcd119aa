"""What a shell offers for an option's value when Tab is pressed; imported before anything heavy."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def offer(choices: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Offer those choices that begin as the word that is being typed."""

    def begun(incomplete: str) -> list[str]:
        return [word for word in dict.fromkeys(map(str, choices())) if word.startswith(incomplete)]

    return begun


def offer_some(choices: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Offer choices for the last of some words with commas between them."""

    def begun(incomplete: str) -> list[str]:
        before, comma, last = incomplete.rpartition(",")
        return [before + comma + word for word in offer(choices)(last)]

    return begun


def rules() -> Iterable[str]:
    """Offer the rules' ids."""
    from audits.rules import RULES

    return RULES


def shapes() -> Iterable[str]:
    """Offer what a reward may read."""
    from audits.rewards.outcome import Shape

    return ("auto", *Shape)


def desks() -> Iterable[str]:
    """Offer the desks."""
    from audits.desks import DESKS

    return DESKS


def of_settlement() -> Iterable[str]:
    """Offer the policies of the settlement desk."""
    from attackers.settlement import policies

    return policies()


def severities() -> Iterable[str]:
    """Offer the severities."""
    from audits.rules import Severity

    return Severity


def scorers() -> Iterable[str]:
    """Offer our scorers."""
    from audits.target import SCORERS

    return SCORERS


def reverts() -> Iterable[str]:
    """Offer the fixes of the published scorer, and the rules of the settlement desk's."""
    from scorer import REVERTS
    from scorer.settlement_rules import REVERTS as RULES

    return (*REVERTS, *RULES)
