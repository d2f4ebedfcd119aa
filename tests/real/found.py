"""Writes docs/found.md from the results of the lane: `python -m tests.real.found FOLDER`."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.real.environments import ENVIRONMENTS, install_words
from tests.real.targets import GYM_NOTES, TARGETS, Real

PAGE = Path(__file__).parents[2] / "docs" / "found.md"
GYM = "suite-reasoning-gym"
LONG = 60
Result = dict[str, Any]

HEAD = """# What it found

Rewards that people use, audited as they come from the package index. `make test-real` writes this
page from its results: it installs each library in a throw-away environment, audits it, and checks
that the known holes are found and that the known clean rewards come out clean.

How to read it. An error is a wrong answer that earns at least half of what the right one earns, or
all of it where a graded score may pay for likeness; the answer is wrong by construction, and it is
shown. Whether it matters is for the owner to say: a scorer that looks for the answer anywhere in
the text does what its page says, and still pays for "Paris or London". A clean line means that
nothing was found on these rows, and proves nothing. None of these libraries was changed; the rows
are ours, six short questions or so, and lie in `tests/real/rows`.

Each line has the command that shows the finding again, from the root of this repository, with the
environment of that name made as said at the end of the page.
"""


def main(place: Path) -> None:
    """Write the page."""
    kept = {path.stem: json.loads(path.read_text()) for path in (place / "results").glob("*.json")}
    text = "\n".join(_page(kept)).rstrip() + "\n"
    PAGE.write_text(text.replace(f"{place.resolve()}/", ""), encoding="utf-8")


def _page(kept: dict[str, Result]) -> Iterator[str]:
    yield HEAD
    for environment in ENVIRONMENTS:
        there = [real for real in TARGETS if real.environment == environment]
        for package in dict.fromkeys(real.package or environment for real in there):
            yield from _library(package, there, kept)
    if GYM in kept:
        yield from _gym(kept[GYM])
    missing = [f"`{real.target}`" for real in TARGETS if real.name not in kept]
    missing += ["the data sets of reasoning-gym"] if GYM not in kept else []
    if missing:
        yield f"## Not audited\n\nNot installed when this page was written: {', '.join(missing)}.\n"
    yield "## Environments\n\n```sh"
    yield from (install_words(name) for name in ENVIRONMENTS)
    yield "```"


def _library(package: str, there: list[Real], kept: dict[str, Result]) -> Iterator[str]:
    reals = [r for r in there if (r.package or r.environment) == package and r.name in kept]
    if not reals:
        return
    version = kept[reals[0].name]["versions"].get(package, "")
    yield f"## {package} {version}\n"
    for real in reals:
        yield from _target(real, kept[real.name])


def _target(real: Real, result: Result) -> Iterator[str]:
    document = result["document"]
    yield f"**`{real.target}`**: {_verdict(document)}"
    if real.note:
        yield f"{real.note}"
    yield ""
    found = _errors(document)
    if found:
        yield from _table(found, result, shlex.join(real.words))


def _verdict(document: Result) -> str:
    if document["verdict"] == "INCONCLUSIVE":
        return f"not judged. {document['why']}."
    count = len(_errors(document))
    told = "clean" if not count else f"{count} error" + ("s" if count > 1 else "")
    return f"{told}, {document['tried']} answers tried."


def _errors(document: Result) -> list[Result]:
    return [one for one in document.get("findings", []) if one["severity"] == "error"]


def _table(found: list[Result], result: Result, words: str) -> Iterator[str]:
    yield "| rule | what is paid | for example | share | rows | replay |"
    yield "|---|---|---|---|---|---|"
    yield from (_line(one, result, words) for one in found)
    yield ""


def _line(one: Result, result: Result, words: str) -> str:
    cells = [
        one["rule"],
        _paid(one),
        _code(_short(one["counterexample"].get("answer"))),
        _share(one),
        f"{one['reach']['rows']} of {one['reach']['of']}",
        _code(_replay(one, result, words)),
    ]
    return f"| {' | '.join(cells)} |"


def _paid(one: Result) -> str:
    """Name the mechanism, and those that are paid on rows where it is."""
    return "; also ".join([one["shape"], *one["counterexample"].get("also paid", ())])


def _share(one: Result) -> str:
    if one["earned"] is None or not one["reference_earned"]:
        return "-"
    return f"{one['earned'] / one['reference_earned']:.0%}"


def _replay(one: Result, result: Result, words: str) -> str:
    python = f"{result['environment']}/bin/python"
    replay = one["replay"] or f"clawback {words} --python {python} --select {one['rule']}"
    return str(replay.replace(result["python"], python))


def _short(answer: Any) -> str:
    if answer is None:
        return ""
    text = json.dumps(answer, ensure_ascii=False) if not isinstance(answer, str) else answer
    text = json.dumps(text, ensure_ascii=False)[1:-1] if "\n" in text or not text.strip() else text
    return (text if len(text) <= LONG else f"{text[:LONG]}...") or "(nothing)"


def _code(text: str) -> str:
    """Write code in a table's cell: an HTML element where Markdown's own marks would break it."""
    if not text:
        return "-"
    safe = text.replace("&", "&amp;").replace("<", "&lt;").replace("|", "&#124;")
    return f"<code>{safe.replace('`', '&#96;').replace('*', '&#42;').replace('_', '&#95;')}</code>"


def _gym(result: Result) -> Iterator[str]:
    rows = result["document"]["targets"]
    by = {verdict: [row for row in rows if row["verdict"] == verdict] for verdict in VERDICTS}
    version = result["versions"].get("reasoning-gym", "")
    yield f"## reasoning-gym {version}\n"
    yield (
        f"All {len(rows)} data sets by one command, 40 rows each and attacks on 8 of them: "
        f"{len(by['FINDINGS'])} with errors, {len(by['CLEAN'])} clean, "
        f"{len(by['INCONCLUSIVE'])} not judged.\n"
    )
    command = "clawback audit --suite reasoning-gym --quick --python reasoning-gym/bin/python"
    yield f"```sh\n{command}\n```\n"
    for row in by["FINDINGS"]:
        yield f"**{row['name']}** {GYM_NOTES.get(row['name'], '')}".rstrip() + "\n"
        words = shlex.join(["audit", row["target"]])
        yield from _table(_errors(row["document"]), result, words)
    yield f"Clean on these rows: {', '.join(row['name'] for row in by['CLEAN'])}.\n"
    yield "Not judged:\n"
    yield from (
        f"- {row['name']}: {row['why'].split('; name the')[0]}" for row in by["INCONCLUSIVE"]
    )
    yield ""


VERDICTS = ("FINDINGS", "CLEAN", "INCONCLUSIVE")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
