"""What a shell offers for an option's value when Tab is pressed; imported before anything heavy."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from audits.store import Saved


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


def agents() -> Iterable[str]:
    """Offer the agents of both desks."""
    from attackers.refund import agents as refund_agents
    from attackers.settlement.cheats import agents as settlement_agents

    return (*refund_agents(), *settlement_agents())


def terms() -> Iterable[str]:
    """Offer the terms of our scorers."""
    from audits.worlds import WORLDS

    made = (build() for world in WORLDS.values() for build in world.scorers.values())
    return (term.name for scorer in made for term in scorer.terms)


def found() -> Iterable[str]:
    """Offer the ids of saved findings."""
    return (one.id for one in _saved())


def found_targets() -> Iterable[str]:
    """Offer the targets of which something is saved."""
    return (one.target for one in _saved())


def _saved() -> Iterable[Saved]:
    """Return what is saved; a store that cannot be read offers nothing."""
    import sqlite3

    from audits.store import Store, folder_of_store

    try:
        folder = folder_of_store()
        return Store(folder).all() if folder and folder.is_dir() else []
    except (OSError, sqlite3.Error):
        return []


def declared() -> Iterable[str]:
    """Offer the targets that the project's settings declare; none where they cannot be read."""
    from pathlib import Path

    from audits.errors import CannotAuditError
    from audits.settings import found as settings_from
    from audits.settings import read_settings

    try:
        path = settings_from(Path.cwd())
        return [one.target for one in read_settings(path).targets] if path else []
    except (CannotAuditError, OSError):
        return []


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
