"""A document as JSON for people and programs: indented, keys in the documented order."""

from __future__ import annotations

import msgspec


def as_json(document: object) -> str:
    """Write any document as JSON."""
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode()
