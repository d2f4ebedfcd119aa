"""Our end of the worker: starts it, asks it, has a call killed when its clock runs out.

A call that never comes back is LOST, with the reason; the next call is answered all the same.
Where a batch ends early, what is left of it is made again with a reply for each call: so the one
that ends it is known, and it alone is lost.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from audits.errors import CannotAuditError, one_line
from audits.rewards.outcome import Kind, Outcome
from audits.targets.process import GoneError, LoadRequest, Process
from audits.targets.wire import Call, Reply, how, lost, outcome

__all__ = ["Call", "LoadRequest", "Worker"]

GRACE = 2.0
"""Seconds between the soft clock inside a call and the hard one outside."""

BATCH = 2_000
"""Calls that a child makes at most."""

BATCH_BYTES = 16 << 20
"""Bytes from which on no more calls are put into a batch."""

FLUSH = 64
"""Outcomes that a child gathers before it writes them, as long as no call has been lost."""

PATIENCE = 20
"""How many calls may be lost in a row before the rest of a request is given up."""

SLOW = 4
"""For how many a call counts there that was lost to the clock."""

LAST_TRIES = 8
"""How much more may be lost, one call a request, before nothing is tried any more."""


GIVEN_UP = "given up: every call before it was lost"


class Worker:
    """A target, loaded in a worker. Use as a context manager."""

    def __init__(self, load: LoadRequest) -> None:
        self._load = load
        self._wary = False
        self._lost = 0
        self._over = ""
        self._files: set[str] = set()
        self._process = Process(load)

    def __enter__(self) -> Worker:
        """Return the worker, which runs already."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Kill it."""
        self.stop()

    @property
    def target(self) -> dict[str, Any]:
        """What the worker told of the target when it had loaded it."""
        return self._process.target

    def stop(self) -> None:
        """Kill the worker and everything it started."""
        self._process.stop()

    def _restart(self) -> None:
        """Load the target again. Where that fails all is over: what was found so far stands."""
        try:
            self._process.restart()
        except CannotAuditError as error:
            self._over = one_line(f"given up: it could not be loaded again: {error}")

    def rows(self) -> list[dict[str, Any]]:
        """Call the target as a loader of rows. Raises `CannotAuditError` with what went wrong."""
        try:
            answer = self._process.ask({"rows": True})["rows"]
        except (GoneError, TimeoutError, KeyError, OSError) as error:
            raise CannotAuditError(f"{self._load.target}: it gave no rows: {error}") from None
        if "error" in answer:
            raise CannotAuditError(f"{self._load.target}: {one_line(answer['error'])}")
        rows: list[dict[str, Any]] = answer["rows"]
        return rows

    def files(self) -> frozenset[str]:
        """Name the files that were read so far, as absolute paths; modules count as read.

        There are none unless the request to load asked to `note_reads`.
        Nothing is known of a child that was killed, nor of what other programs read.
        """
        try:
            self._files.update(self._process.ask({"files": True})["files"])
        except (GoneError, TimeoutError, KeyError, OSError):
            return frozenset()
        return frozenset(self._files)

    def ask(self, question: str, *given: Any) -> Any:
        """Ask about the target's mutants. Raises `CannotAuditError` with what went wrong."""
        try:
            answer = self._process.ask({"ask": question, "with": given})
        except (GoneError, TimeoutError, OSError) as error:
            raise CannotAuditError(f"{self._load.target}: no mutants of it: {error}") from None
        if "error" in answer:
            raise CannotAuditError(f"{self._load.target}: {one_line(answer['error'])}")
        return answer["answer"]

    def under(
        self, mutant: Mapping[str, Any], calls: Sequence[Call], soft: float
    ) -> tuple[list[list[Outcome]], str]:
        """Make the calls with a mutant in force, up to the first that is lost; and why it is.

        `mutant` is the part of a request that asks for it, `soft` the seconds a call may take.
        """
        got: list[list[Outcome]] = []
        while len(got) < len(calls):
            todo = calls[len(got) : len(got) + BATCH]
            some, why = self._batch(todo, FLUSH, {**mutant, "soft": soft})
            got += some
            why = why or next((o.detail for o in _flat(some) if o.kind is Kind.LOST), "")
            if why:
                return got, why
        return got, ""

    def call(self, calls: Sequence[Call]) -> list[list[Outcome]]:
        """Make the calls; one outcome per sample of each, in order."""
        chance = PATIENCE <= self._lost < PATIENCE + LAST_TRIES
        done = self._some(calls[:1]) if calls and chance and not self._over else []
        while len(done) < len(calls) and self._lost < PATIENCE and not self._over:
            done += self._some(calls[len(done) : len(done) + BATCH])
        return done + [lost(call, self._over or GIVEN_UP) for call in calls[len(done) :]]

    def _count(self, got: list[list[Outcome]]) -> None:
        """Keep count of what was lost in a row."""
        for outcomes in got:
            if not any(one.kind is Kind.LOST for one in outcomes):
                self._lost = 0
            else:
                self._lost += SLOW if "no answer" in outcomes[0].detail else 1

    def _some(self, calls: Sequence[Call]) -> list[list[Outcome]]:
        """Make some of the calls, in order: up to one that is lost, if there is any.

        At the first sign of trouble nothing is called lost yet.
        """
        got, why = self._batch(calls, 1 if self._wary else FLUSH)
        if why and self._wary and len(got) < len(calls):
            got.append(self._alone(calls[len(got)], why))
        self._wary |= bool(why)
        self._count(got)
        return got

    def _alone(self, call: Call, why: str) -> list[Outcome]:
        """Make again, by itself, the call that ended its batch; the clock it had to itself."""
        if "no answer" in why:
            return lost(call, why)
        got, again = self._batch([call], 1)
        return got[0] if got else lost(call, again)

    def _batch(
        self, calls: Sequence[Call], flush: int, more: Mapping[str, Any] = {}
    ) -> tuple[list[list[Outcome]], str]:
        """Return the outcomes that came back in order, and why the next one did not, if so."""
        todo, encoded = _portion(calls)
        request = {
            "soft": self._load.timeout,
            "flush": flush,
            "roof": self._load.memory // 4,
            "calls": encoded,
            "adapter": todo[0].adapter,
            **more,
        }
        got: list[list[Outcome]] = []
        try:
            token = self._process.send(request)
            done = self._gather(token, todo, got, request["soft"] + GRACE)
        except TimeoutError:
            self._cut_short(token)
            return got, f"no answer within {request['soft']:g} s"
        except (GoneError, OSError) as error:
            self._restart()
            return got, str(error)
        return got, done if not got or len(got) < len(todo) else ""

    def _gather(
        self, token: str, todo: Sequence[Call], got: list[list[Outcome]], seconds: float
    ) -> str:
        """Collect outcomes until the child has ended; return how, if it did not mean to."""
        done = False
        while True:
            answer = self._answer(token, seconds)
            if answer.ended is not None:
                return "" if done and got else how(answer.ended)
            done = answer.done
            self._files.update(answer.files)
            made = [[outcome(one) for one in samples] for samples in answer.out]
            if [len(one) for one in made] != [c.samples for c in todo[len(got) :][: len(made)]]:
                raise GoneError("something else wrote into the reply pipe")
            got += made

    def _answer(self, token: str, seconds: float) -> Reply:
        body = self._process.receive(seconds)
        try:
            answer = msgspec.json.decode(body, type=Reply)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise GoneError("something else wrote into the reply pipe") from None
        if answer.token != token:
            raise GoneError("something else wrote into the reply pipe")
        return answer

    def _cut_short(self, token: str) -> None:
        """Have the child killed that does not answer; the target stays loaded if that helps."""
        self._process.signal(signal.SIGUSR1)
        try:
            while self._answer(token, self._load.timeout + GRACE).ended is None:
                pass
        except (TimeoutError, GoneError, OSError):
            self._restart()


def _flat(some: list[list[Outcome]]) -> Iterator[Outcome]:
    return (outcome for outcomes in some for outcome in outcomes)


def _portion(calls: Sequence[Call]) -> tuple[Sequence[Call], list[msgspec.Raw]]:
    """Take as many calls as fit into one request, at least one; with them, what is sent."""
    encoded, size = [], 0
    for call in calls:
        encoded.append(msgspec.Raw(msgspec.json.encode(call)))
        size += len(encoded[-1])
        if size > BATCH_BYTES:
            break
    return calls[: len(encoded)], encoded
