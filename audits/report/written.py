"""A document as JSON for people and programs: indented, keys in the documented order."""

from __future__ import annotations

import re

import msgspec

NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that neither XML nor HTML can hold."""


def as_json(document: object) -> str:
    """Write any document as JSON."""
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode()


def visible(text: str) -> str:
    """Write what a terminal or a page would act on as an escape; lines and tabs stay."""
    return "".join(c if c.isprintable() or c in "\n\t" else repr(c)[1:-1] for c in text)


def in_xml(text: str) -> str:
    """Write what XML and HTML cannot hold as an escape."""
    return NO_XML.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
