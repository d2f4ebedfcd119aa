"""The refund desk as verifiers finds it, by this module's name: `vf-eval clawback-refund`."""

from __future__ import annotations

from audits.exports.verifiers_refund import RefundEnv, RefundHarness, RefundTaskset

__all__ = ["RefundEnv", "RefundHarness", "RefundTaskset"]
