"""The refund desk as verifiers finds it, by name: `vf-eval clawback-refund`."""
# No `annotations` from __future__: verifiers reads them.

from audits.exports.export import REFUND
from audits.exports.verifiers_desks import DeskEnv, DeskHarness, DeskTaskset, DeskTools, seat, vf

__all__ = ["DeskHarness", "RefundEnv", "RefundTaskset"]


class RefundTools(DeskTools, desk=REFUND):
    """The four tools."""


class RefundTaskset(DeskTaskset):
    """The refund desk's cases."""

    desk = REFUND
    served = RefundTools


class RefundEnvConfig(vf.SingleAgentEnvConfig):
    """Who works it."""

    agent: vf.AgentConfig = seat(REFUND)


class RefundEnv(DeskEnv, vf.Env[RefundEnvConfig]):
    """One model at one case."""


if __name__ == "__main__":  # how verifiers starts a server of tools
    RefundTools.run()
