"""The model that a command line names: its endpoint, its name, its key."""

from __future__ import annotations

import os
from typing import Any

from attackers.loop import OpenAIModel
from audits.errors import CannotAuditError
from audits.extras import install

INSTALL = f"the openai client is not installed: {install('live')}"


def model_of(url: str, name: str, key_env: str | None, **how: Any) -> OpenAIModel:
    """Make a model of a command line's words; `how` is what `OpenAIModel` takes beside them.

    Raises `CannotAuditError`, which names the option, for what it cannot be made of.
    """
    if not (name.strip() and name.isprintable()):
        raise CannotAuditError(f"--model: expected the name of a model, got {name!r}")
    key = _key(key_env) if key_env else ""
    try:
        return OpenAIModel(url, name, key, **how)
    except ImportError:
        raise CannotAuditError(INSTALL) from None
    except Exception as error:  # noqa: BLE001 - a client refuses an odd URL in its own words
        raise CannotAuditError(f"--base-url: {error}") from None


def _key(variable: str) -> str:
    """Read a key. Raises `CannotAuditError`, without it, for what no header can hold."""
    if not variable.isidentifier():
        raise CannotAuditError(
            "--api-key-env: expected the name of an environment variable, e.g. OPENAI_API_KEY, got "
            "something that is none; it is not shown here, since it may be a key"
        )
    key = os.environ.get(variable, "").strip()
    if not key:
        raise CannotAuditError(f"--api-key-env {variable}: that variable is not set, or is empty")
    if not (key.isascii() and key.isprintable() and " " not in key):
        raise CannotAuditError(
            f"--api-key-env {variable}: expected a key in printable ASCII without blanks in it"
        )
    return key
