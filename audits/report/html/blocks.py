"""What a page is made of. Knows no HTML: the templates say how each block looks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from audits.attacks.rows import TermRow


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table."""

    text: str
    heat: float | None = None
    """How deep it is shaded, 0 to 1; the text says the figure, so that no colour has to."""
    mark: str = ""
    """`good` or `bad`: how it is set off, beside what its words say."""
    number: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across a table, with words on it."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the first cell of each row is its heading."""

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell] | Rule]
    note: str = ""
    kind: str = field(default="table", init=False)

    @property
    def columns(self) -> list[tuple[str, bool]]:
        """Each column's heading, and whether figures stand under it."""
        first = next((row for row in self.rows if not isinstance(row, Rule)), ())
        figures = [cell.number for cell in first] or [False] * len(self.head)
        return list(zip(self.head, figures, strict=True))


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart. `told` is what it shows in words, for who cannot see it."""

    title: str
    told: str
    svg: str
    kind: str = field(default="chart", init=False)


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and values."""

    facts: Sequence[tuple[str, str]]
    kind: str = field(default="facts", init=False)


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph, or the lines of a text as they stand."""

    text: str
    verbatim: bool = False
    kind: str = field(default="words", init=False)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of source: `parts` are stretches of it, and whether each is what was changed."""

    number: str
    parts: Sequence[tuple[str, bool]]
    changed: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """A mutant in its source."""

    title: str
    place: str
    lines: Sequence[Line]
    becomes: str
    notes: Sequence[tuple[str, str]] = ()
    kind: str = field(default="listing", init=False)


@dataclass(frozen=True, slots=True)
class Steps:
    """What somebody does, call by call."""

    title: str
    calls: Sequence[str]


@dataclass(frozen=True, slots=True)
class Exploit:
    """A finding: what was done, beside what the reference does where that is known."""

    rule: str
    severity: str
    title: str
    facts: Sequence[tuple[str, str]]
    steps: Sequence[Steps]
    replay: str
    name: str
    """Its fingerprint, which is its place in the page."""
    kind: str = field(default="exploit", init=False)


Block = Table | Chart | Facts | Words | Listing | Exploit


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands under it."""

    title: str
    blocks: Sequence[Block]


@dataclass(frozen=True, slots=True)
class Part:
    """One audit, or what else the run made."""

    title: str
    verdict: str
    why: str
    sections: Sequence[Section]


def words(*texts: object) -> list[Cell]:
    """Make cells of words."""
    return [Cell(str(text)) for text in texts]


def numbers(texts: Iterable[object]) -> list[Cell]:
    """Make cells of figures that are already written."""
    return [Cell(str(text), number=True) for text in texts]


def heats(values: Iterable[float], most: float = 1.0) -> list[Cell]:
    """Make shaded cells of values from 0 to `most`."""
    values = list(values)
    top = most or 1.0
    depths = [round(max(0.0, min(1.0, value / top)), 3) for value in values]
    texts = [f"{value:.2f}" if value else "0" for value in values]
    return [Cell(text, heat=depth, number=True) for text, depth in zip(texts, depths, strict=True)]


def term_codes(terms: Sequence[TermRow]) -> list[str]:
    """Name the columns of a table of terms."""
    return [term.code or term.name for term in terms]


def terms_named(terms: Sequence[TermRow]) -> str:
    """Say what each code of a term stands for."""
    return " ".join(f"{term.code or term.name}: {term.name}. {term.question}" for term in terms)
