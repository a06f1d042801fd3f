"""Helix in a terminal, with the languages.toml that users copy: keys go in; the screen, its colours and what passed
between Helix and the server are read back."""

from pathlib import Path

import pytest
from people import NOTES, saved, workspace
from terminal import Terminal, painted
from watch import Watch

FILE = "notes.md"


class Helix(Terminal):
    def __init__(self, place, watch):
        super().__init__(place, "notes", ["hx", "--log", f"{place.folder}/hx.log", "-v", FILE], columns=110)
        self.watch = watch
        self.file = place.outside / "notes" / FILE

    # --- state

    @property
    def text(self):
        return self.watch.text(FILE)

    def until_text(self, text):
        self.until(f"the text {text!r}", lambda: self.text == text, lambda: repr(self.text))

    def until_normal(self):
        self.until("normal mode", lambda: " NOR " in self.screen())

    def normal(self):
        """Returns to normal mode, in which Escape does nothing."""
        self.keys("Escape")
        self.until_normal()

    def until_answered(self, method, since):
        return self.until(f"an answer to {method}", lambda: self.watch.answered(method, since))[-1]

    # --- actions

    def key(self, text):
        """Types what begins a mention, and waits for the list after each character."""
        for character in text:
            since = len(self.watch.look().answers)
            self.type(character)
            self.until_answered("textDocument/completion", since)

    def accept(self, name, *keys):
        self.until_shown(name)
        self.keys(*keys)
        before = self.text
        self.keys("Enter")
        self.until(f"{name} in the text", lambda: self.text != before and name in self.text, lambda: repr(self.text))

    def select(self, text):
        """Searches from the top; what is found is selected."""
        self.normal()
        self.type("gg/")
        self.until_shown("search:")
        self.type(text)
        self.keys("Enter")
        self.until_gone("search:")

    def highlights(self, text):
        """Asks for all mentions of the person whose mention begins with a text, and returns them."""
        self.select(text)
        since = len(self.watch.look().answers)
        self.type(" h")
        answer = self.until_answered("textDocument/documentHighlight", since)
        found = self.watch.marked([found["range"] for found in answer[2] or []], FILE)
        if found:
            self.until(f"{found} on the screen", lambda: self.selected() == found, self.selected)
        return found

    def selected(self):
        """The selected texts of the screen; a cursor inverts its own cell."""
        lines = self.screen(colours=True).split("\n")
        runs = painted("\n".join(lines[:-3]))  # without the status line and what is below it
        ground = runs[0][1]["bg"]
        lit, text = [], ""
        for run, look in [*runs, ("\n", {})]:
            if look.get("bg") not in (ground, None) or (text and "reverse" in look):
                text += run
            elif text:
                lit.append(text)
                text = ""
        return lit

    def command(self, text):
        self.normal()
        self.type(":" + text)
        self.keys("Enter")

    def quit(self):
        self.command("wq")
        assert self.until_over() == 0
        log = (self.place.outside / "hx.log").read_text(encoding="utf-8").splitlines()
        # Helix does not wait for the answer to its last request, and complains when it comes.
        asked = [number for number, line in enumerate(log) if '"method":"shutdown"' in line][0]
        assert [line for line in log[:asked] if "[ERROR]" in line] == []


@pytest.fixture
def helix(place_for):
    place = place_for("hx", (24, 3))
    settings = place.outside / ".config" / "helix"
    settings.mkdir(parents=True)
    recipe = Path(__file__).resolve().parents[3] / "editors" / "helix" / "languages.toml"
    watch, started = Watch(place), []

    def start(text=None, config=None, editor_config=""):
        (settings / "config.toml").write_text(editor_config)
        toml = recipe.read_text()
        if config:
            assert "\n# config = { demo = true }\n" in toml
            toml = toml.replace("# config = { demo = true }", config)
        (settings / "languages.toml").write_text(toml)
        if text is not None:
            workspace(place, text)
        editor = Helix(place, watch)
        started.append(editor)
        editor.until("the open file", lambda: len(watch.look().sessions) == len(started) and editor.text is not None)
        return editor

    yield start
    for editor in started:
        editor.close()


def test_from_the_first_mention_to_opening_again(helix):
    editor = helix(NOTES)
    editor.type("geoHi ")
    editor.key("@ad")
    editor.accept("Ada Lovelace", "Tab")
    editor.type(" and ")
    editor.key("@")
    editor.accept("Grace Hopper", "C-n", "C-n", "C-n")
    editor.type(", ok.")
    editor.normal()
    editor.type("o😀👩‍👩‍👧 漢字 ")
    editor.key("@yam")
    editor.accept("山田 太郎", "Tab")
    editor.type(" with ")
    editor.key("@ren")
    editor.accept("Renée 🦊 Fuchs", "Tab")
    text = NOTES + "Hi Ada Lovelace and Grace Hopper, ok.\n😀👩‍👩‍👧 漢字 山田 太郎 with Renée 🦊 Fuchs\n"
    editor.until_text(text)

    def all_are_mentions():
        for name in ("Ada Lovelace", "Grace Hopper", "山田 太郎", "Renée 🦊 Fuchs"):
            assert editor.highlights(name.split()[0]) == [name]

    all_are_mentions()
    editor.command("w")
    editor.until("the file", lambda: saved(editor.file) == text)
    editor.command("bc")
    editor.until("no open file", lambda: editor.text is None)
    editor.command(f"o {FILE}")
    editor.until_text(text)
    all_are_mentions()
    editor.quit()

    editor = helix()
    assert editor.text == text
    all_are_mentions()
    editor.quit()
    editor.watch.judge()
    editor.place.transcript("helix/writing")


