"""A rollout in a process of its own, which goes away at a chosen place.

The child works the desk and tells its parent each log entry as it is written, and before each call
what was said and how the books stand; it goes on when the parent says so. What the parent was told
is all that is left of a child that is gone.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

import msgspec

from attackers.loop import Schema, refund_agent
from audits.children import belong_to, held
from audits.dead.bases import Base, scripted
from audits.dead.fault import NotStruckError
from audits.dead.server import PATIENCE
from desk import Entry, Failure, Kind, Message, Observer, died
from desk.refund import End, RefundDesk, RefundRollout, Ticket, Tools

GO, LEAVE = b"go", b"leave"


class _Note(msgspec.Struct, omit_defaults=True):
    """What a child tells: an entry that the world has just written, or how things stand."""

    entry: Entry | None = None
    end: End | None = None
    said: tuple[Message, ...] = ()
    done: bool = False


_read = msgspec.json.Decoder(_Note).decode


@dataclass(slots=True)
class Heard:
    """What the parent has been told so far."""

    observer: Observer
    log: list[Entry] = field(default_factory=list)
    turns: int = 0
    """How many messages the model has sent, the one that is not acted on yet included."""
    end: End = field(default_factory=End)
    said: tuple[Message, ...] = ()
    done: bool = False

    def take(self, note: _Note) -> None:
        """Add what was just told."""
        if note.entry:
            self.log.append(note.entry)
            self.observer.observe(note.entry)
        self.turns += note.end is not None
        self.end, self.said = note.end or self.end, note.said or self.said
        self.done = note.done


def work(base: Base, strike: Callable[[Heard, BaseProcess], bytes]) -> RefundRollout:
    """Run the base's script in a child and return what is left of it.

    `strike` is asked each time the child waits: it says `GO` or `LEAVE`, or kills the child. Raises
    `NotStruckError` if the child hangs.
    """
    fork = multiprocessing.get_context("fork")
    pipe, far = fork.Pipe()
    child = fork.Process(target=_serve, args=(os.getpid(), base, far, pipe), daemon=True)
    heard = Heard(Observer(base.case))
    with held():
        child.start()
    far.close()
    try:
        _listen(pipe, child, heard, strike)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # the child is gone, which is what it was started for
    finally:
        pipe.close()
        code = _joined(child)
    return RefundRollout(
        case=base.case,
        messages=heard.said,
        log=tuple(heard.log),
        end=heard.end,
        witness=heard.observer.seal(heard.end),
        failure=None if heard.done else _failure(code),
    )


def _listen(
    pipe: Connection,
    child: BaseProcess,
    heard: Heard,
    strike: Callable[[Heard, BaseProcess], bytes],
) -> None:
    while not heard.done:
        if not pipe.poll(PATIENCE):
            raise NotStruckError(f"the worker said nothing for {PATIENCE:g} s")
        heard.take(_read(pipe.recv_bytes()))
        pipe.send_bytes(strike(heard, child))


def _joined(child: BaseProcess) -> int:
    """Wait for the child and return its exit code; one that will not end is killed."""
    child.join(PATIENCE)
    child.kill()
    child.join()
    return child.exitcode or 0


def _failure(code: int) -> Failure:
    """Classify a child's end: a signal came from outside, any exit code is its own doing."""
    if code < 0:
        return died(Kind.WORKER_KILLED, f"signal {-code}")
    return died(Kind.AGENT_ERROR, f"left the interpreter with exit code {code}")


def _serve(parent: int, base: Base, pipe: Connection, parents: Connection) -> None:
    """Be the child. Ctrl-C is the parent's to handle: it closes the pipe, and that ends this."""
    belong_to(parent)
    parents.close()  # or the pipe would stay open when the parent lets go of it

    def tell(note: _Note) -> None:
        try:
            pipe.send_bytes(msgspec.json.encode(note))
            if pipe.recv_bytes() == LEAVE:
                os._exit(0)
        except (EOFError, OSError):
            os._exit(1)

    world = RefundDesk(base.case, lambda entry: tell(_Note(entry=entry)))
    model = scripted(base)

    def complete(messages: Sequence[Message], tools: Sequence[Schema]) -> Message:
        message = model(messages, tools)
        end = End(tuple(world.payments), tuple(world.escalations))
        tell(_Note(end=end, said=(*messages, message)))
        return message

    refund_agent(complete)(Tools(world), Ticket(base.case.order, base.case.ticket))
    tell(_Note(done=True))
