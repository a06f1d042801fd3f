"""The pictures in the extension's README, which show VS Code's core with the extension, and its icon.

With MENTIONS_UPDATE=1 they are redrawn, which counts as a failure; otherwise a new drawing must have the same size.
"""

import os
import struct
from pathlib import Path

import pytest

MEDIA = Path(__file__).resolve().parents[2] / "editors/vscode/media"
#: Options that keep the pictures free of distractions.
PLAIN = {"lineNumbers": "off", "fontFamily": "DejaVu Sans Mono", "folding": False, "padding": {"top": 12},
         "overviewRulerLanes": 0, "overviewRulerBorder": False, "hideCursorInOverviewRuler": True}


def size(path):
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n", path
    return struct.unpack(">II", data[16:24])


def draw(tab, name, folder, width, height):
    """Updates a picture, or compares its size."""
    updates = os.environ.get("MENTIONS_UPDATE") == "1"
    place = (MEDIA if updates else folder) / name
    tab.picture(place, {"x": 0, "y": 0, "width": width, "height": height})
    assert size(place) == size(MEDIA / name), f"{name}: MENTIONS_UPDATE=1 draws it anew"
    assert place.stat().st_size < 150_000, f"{name} is too large for a package"
    assert not updates, f"{name} was drawn anew; run again without MENTIONS_UPDATE"


@pytest.fixture
def notes(window):
    page = window("# Notes\n\nThanks to ", editor=PLAIN)
    page.mention("@knu", "Donald Knuth")
    page.type(" for the pages,\nand to ")
    return page


def test_the_list(notes, tmp_path):
    notes.type("@d")
    notes.tab.until("the list is there", lambda: notes.list)
    notes.tab.until("Knuth is drawn", lambda: notes.run("app.drawn.length"))
    draw(notes.tab, "list.png", tmp_path, 540, 270)


def test_a_mention_lit_up(notes, tmp_path):
    notes.mention("@hoare", "Tony Hoare")
    notes.type(" for the logic.")
    notes.cursors(notes.run("app.text").index("Knuth"))
    notes.tab.until("it is lit up", lambda: notes.run("app.drawn.map(({style}) => style)"), lambda seen: seen[:1] == ["700"])
    draw(notes.tab, "mention.png", tmp_path, 540, 110)


def test_the_quick_pick(window, tmp_path):
    page = window("# Notes\n\nThanks to ", settings={"chooser": "quickPick"}, editor=PLAIN)
    page.type("@")
    count = "document.querySelectorAll('.quick-input-list-entry').length"
    page.tab.until("everybody is there", lambda: page.run(count), lambda seen: seen > 4)
    page.type("d")
    page.tab.until("the key is in the document", lambda: page.run("app.text"), lambda text: text.endswith("@d"))
    draw(page.tab, "quickPick.png", tmp_path, 760, 240)


def test_the_icon(core, tmp_path):
    tab, files, _ = core
    tab.call("Page.navigate", url="about:blank")
    drawing = (MEDIA / "icon.svg").read_text(encoding="utf-8")
    tab.until("the page is empty", lambda: tab.evaluate("location.href === 'about:blank' && document.readyState === 'complete'"))
    tab.call("Emulation.setDefaultBackgroundColorOverride", color={"r": 0, "g": 0, "b": 0, "a": 0})
    tab.evaluate(f"document.body.style.margin = 0; document.body.innerHTML = {drawing!r}; "
                 "document.querySelector('svg').setAttribute('width', 128); "
                 "document.querySelector('svg').setAttribute('height', 128); undefined")
    draw(tab, "icon.png", tmp_path, 128, 128)
    tab.call("Emulation.setDefaultBackgroundColorOverride")