def test_changes_inside_and_over_mentions(helix):
    editor = helix(NOTES)
    editor.type("geo> ")
    editor.key("@ad")
    editor.accept("Ada Lovelace", "Tab")
    editor.type(" met ")
    editor.key("@gr")
    editor.accept("Grace Hopper", "Tab")
    editor.normal()
    line = "> Ada Lovelace met Grace Hopper\n"
    editor.until_text(NOTES + line)

    # A backspace into a mention, taken back by undo.
    editor.select("Lovelace")
    editor.type("a")
    editor.keys("BSpace")
    editor.until_text(NOTES + line.replace("Lovelace", "Lovelac"))
    assert editor.highlights("Ada") == []
    editor.until_shown("This was a mention of Ada Lovelace; it is plain text now.")
    editor.type("u")
    editor.until_text(NOTES + line)
    assert editor.highlights("Ada") == ["Ada Lovelace"]

    # The same, put right by the quick fix.
    editor.select("Lovelace")
    editor.type("a")
    editor.keys("BSpace")
    editor.until_text(NOTES + line.replace("Lovelace", "Lovelac"))
    editor.normal()
    editor.type(" a")
    editor.until_shown("Trim to “Ada”")
    editor.keys("Enter")
    editor.until_text(NOTES + line)
    assert editor.highlights("Ada") == ["Ada Lovelace"]

    # Several lines pasted over a mention; the other one is unaffected.
    editor.select("Ada Lovelace")
    editor.type("c")
    editor.until_text(NOTES + line.replace("Ada Lovelace", ""))
    editor.paste("one\ntwo 𝕏\nthree")
    editor.until_text(NOTES + line.replace("Ada Lovelace", "one\ntwo 𝕏\nthree"))
    assert editor.highlights("Grace") == ["Grace Hopper"]
    editor.type("u")
    editor.until_text(NOTES + line.replace("Ada Lovelace", ""))
    editor.type("u")
    editor.until_text(NOTES + line)
    assert editor.highlights("Ada") == ["Ada Lovelace"]

    # One change by several cursors, through both mentions and all other text.
    editor.normal()
    editor.type(",%s")
    editor.until_shown("select:")
    editor.type("e")
    editor.keys("Enter")
    editor.until_gone("select:")
    editor.type("cEE")
    editor.until_text((NOTES + line).replace("e", "EE"))
    editor.normal()
    editor.type("u")
    editor.until_text(NOTES + line)
    assert editor.highlights("Ada") == ["Ada Lovelace"] and editor.highlights("Grace") == ["Grace Hopper"]

    # Three cursors before the mentions.
    editor.normal()
    editor.type(",ggCC")
    editor.until_shown("3 sels")
    editor.type("i- ")
    editor.until("the dashes", lambda: editor.text.count("- ") >= 2)
    editor.normal()
    editor.type(",")
    assert editor.highlights("Ada") == ["Ada Lovelace"] and editor.highlights("Grace") == ["Grace Hopper"]
    editor.quit()
    assert saved(editor.file) == editor.text
    editor.watch.judge()
    editor.place.transcript("helix/changing")


def test_typing_faster_than_any_list(helix):
    editor = helix("")
    editor.type("iHi @gra")
    editor.accept("Grace Hopper", "Tab")
    editor.type(", mail a@b.example or @nobody at all")
    editor.normal()
    text = "Hi Grace Hopper, mail a@b.example or @nobody at all"
    editor.until("the text", lambda: editor.text.rstrip("\n") == text, lambda: repr(editor.text))
    assert editor.highlights("Grace") == ["Grace Hopper"] and editor.highlights("nobody") == []

    # A list that is left leaves the text alone.
    editor.normal()
    editor.type("A ")
    editor.key("@al")
    editor.until_shown("Alan Turing")
    editor.keys("Escape")
    editor.until_gone("Alan Turing")
    editor.normal()
    assert editor.text.rstrip("\n") == text + " @al" and editor.highlights("@al") == []
    editor.quit()
    editor.watch.judge()
    editor.place.transcript("helix/hurried")


def test_the_recipe_with_settings(helix):
    """The line that the recipe has as a comment, with the setting that its README tells of."""
    editor = helix("", 'config = { demo = true, deletion = "trim" }')
    editor.type("iHi ")
    editor.key("@kn")
    editor.accept("Donald Knuth", "Tab")
    editor.until_text("Hi Donald Knuth")
    editor.keys("BSpace")
    editor.until_text("Hi Donald")
    editor.type(", ")
    editor.key("@")
    editor.until_shown("Alan Turing")
    editor.type("John Mc")
    editor.accept("John McCarthy", "Tab")
    editor.normal()
    editor.until_text("Hi Donald, John McCarthy")
    assert editor.highlights("Donald") == ["Donald"] and editor.highlights("John") == ["John McCarthy"]
    editor.command("lsp-workspace-command mentions.reloadSources")
    editor.until("sources read again", lambda: editor.watch.answered("workspace/executeCommand"))
    editor.quit()
    editor.watch.judge()
    editor.place.transcript("helix/trimming")
