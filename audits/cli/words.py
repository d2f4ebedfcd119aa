"""The words of a command line, read before, or without, anything that understands them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def values(words: Sequence[str], *options: str) -> Iterator[tuple[str, str]]:
    """Go through some options with their values, as `--option VALUE` or `--option=VALUE`."""
    for word, following in zip(words, [*words, ""][1:], strict=True):
        option, given, value = word.partition("=")
        if option in options:
            yield option, value if given else following
