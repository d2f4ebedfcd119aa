"""What an audit's events add up to: counts, findings, and one verdict with its reason."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from audits.attacks.rows import SCHEMA_VERSION, Tool
from audits.events import Counted, Event, Extra, Found, Kept, Unsound
from audits.findings import Finding, finding
from audits.provenance import Source
from audits.rules import Severity
from audits.target import Target
from audits.verdict import Verdict

_ORDER = list(Severity)

_READ = (
    *("audit", "target", "seed", "tried", "not_applicable", "could_not_run"),
    *("reasons", "findings"),
)
"""What stands in a document as it stands in a result."""

COUNTED_AS = "counted as"
"""Names in an example the finding of another result by which the same hole is counted."""


class Result(msgspec.Struct, kw_only=True):
    """One audit's report while and after its events come in."""

    audit: str
    target: str
    seed: int
    source: Source = Source()
    fail_on: Severity = Severity.ERROR
    tried: int = 0
    not_applicable: int = 0
    could_not_run: int = 0
    reasons: list[str] = []
    """Why what could not run could not, and which controls failed."""
    findings: list[Finding] = []
    accepted: dict[str, str] = {}
    """What does not count, by fingerprint, with the reason."""
    extra: dict[str, Any] = {}
    kept: dict[str, Any] = {}
    """What the store is given and no report shows."""
    aside: list[str] = []
    """Of the reasons, why something does not apply: that keeps no verdict from being clean."""
    unsound: bool = False
    interrupted: bool = False

    @classmethod
    def of(cls, document: dict[str, Any]) -> Result:
        """Read a result's document again; what only its audit shows is not read."""
        made = msgspec.convert(
            {name: document[name] for name in _READ}
            | {"source": {"digest": document["target_digest"], "place": document["place"]}},
            cls,
        )
        made.unsound = document["verdict"] == Verdict.INCONCLUSIVE
        made.interrupted = document["verdict"] == Verdict.INTERRUPTED
        return made

    def take(self, event: Event) -> None:
        """Add one event."""
        match event:
            case Counted():
                self.tried += event.tried
                self.not_applicable += event.not_applicable
                self.could_not_run += event.could_not_run
                self._because(event.why)
                if event.not_applicable and not event.could_not_run:
                    self.aside.append(event.why)
            case Found():
                self.findings.append(event.finding)
            case Unsound():
                self.unsound = True
                self._because(event.why)
            case Extra():
                self.extra[event.key] = event.value
            case Kept():
                self.kept[event.key] = event.value
            case _:
                pass

    def _because(self, why: str) -> None:
        if why and why not in self.reasons:
            self.reasons.append(why)

    @property
    def names(self) -> set[str]:
        """The fingerprints of all that was found, what is folded under a cause included."""
        shown = {found.fingerprint(self.target) for found in self.findings}
        return shown | {_fingerprint(pair, self.target) for pair in self.kept.get("folded", ())}

    def folded_under(self, found: Finding) -> set[str]:
        """Give the fingerprints of what is folded under a finding."""
        also = set(found.counterexample.get("also paid", ()))
        pairs = self.kept.get("folded", ())
        return {_fingerprint(pair, self.target) for pair in pairs if pair[1] in also}

    @property
    def strategies(self) -> list[str]:
        """The strategies that were tried, by name, if the audit tells."""
        board = self.extra.get("scoreboard") or []
        return [row["strategy"] for row in board] or list(self.extra.get("strategies_tried", ()))

    @property
    def failing(self) -> list[Finding]:
        """The findings at or above `fail_on` that nobody has accepted."""
        worst = _ORDER.index(self.fail_on)
        return [
            found
            for found in self.findings
            if _ORDER.index(found.severity) <= worst and self.reason_for(found) is None
        ]

    @property
    def new(self) -> list[Finding]:
        """The failing ones, where the controls held: those that the verdict counts."""
        return [] if self.unsound else self.failing

    @property
    def own(self) -> list[Finding]:
        """The new ones, without those that another result of the run counts."""
        return [found for found in self.new if COUNTED_AS not in found.counterexample]

    @property
    def own_passed(self) -> list[Finding]:
        """The accepted ones, without those that another result of the run counts."""
        return [found for found in self.passed if COUNTED_AS not in found.counterexample]

    def reason_for(self, found: Finding) -> str | None:
        """Say why a finding is accepted; None if it is not."""
        return self.accepted.get(found.fingerprint(self.target)) if self.accepted else None

    @property
    def passed(self) -> list[Finding]:
        """The findings that are accepted."""
        return [found for found in self.findings if self.reason_for(found) is not None]

    @property
    def leads(self) -> list[Finding]:
        """What neither counts nor is accepted."""
        other = [*self.new, *self.passed]
        return [found for found in self.findings if found not in other]

    @property
    def verdict(self) -> Verdict:
        """The verdict: proven findings first, then whatever keeps it from being clean."""
        if self.interrupted:
            return Verdict.INTERRUPTED
        if self.new:
            return Verdict.FINDINGS
        if self.unsound or self.could_not_run or not self.tried:
            return Verdict.INCONCLUSIVE
        return Verdict.CLEAN

    @property
    def why(self) -> str:
        """The verdict's reason, in one sentence without its full stop."""
        counts = f"{self.tried} tried"
        if self.could_not_run:
            counts += f", {self.could_not_run} could not run"
        if self.verdict is Verdict.FINDINGS:
            return f"{counts}, {counted(len(self.failing), 'finding')}"
        if self.verdict is Verdict.INCONCLUSIVE:
            return f"{counts}; {'; '.join(self._obstacles[:3]) or 'nothing was tried'}"
        if self.verdict is Verdict.INTERRUPTED:
            return f"{counts}, then interrupted"
        leads = len(self.leads)
        found = f"nothing proven, {counted(leads, 'lead')}" if leads else "nothing found"
        if self.accepted:
            found = f"nothing new, {len(self.passed)} accepted"
            found += f", {counted(leads, 'lead')}" if leads else ""
        return f"{counts}, {found}; finding nothing is no proof"

    @property
    def _obstacles(self) -> list[str]:
        """The reasons that count: where nothing was tried, also why something does not apply."""
        return [why for why in self.reasons if not self.tried or why not in self.aside]

    def document(self) -> dict[str, Any]:
        """Return the documented JSON, the audit's own parts included."""
        builtins: dict[str, Any] = msgspec.to_builtins(
            {
                "schema_version": SCHEMA_VERSION,
                "tool": Tool(),
                "audit": self.audit,
                "target": self.target,
                "target_digest": self.source.digest,
                "place": self.source.place,
                "seed": self.seed,
                "tried": self.tried,
                "not_applicable": self.not_applicable,
                "could_not_run": self.could_not_run,
                "reasons": self.reasons,
                "findings": [self._told(found) for found in self.findings],
                **self.extra,
                "verdict": self.verdict,
                "why": self.why,
            }
        )
        return builtins

    def _told(self, found: Finding) -> dict[str, Any]:
        told: dict[str, Any] = msgspec.to_builtins(found)
        reason, name = self.reason_for(found), found.fingerprint(self.target)
        told |= {"id": name, "fingerprint": name}
        return told | ({} if reason is None else {"accepted": reason})


def _fingerprint(pair: tuple[str, str], target: str) -> str:
    """Name what has a rule and a shape as a finding would be named."""
    return finding(pair[0], "", pair[1]).fingerprint(target)


def counted(count: int, noun: str) -> str:
    """Write a count with its noun, in the plural unless it is one."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def result_of(audit: str, target: Target, seed: int, events: Iterable[Event]) -> Result:
    """Run an audit to its end and return its result."""
    result = Result(audit=audit, target=target.name, seed=seed, source=target.source)
    for event in events:
        result.take(event)
    return result
