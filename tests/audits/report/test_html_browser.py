"""Pages in headless Chromium: drawn, silent, and to be used with a keyboard or a screen reader.

Screenshots are kept in build/screenshots, or in the folder that CLAWBACK_SCREENSHOTS names.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.audits.command import ROOT
from tests.audits.report.pages import PAGES

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = os.environ.get("CLAWBACK_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SHOTS = Path(os.environ.get("CLAWBACK_SCREENSHOTS") or ROOT / "build/screenshots")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        CHROMIUM is None,
        reason="no Chromium on the path (Debian: apt-get install chromium), none in "
        "CLAWBACK_CHROMIUM",
    ),
]


@pytest.fixture(scope="module")
def chromium() -> Iterator[playwright.Browser]:
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        browser.close()


class Tab:
    """A page in the browser, and whatever it complained of or asked for."""

    def __init__(self, browser: playwright.Browser, path: Path, scheme: str = "light") -> None:
        self.page = browser.new_page(color_scheme=scheme, viewport={"width": 1200, "height": 900})
        self.said: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(path.as_uri())

    def shot(self, name: str) -> None:
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}.png", full_page=True)


@pytest.mark.parametrize("name", PAGES)
def test_every_section_is_drawn_and_the_console_stays_silent(
    name: str, chromium: playwright.Browser, page: Callable[[str], Path]
):
    path = page(name)
    backgrounds = set()
    for scheme in ("light", "dark"):
        tab = Tab(chromium, path, scheme)
        for section in PAGES[name][1]:
            heading = tab.page.get_by_role("heading", name=section, exact=True, level=3)
            assert heading.is_visible(), section
        for chart in tab.page.get_by_role("img").all():
            box = chart.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) > 100
            assert len(chart.get_attribute("aria-label") or "") > 20
        backgrounds.add(tab.page.evaluate("getComputedStyle(document.body).backgroundColor"))
        tab.shot(f"{name}-{scheme}")
        assert tab.said == []
        assert tab.asked == [path.as_uri()], "nothing else is fetched"
        tab.page.close()
    assert len(backgrounds) == 2, "dark is not light"


def test_axe_is_awake(chromium: playwright.Browser, tmp_path: Path):
    bad = tmp_path / "bad.html"
    bad.write_text("<!DOCTYPE html><img src=''><p style='color: #eee; background: #fff'>faint</p>")
    found = faults_of(Tab(chromium, bad))
    assert {"color-contrast", "html-has-lang", "image-alt"} <= found.keys()


def faults_of(tab: Tab) -> dict[str, str]:
    """What axe-core calls a violation: each rule with the first element that breaks it."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(tab.page).response["violations"]
    return {one["id"]: one["nodes"][0]["html"] for one in found}


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_no_fault_in_either_scheme(
    name: str, chromium: playwright.Browser, page: Callable[[str], Path]
):
    for scheme in ("light", "dark"):
        tab = Tab(chromium, page(name), scheme)
        assert faults_of(tab) == {}
        tab.page.close()


def test_a_keyboard_reaches_the_report_and_all_that_scrolls(
    chromium: playwright.Browser, page: Callable[[str], Path]
):
    tab = Tab(chromium, page("attack"))
    for role in ("banner", "navigation", "main", "contentinfo"):
        assert tab.page.get_by_role(role).count() == 1, role
    tab.page.keyboard.press("Tab")
    link = tab.page.locator(":focus")
    assert link.inner_text() == "Skip to the report"
    box = link.bounding_box()
    assert box is not None
    assert box["x"] >= 0, "a focused skip link is in sight"
    tab.page.keyboard.press("Enter")
    assert tab.page.locator(":focus").get_attribute("id") == "main"
    tab.page.keyboard.press("Tab")
    assert tab.page.locator(":focus").get_attribute("role") == "region"


@pytest.mark.parametrize("name", ["attack", "mutate", "table"])
def test_a_page_fits_a_telephone_and_paper(
    name: str, chromium: playwright.Browser, page: Callable[[str], Path]
):
    tab = Tab(chromium, page(name))
    for width in (1200, 380):
        tab.page.set_viewport_size({"width": width, "height": 800})
        assert tab.page.evaluate("document.documentElement.scrollWidth") <= width
    tab.shot(f"{name}-narrow")
    tab.page.set_viewport_size({"width": 718, "height": 1000})  # A4 within its margins
    tab.page.emulate_media(media="print")
    assert not tab.page.get_by_role("navigation").is_visible()
    assert tab.page.evaluate("document.documentElement.scrollWidth") <= 718
    SHOTS.mkdir(parents=True, exist_ok=True)
    paper = tab.page.pdf(path=SHOTS / f"{name}.pdf", format="A4", print_background=False)
    assert paper.startswith(b"%PDF")
