"""The settlement desk as verifiers finds it, by name: `vf-eval clawback-settlement`."""
# No `annotations` from __future__: verifiers reads them.

from audits.exports.export import SETTLEMENT
from audits.exports.verifiers_desks import DeskEnv, DeskHarness, DeskTaskset, DeskTools, seat, vf

__all__ = ["DeskHarness", "SettlementEnv", "SettlementTaskset"]


class SettlementTools(DeskTools, desk=SETTLEMENT):
    """The eleven tools, and the clock."""


class SettlementTaskset(DeskTaskset):
    """The settlement desk's cases."""

    desk = SETTLEMENT
    served = SettlementTools


class SettlementEnvConfig(vf.SingleAgentEnvConfig):
    """Who works it."""

    agent: vf.AgentConfig = seat(SETTLEMENT)


class SettlementEnv(DeskEnv, vf.Env[SettlementEnvConfig]):
    """One model at one case."""


if __name__ == "__main__":  # how verifiers starts a server of tools
    SettlementTools.run()
