"""What faults need to strike for real, made when it is needed and taken down after."""

from __future__ import annotations

from contextlib import ExitStack

from audits.dead.server import ScriptServer


class Bench:
    """Holds one local model server. Use as a context manager."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._server: ScriptServer | None = None

    def __enter__(self) -> Bench:
        """Enter; nothing is started yet."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Take down what was started."""
        self.alone()

    @property
    def server(self) -> ScriptServer:
        """The local model server; started at its first use. Raises `OSError` where it cannot be."""
        if self._server is None:
            self._server = self._stack.enter_context(ScriptServer())
        return self._server

    def alone(self) -> None:
        """Stop the server: a process that is to fork must have no other thread."""
        self._stack.close()
        self._server = None
