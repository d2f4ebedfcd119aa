"""Shell completion: what a shell asks for when Tab is pressed, and what it is offered."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from typer.main import get_command

from audits.cli import app
from audits.cli.complete import declared, found, found_targets
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
        ("clawback attack --only overp", {"overpay"}),
        ("clawback attack --without ask", {"asked"}),
        ("clawback audit --select D201,R10", {f"D201,{r}" for r in RULES if r.startswith("R10")}),
    ],
)
def test_what_can_come_next_is_offered(words: str, choices: set[str]):
    assert set(offered(words)) == choices


def test_what_was_found_and_what_is_declared_is_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "clawback.toml").write_text('[[targets]]\ntarget = "mine.py:score"\n')
    (tmp_path / "mine.py").write_text("def score(completion, answer):\n    return 1.0\n")
    (tmp_path / "rows.jsonl").write_text('{"answer": "4"}\n{"answer": "5"}\n')
    monkeypatch.chdir(tmp_path)
    assert list(declared()) == ["mine.py:score"]
    assert list(found()) == list(found_targets()) == []
    store = {"CLAWBACK_STORE": str(tmp_path / ".clawback")}
    clawback("audit", "mine.py:score", "--rows", "rows.jsonl", "--quick", cwd=tmp_path, env=store)
    monkeypatch.setenv("CLAWBACK_STORE", store["CLAWBACK_STORE"])
    assert set(found_targets()) == {"mine.py:score"}
    assert all(len(one) == 16 for one in found())


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
