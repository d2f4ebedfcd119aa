"""Files that are no file of attackers: exit code 2, one message, nothing on stdout."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from audits.errors import CannotAuditError
from audits.guests import GuestFile
from audits.guests import file as guests
from tests.audits.command import clawback

Write = Callable[[str], Path]

UNUSABLE = {
    "import nowhere_to_be_found": "importing it failed: ModuleNotFoundError: No module named",
    "def act(:": "importing it failed: SyntaxError",
    "import sys; sys.exit(0)": "importing it failed: SystemExit: 0",
    "import os; os._exit(0)": "importing it failed: the process left with exit code 0",
    "import os; os.kill(os.getpid(), 9)": "importing it failed: the process was killed by SIGKILL",
    "import os; os.killpg(0, 9)": "importing it failed: the process was killed by SIGKILL",
    "import os; os.closerange(3, 64)": "importing it failed: the process left",
    "raise KeyboardInterrupt": "importing it failed: KeyboardInterrupt",
    "": "expected ATTACKERS =",
    "ATTACKERS = {}": "expected ATTACKERS =",
    "ATTACKERS = [lambda tools, ticket: None]": "expected ATTACKERS =",
    "ATTACKERS = {'one': 'two'}": "expected a name and a function; got 'one': 'two'",
    "ATTACKERS = {1: print}": "expected a name and a function; got 1:",
    "ATTACKERS = {'': print}": "expected a printable name",
    "ATTACKERS = {'a,b': print}": "expected a printable name with no comma; got 'a,b'",
    "ATTACKERS = {'a\\nb': print}": "expected a printable name",
    "ATTACKERS = {'\\udc80': print}": "expected a printable name",
    "async def act(tools, ticket): pass\nATTACKERS = {'later': act}": "'later' is an async or",
    "def act(tools, ticket): yield\nATTACKERS = {'later': act}": "'later' is an async or",
    "ATTACKERS = {'naive': print}": "'naive' is the name of an agent of ours; give yours another",
}


@pytest.mark.parametrize("source", UNUSABLE)
def test_an_unusable_file_is_refused_with_the_reason(source: str, attackers: Write):
    file = attackers(source)
    ended = clawback("attack", "--attackers", str(file))
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("clawback: --attackers")
    assert UNUSABLE[source] in ended.err
    assert len(ended.err.splitlines()) == 1


def test_a_file_that_is_not_python_is_refused(few: Path):
    ended = clawback("attack", "--attackers", str(few))
    assert (ended.code, ended.out) == (2, "")
    assert "it is no Python file (expected a name ending in .py)" in ended.err


def test_junk_written_while_importing_is_refused(attackers: Write):
    source = """
import os, stat
for fd in range(3, 64):
    try:
        if stat.S_ISSOCK(os.fstat(fd).st_mode):
            os.write(fd, (4).to_bytes(8, "big") + b"junk")
    except OSError:
        pass
ATTACKERS = {"a": print}
"""
    ended = clawback("attack", "--attackers", str(attackers(source)))
    assert (ended.code, ended.out) == (2, "")
    assert "importing it failed: its process answered something unreadable" in ended.err


def test_an_import_that_never_ends_is_given_up(attackers: Write, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(guests, "IMPORT_TIMEOUT", 0.2)
    with pytest.raises(CannotAuditError, match=r"importing it failed: no answer within 0\.2 s"):
        GuestFile(attackers("while True: pass"))


def test_a_name_that_only_takes_an_unknown_attacker_says_so(attackers: Write):
    file = attackers("ATTACKERS = {'mine': print}")
    ended = clawback("attack", "--attackers", str(file), "--only", "mime")
    assert (ended.code, ended.out) == (2, "")
    assert "Did you mean 'mine'?" in ended.err
