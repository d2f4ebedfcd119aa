"""What a run is a run of. Two runs in one folder must agree on all of it but the endpoint.

The name of the model, the desk, the cases, the prompt, the turns and the temperature are what is
measured. Where the model is served is not, but another endpoint may serve something else under the
same name: see `audits.live.store` for when it may change.
"""

from __future__ import annotations

from hashlib import sha256

import msgspec

from audits.target import Cases
from audits.worlds import World
from clawback import __version__
from desk import Source

MAY_CHANGE = ("base_url", "earlier_urls")
"""Fields that are not what is measured."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that may change what a model does, and nothing else; kept in `run.json`."""

    desk: str
    model: str
    base_url: str
    cases: str
    """Name and digest of the case set."""
    hints: bool
    prompt: str
    """SHA-256 over prompt and tools, as hex."""
    max_turns: int
    temperature: float | None = None
    """None: the endpoint's own."""
    earlier_urls: tuple[str, ...] = ()
    """Endpoints that finished rollouts of this run are from, before it was served elsewhere."""

    @property
    def harness(self) -> str:
        """What turns the model into an agent, in one line."""
        told = f"{self.max_turns} turns, prompt {self.prompt[:8]}{' with hints' * self.hints}"
        if self.temperature is not None:
            told += f", temperature {self.temperature:g}"
        return f"clawback {__version__} loop ({told})"

    def source(self, repeat: int, planned: int) -> Source:
        """Say of a rollout by whom it is; `repeat` is from 0, `planned` the repeats of its case."""
        return Source(
            model=self.model,
            harness=self.harness,
            tasks=f"{self.desk} {self.cases}",
            rollout=repeat,
            planned=planned,
        )


def settings(
    world: World,
    cases: Cases,
    model: str,
    base_url: str,
    hints: bool,
    max_turns: int | None,
    temperature: float | None,
) -> Settings:
    """Build the settings of a run; turns that are not given are the desk's own."""
    seen = world.interface
    told = msgspec.json.encode((seen.prompt(hints), seen.tools))
    return Settings(
        desk=world.name,
        model=model,
        base_url=base_url.rstrip("/"),
        cases=f"{cases.name} {cases.digest[:12]}",
        hints=hints,
        prompt=sha256(told).hexdigest(),
        max_turns=seen.max_turns if max_turns is None else max_turns,
        temperature=temperature,
    )
