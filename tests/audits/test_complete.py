"""Shell completion: what a shell asks for when Tab is pressed, and what it is offered."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from typer.main import get_command

from audits.cli import app
from audits.desks import DESKS
from audits.rules import RULES, Severity
from tests.audits.command import COMMAND, STUCK, clawback, clean


def offered(words: str) -> list[str]:
    """Complete the last word of a command line, as bash asks for it."""
    asked = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    ended = clawback(env={"_CLAWBACK_COMPLETE": "complete_bash", **asked})
    assert (ended.code, ended.err) == (0, "")
    return ended.out.split()


def test_every_verb_is_offered():
    assert set(offered("clawback ")) == set(get_command(app).commands)


@pytest.mark.parametrize(
    ("words", "choices"),
    [
        ("clawback aud", {"audit"}),
        ("clawback explain D20", {rule for rule in RULES if rule.startswith("D20")}),
        ("clawback audit --fail-on ", set(Severity)),
        ("clawback attack --scorer h", {"hardened"}),
        ("clawback attack --revert no", {"no-dead-guard"}),
        ("clawback attack --format sa", {"sarif"}),
        ("clawback attack --desk ", set(DESKS)),
        ("clawback settle run --policies gate,op", {"gate,optimistic"}),
        ("clawback audit --shape tr", {"trajectory"}),
        ("clawback audit --select D201,R10", {f"D201,{r}" for r in RULES if r.startswith("R10")}),
    ],
)
def test_what_can_come_next_is_offered(words: str, choices: set[str]):
    assert set(offered(words)) == choices


def test_what_two_desks_share_is_offered_once():
    revert = offered("clawback attack --revert ")
    assert len(revert) == len(set(revert))


def test_bash_completes_with_the_script_that_it_is_shown(tmp_path: Path):
    asked = f"""
source <({COMMAND} --show-completion; true)
COMP_WORDS=(clawback verify); COMP_CWORD=1
_clawback_completion {COMMAND}
echo "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(
        ["bash", "-c", asked],
        capture_output=True,
        text=True,
        env=clean({"HOME": str(tmp_path)}),
        timeout=STUCK,
        check=True,
    )
    assert (done.stdout.split(), done.stderr) == (["verify-fix"], "")
