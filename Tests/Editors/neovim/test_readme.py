"""The session in the README of the plug-in: played in a terminal, screen by screen, and compared.

MENTIONS_UPDATE=1 renews it, and the test fails once more. The plug-in comes as to a newcomer: by the steps of that page, with `setup()` in
init.lua."""

import os
import re
import subprocess
from pathlib import Path

import pytest
from people import workspace
from terminal import Terminal, painted
from watch import Watch

README = Path(__file__).resolve().parents[3] / "editors" / "neovim" / "README.md"
COLUMNS, ROWS = 72, 11

INIT = """vim.o.swapfile = false
vim.o.ruler = false
vim.o.statusline = " %f%=%{v:lua.require'mentions'.statusline()} "
"""


#: A busy machine may take its time with the answer to a backspace.
PATIENT = "backspace = { deadline = 2000 }"


def steps_of_the_page():
    """What the page has a newcomer type into a shell."""
    return re.search(r"```sh\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)[1]


class Recording(Terminal):
    def __init__(self, place, options=""):
        workspace(place, "# Notes\n\n")
        settings = place.outside / ".config" / "nvim"
        settings.mkdir(parents=True)
        (settings / "init.lua").write_text(f"{INIT}require('mentions').setup({{ {PATIENT}, {options} }})\n")
        home = [("XDG_CONFIG_HOME", f"{place.folder}/.config"),
                ("XDG_DATA_HOME", f"{place.folder}/.local/share")]
        steps = f"set -e; cd {Path(place.editors).parent}\n{steps_of_the_page()}"
        done = place.run(["sh", "-c", steps], home, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        super().__init__(place, "notes", ["nvim", "notes.md"], home, columns=COLUMNS, rows=ROWS)
        self.told = []

    def ready(self):
        """Waits for the server: what is typed before it is there is text like any other."""
        watch = Watch(self.place)
        self.until("the server", lambda: watch.answered("mentions/list"))

    def wait(self, *texts, without=()):
        """Waits until all texts are on the screen and the others are not; returns the screen."""
        def found():
            screen = self.screen()
            is_there = all(text in screen for text in texts)
            return is_there and not any(text in screen for text in without) and screen

        return self.until(f"{texts} on the screen and not {without}", found)

    def show(self, caption, *texts, without=()):
        """Waits likewise, and keeps the screen for the page, but for rows below the end of the text."""
        screen = self.wait(*texts, without=without)
        lines = [line.rstrip() for line in screen.rstrip("\n").split("\n")]
        lines = [line for line in lines if line != "~"]
        self.told.append(f"{caption}\n\n```text\n" + "\n".join(lines) + "\n```\n")


def look(editor, text):
    """How a text is painted, None while it is not painted in one look."""
    return next((look for run, look in painted(editor.screen(colours=True)) if run == text), None)


def compare(name, told):
    """What the README shows between two comments is what was told."""
    told = "\n".join(told)
    text = README.read_text(encoding="utf-8")
    between = re.compile(rf"(<!-- {name}: recorded -->\n).*?(<!-- /{name} -->)", re.DOTALL)
    wanted, count = between.subn(lambda found: f"{found[1]}\n{told}\n{found[2]}", text)
    assert count == 1, f"the README has no place for the {name}"
    renews = os.environ.get("MENTIONS_UPDATE") == "1"
    if renews:
        README.write_text(wanted, encoding="utf-8")
    assert text == wanted, (f"the README showed another {name}; " + ("renewed" if renews else "MENTIONS_UPDATE=1 writes this one")
                            + f":\n{told}")


@pytest.fixture
def recording(place_for):
    editor = Recording(place_for("nvim", (0, 12)))
    yield editor
    editor.close()


def test_the_session_in_the_readme(recording):
    editor = recording
    editor.ready()
    editor.type("GoThanks to @a")
    editor.show("`Thanks to @a`: the menu opens by itself; the status line counts.",
                "Ada Lovelace @ada", "Alan Turing @alan", "@ 4 found")
    editor.keys("C-n", "C-n")
    # Browsing shows who it is.
    editor.wait("Thanks to Ada Lovelace", "Handle: ada")
    editor.keys("C-y")
    editor.show("`<C-n>` twice and `<C-y>` take the second: a mention, in a colour of its own.", "Thanks to Ada Lovelace", "1 mention",
                without=["Handle", "Alan"])
    editor.type(" and Gra")
    # A capital letter and two more need no trigger.
    editor.wait("and Gra", "Grace Hopper @grace", "1 found")
    editor.keys("C-n", "C-y")
    editor.until_shown("2 mentions")
    before = look(editor, "Grace Hopper")
    editor.keys("BSpace")
    editor.until("another colour", lambda: look(editor, "Grace Hopper") not in (None, before))
    editor.wait("Thanks to Ada Lovelace and Grace Hopper", "2 mentions")
    editor.keys("BSpace")
    editor.show("After another mention, a first backspace highlights it, and a second one leaves its short form.",
                "and Grace", "2 mentions", without=["Hopper"])
    editor.keys("Escape")
    editor.type(":Mentions list")
    editor.keys("Enter")
    editor.wait("Ada Lovelace (ada, people)", "Grace (Grace Hopper, people, trimmed)")
    editor.type(":lclose")
    editor.keys("Enter")
    editor.until_gone("Location List")
    editor.type("bx")
    # `x` on a letter of a name leaves plain text, with a message.
    editor.wait("and race", "Grace is plain text now; u takes that back")
    editor.type("u")
    # Neovim says how long ago that was.
    editor.until_shown("and Grace")
    editor.type(":")
    editor.keys("Escape")
    editor.until("the command line closed", lambda: "\n:" not in editor.screen())
    editor.wait("and Grace", "2 mentions", without=[" ago"])
    compare("session", editor.told)


def test_the_help_that_the_readme_points_to(recording):
    editor = recording
    for page, shown in (("mentions", " mentions.txt"), ("mentions-chooser", "mentions-chooser.txt"),
                        (":Mentions-list", ":Mentions list all")):
        editor.type(f":help {page}")
        editor.keys("Enter")
        editor.until_shown(shown)
        editor.type(":quit")
        editor.keys("Enter")


def test_the_floating_chooser_in_the_readme(place_for):
    editor = Recording(place_for("nvim", (0, 12)), "viewport = 'top', chooser = { type = 'B', widget = 'slider' }")
    try:
        editor.ready()
        editor.type("GoAda, Grace: @a")
        editor.show("`@a`: the list floats below the line, which the viewport has moved to the top.",
                    "mentioned at any time", "Ada Lovelace  Analyst", "Alan Turing", without=["# Notes"])
        editor.type("d")
        editor.wait("Ada Lovelace  Analyst", without=["Alan"])
        editor.keys("Enter")
        editor.until_shown("1 mention")
        editor.type(" @")
        editor.until_shown("Grace Hopper")
        for _ in range(8):
            editor.keys("M-Left")
        editor.wait("0 to 2 mentions ago", without=["Grace Hopper"])
        editor.keys("C-e")
        editor.wait("# Notes", "Ada Lovelace @", without=["mentions ago"])
        compare("chooser", editor.told)
    finally:
        editor.close()
