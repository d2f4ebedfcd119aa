"""What a shell offers for an option's value when Tab is pressed; imported before anything heavy."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def offer(choices: Callable[[], Iterable[str]]) -> Callable[[str], list[str]]:
    """Offer those choices that begin as the word that is being typed."""

    def begun(incomplete: str) -> list[str]:
        return [word for word in map(str, choices()) if word.startswith(incomplete)]

    return begun


def rules() -> Iterable[str]:
    """Offer the rules' ids."""
    from audits.rules import RULES

    return RULES


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
