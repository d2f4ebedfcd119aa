"""Agents from a user's own file, played where nothing they do can reach the audit."""

from audits.guests.file import DEFAULT_TIMEOUT, GuestFile, Lost

__all__ = ["DEFAULT_TIMEOUT", "GuestFile", "Lost"]
