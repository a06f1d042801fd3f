"""Transforms by code action in VS Code's core, recorded as a transcript."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest


@pytest.fixture
def recorded(core, window, tmp_path):
    """Opens the core with a server that records; the recording must replay, and is kept in MENTIONS_TRANSCRIPTS."""
    _, _, servers = core
    record = tmp_path / "record.jsonl"
    servers.record = record
    page = window("Thanks to ", uri="file:///srv/session/notes/notes.md")
    servers.record = None
    yield page
    # The page is left, which ends the server.
    page.close()
    servers.processes[-1].wait(timeout=20)
    told = tmp_path / "transforms.jsonl"
    told.write_text(elsewhere(record.read_text(encoding="utf-8"), servers.environment["HOME"]), encoding="utf-8")
    replay = subprocess.run([servers.command[0], "replay", str(told)], capture_output=True, text=True, timeout=60)
    assert replay.returncode == 0, replay.stdout + replay.stderr
    if kept := os.environ.get("MENTIONS_TRANSCRIPTS"):
        folder = Path(kept) / "vscode-core"
        folder.mkdir(exist_ok=True)
        (folder / "transforms.jsonl").write_text(told.read_text(encoding="utf-8"), encoding="utf-8")


def elsewhere(text, home):
    """A recording as if the home directory had been /srv/session, and the folders that it is in, which are listed."""
    above = [str(folder) for folder in reversed(Path(home).parents)][1:]
    return text.replace(json.dumps(above, separators=(",", ":"))[1:-1], '"/srv"').replace(home, "/srv/session")


def until_marked(page, marked):
    """Waits until the text is there, then asks once for the mentions: the transcript is for people to read."""
    text = re.sub("[«»|]", "", marked)
    page.tab.until(f"the text is {text!r}", lambda: page.run("app.text"), lambda seen: seen == text)
    assert re.sub(r"\|", "", page.run("app.marked()")) == marked


def actions(page):
    """The titles in the menu of code actions; without headings."""
    return page.run("""[...document.querySelectorAll('.action-widget .monaco-list-row.action .title')]
        .map((row) => row.textContent)""")


def choose(page, title):
    """Opens the menu *Refactor…* by its key, and takes a row by the keyboard."""
    page.key("r", control=True, shift=True)
    titles = page.tab.until(f"{title} in the menu", lambda: actions(page), lambda seen: title in seen)
    focused = """document.querySelector('.action-widget .monaco-list-row.focused .title')?.textContent"""
    for _ in titles:
        if page.run(focused) == title:
            break
        page.key("ArrowDown")
        page.tab.frame()
    assert page.run(focused) == title
    page.key("Enter")
    page.tab.until("the menu closes", lambda: actions(page), lambda seen: seen == [])
    return titles


def test_transforms_by_code_action_keep_the_mentions(recorded):
    page = recorded
    page.mention("@knu", "Donald Knuth")
    page.type(" and ")
    page.mention("@hopc", "John Hopcroft")
    page.type(", 漢字")
    before = "Thanks to «Donald Knuth» and «John Hopcroft», 漢字"
    until_marked(page, before)
    text = page.run("app.text")
    page.select(0, len(text))
    titles = choose(page, "Reverse")
    assert {"Reverse", "ROT13", "Change to Upper Case"} <= set(titles)
    until_marked(page, "字漢 ,«John Hopcroft» dna «Donald Knuth» ot sknahT")
    assert page.entities() == ["John Hopcroft", "Donald Knuth"]
    page.key("z", control=True)
    until_marked(page, before)
    page.cursors(text.index("Knuth"))
    choose(page, "Write Mention as Handle")
    until_marked(page, "Thanks to «@knuth» and «John Hopcroft», 漢字")
    assert page.entities() == ["Donald Knuth", "John Hopcroft"]
