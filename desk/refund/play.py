"""One agent, one case, one episode: from the ticket to the closed rollout."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from desk.failure import AgentHung, DiedError, Failure, Kind, died
from desk.refund.case import Case
from desk.refund.episode import Episode, RefundRollout
from desk.refund.tools import Ticket, Tools

Agent: TypeAlias = Callable[[Tools, Ticket], str | None]
"""An agent: does what it does with the tools, and returns its last words, or None."""


def play(agent: Agent, case: Case) -> RefundRollout:
    """Run `agent` on a fresh desk for `case`; an exception of its own ends the rollout there."""
    episode = Episode(case)
    words, failure = _run(agent, episode.tools, Ticket(case.order, case.ticket))
    return episode.close(words, failure)


def _run(agent: Agent, tools: Tools, ticket: Ticket) -> tuple[str | None, Failure | None]:
    try:
        return agent(tools, ticket), None
    except KeyboardInterrupt:
        raise
    except DiedError as error:
        return None, error.failure
    except AgentHung as error:
        return None, died(Kind.AGENT_HUNG, str(error))
    except BaseException as error:  # noqa: BLE001 - whatever an agent raises is its own failure
        return None, died(Kind.AGENT_ERROR, error)
