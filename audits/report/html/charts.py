"""Charts as SVG that stands in a page: no colour, id, date or font of its own.

Colours are written as names of the page's own (`var(--ink)`), so that a chart is dark where the
page is; ids begin with the chart's name, since a page holds many charts. The same figures give the
same bytes.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Sequence
from typing import Any
from xml.etree import ElementTree as Xml

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from audits.report.html.blocks import Chart
from audits.report.written import in_xml

INK, FAINT, ACCENT, BAD = "#0a0001", "#0a0002", "#0a0003", "#0a0004"
"""What stands for the page's colours while a chart is drawn."""

_NAMES = {INK: "ink", FAINT: "line", ACCENT: "accent", BAD: "bad"}

_STYLE: dict[Any, Any] = {
    "svg.hashsalt": "clawback",
    "svg.fonttype": "none",  # text stays text: it can be searched, and read aloud
    "text.parse_math": False,  # a target's own words are words
    "font.family": "DejaVu Sans",  # comes with matplotlib, so that every machine measures alike
    "font.size": 9.0,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": FAINT,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": FAINT,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.linewidth": 0.4,
}

MARKERS = "os^Dv<>pPX*hd"
"""A shape for each series: colour alone would not tell them apart."""

_SVG = "http://www.w3.org/2000/svg"
_LINK = "{http://www.w3.org/1999/xlink}href"


def chart(
    name: str, title: str, told: str, size: tuple[float, float], draw: Callable[[Axes], None]
) -> Chart:
    """Draw a chart of a size in inches; `name` is unique in its page."""
    with warnings.catch_warnings(), mpl.rc_context():
        warnings.simplefilter("ignore")  # a letter that no font has is the reader's font's to show
        mpl.rcdefaults()
        mpl.rcParams.update(_STYLE)
        figure = Figure(figsize=size, layout="constrained")
        FigureCanvasSVG(figure)
        draw(figure.add_subplot())
        written = io.BytesIO()
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    return Chart(title, told, _inlined(written.getvalue(), name))


def label(text: str, most: int = 40) -> str:
    """Write a name on one line so that XML can hold it, cut where it is long."""
    shown = in_xml(" ".join(text.split()))
    return shown if len(shown) <= most else shown[: most - 1] + "…"


def bars(axes: Axes, names: Sequence[str], values: Sequence[float], marked: Sequence[bool]) -> None:
    """Draw horizontal bars, the first on top; those marked are hatched as well as coloured."""
    drawn = axes.barh(
        range(len(names)), values, height=0.62, color=[BAD if m else ACCENT for m in marked]
    )
    for bar, is_marked in zip(drawn, marked, strict=True):
        if is_marked:
            bar.set(hatch="////", edgecolor=INK, linewidth=0.6)
    axes.set_yticks(range(len(names)), [label(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.grid(False, axis="y")


def line_at(axes: Axes, value: float, words: str) -> None:
    """Draw a dashed line up the chart with its words at its top."""
    axes.axvline(value, color=INK, linewidth=1.2, linestyle="--")
    axes.text(
        value, 1.0, words, transform=axes.get_xaxis_transform(), ha="right", va="bottom", fontsize=8
    )


def _inlined(svg: bytes, name: str) -> str:
    """Make it part of a page: the page's colours, and ids of its own."""
    Xml.register_namespace("", _SVG)
    Xml.register_namespace("xlink", "http://www.w3.org/1999/xlink")
    root = Xml.fromstring(svg)
    for metadata in root.findall(f"{{{_SVG}}}metadata"):
        root.remove(metadata)
    for size in ("width", "height"):
        root.attrib.pop(size, None)
    root.set("aria-hidden", "true")  # the figure around it tells what it shows
    root.set("focusable", "false")
    for element in root.iter():
        for key, value in element.attrib.items():
            element.set(key, _attribute(key, value, name))
    return Xml.tostring(root, encoding="unicode")


def _attribute(key: str, value: str, name: str) -> str:
    if key == "id":
        return f"{name}-{value}"
    if key == _LINK:
        return value.replace("#", f"#{name}-")
    value = value.replace("url(#", f"url(#{name}-")
    for colour, named in _NAMES.items():
        value = value.replace(colour, f"var(--{named})")
    return value
