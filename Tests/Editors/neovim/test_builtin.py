"""Headless Neovim without the plug-in, with its own completion and semantic tokens."""

import json
import subprocess
import time
from pathlib import Path

import pytest
from watch import Watch

PATIENCE = 20


class Neovim:
    def __init__(self, place, text, settings=None):
        self.place, self.socket = place, f"{place.folder}/socket"
        folder = place.outside / "notes"
        folder.mkdir()
        (folder / ".root").touch()
        self.file = folder / "notes.md"
        self.file.write_text(text, encoding="utf-8")
        (place.outside / "init.lua").write_text((Path(__file__).parent / "support" / "init.lua").read_text())
        command = json.dumps(place.command, separators=(",", ":"))
        settings = json.dumps(settings or {}, separators=(",", ":"))
        self.process = place.run(
            ["nvim", "--headless", "--clean", "-u", f"{place.folder}/init.lua", "--listen", self.socket,
             f"{place.folder}/notes/notes.md"], [("MENTIONS_COMMAND", command), ("MENTIONS_SETTINGS", settings)], background=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def remote(self, flag, argument):
        return self.place.run(["nvim", "--clean", "--server", self.socket, flag, argument], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=PATIENCE).stdout

    def keys(self, keys):
        self.remote("--remote-send", keys)

    def state(self):
        try:
            return json.loads(self.remote("--remote-expr", "v:lua.State()"))
        except ValueError:  # it does not listen yet
            return None

    def until(self, what, condition):
        """Asks again until the state is so; asking takes its time by itself."""
        end, state = time.monotonic() + PATIENCE, None
        while time.monotonic() < end:
            assert self.process.poll() is None, f"Neovim ended before {what}"
            state = self.state()
            if state and condition(state):
                return state
        pytest.fail(f"waited in vain for {what}: {json.dumps(state, ensure_ascii=False)}")

    def mentions(self, state):
        """The texts that are highlighted as mentions."""
        return [mark["text"] for mark in state["marks"] or [] if mark["group"].startswith("@lsp.type.")]

    def quit(self):
        self.keys("<Esc>:wq<CR>")
        assert self.process.wait(PATIENCE) == 0

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


@pytest.fixture
def neovim(place_for):
    place = place_for("nvim", (0, 11))
    started = []

    def start(text, settings=None):
        editor = Neovim(place, text, settings)
        started.append(editor)  # before anything can fail, so that it is ended in any case
        editor.until("the server's answer", lambda state: state["ready"])
        return editor

    yield start
    for editor in started:
        editor.stop()


def type_key(editor, key, name):
    """Types a key, a letter at a time, each with a list that has the name.

    Neovim reads keys after it answers: that the letter is in the text is part of the condition. Two letters at once
    are one too many where the first one breaks the line: the second takes back what the first one asked for.
    """
    for end in range(1, len(key) + 1):
        editor.keys(key[end - 1])
        editor.until(f"the list after {key[:end]}", lambda state: any(line.endswith(key[:end]) for line in state["lines"])
                     and any(name in item for item in state["menu"] or []))


def accept(editor, key, name):
    """Types a key, waits for the list, takes its first item by the keyboard; returns the state with the name lit up."""
    before = editor.state()["lines"]
    type_key(editor, key, name)
    editor.until("the name at the top", lambda state: name in (state["menu"] or [""])[0])
    editor.keys("<C-n><C-y>")
    state = editor.until("the name in the text", lambda state: state["lines"] != before and state["menu"] is None and
                         name in "\n".join(state["lines"]) and key not in "\n".join(state["lines"]))
    return editor.until("the highlight", lambda state: any(name in text for text in editor.mentions(state)))


def test_two_mentions_from_key_to_highlight(neovim):
    editor = neovim("# Notes 😀\n\nIntro 日本語.\n")
    editor.keys("GoHi ")
    accept(editor, "@knu", "Knuth")
    editor.keys(" and ")
    state = accept(editor, "+hopc", "Hopcroft")
    editor.keys(", ok.")
    state = editor.until("the rest of the line", lambda state: state["lines"][3].endswith(", ok."))
    first, second = editor.mentions(state)
    assert "Knuth" in first and "Hopcroft" in second
    assert state["lines"] == ["# Notes 😀", "", "Intro 日本語.", f"Hi {first} and {second}, ok."]

    # An edit inside the first one: it is plain text again, the second keeps its highlight.
    editor.keys("<Esc>:call search('Knuth', 'bw')<CR>ax<Esc>")
    state = editor.until("one highlight", lambda state: editor.mentions(state) == [second])
    assert "rror" not in state["messages"], state["messages"]
    editor.quit()
    assert editor.file.read_text(encoding="utf-8").splitlines() == state["lines"]
    Watch(editor.place).judge()


def test_a_list_that_is_left_leaves_the_text_alone(neovim):
    editor = neovim("")
    editor.keys("iHi @")
    editor.until("the list", lambda state: len(state["menu"] or []) >= 20)
    editor.keys("kn")
    editor.until("a shorter list", lambda state: state["menu"] and len(state["menu"]) < 20)
    editor.keys("<C-e> he said")
    state = editor.until("the text", lambda state: state["lines"] == ["Hi @kn he said"])
    assert editor.mentions(state) == [] and "rror" not in state["messages"], state["messages"]
    editor.quit()
    Watch(editor.place).judge()


def test_the_list_follows_a_key_that_crosses_textwidth(neovim):
    editor = neovim("")
    editor.keys(":set textwidth=28<CR>iThanks for all of that, ")
    type_key(editor, "@knuth", "Knuth")
    editor.until("a line of its own", lambda state: state["lines"] == ["Thanks for all of that,", "@knuth"])
    editor.keys("<C-n><C-y>")
    state = editor.until("the mention", lambda state: any("Knuth" in text for text in editor.mentions(state)))
    assert state["lines"] == ["Thanks for all of that,", *set(editor.mentions(state))]
    assert "rror" not in state["messages"], state["messages"]
    editor.quit()
    Watch(editor.place).judge()


def test_transforms_by_code_action_and_styles_by_modifiers(neovim):
    editor = neovim("", {"styles": [{"name": "person", "when": {"kind": "person"}}]})
    editor.keys("iHi ")
    state = accept(editor, "@knu", "Knuth")
    name, = set(editor.mentions(state))
    assert any(mark["group"].startswith("@lsp.mod.style1") and mark["text"] == name for mark in state["marks"])
    editor.keys(" ok<Esc>")
    editor.keys(":lua vim.lsp.buf.code_action({ apply = true, filter = function(action)"
                " return action.kind == 'refactor.rewrite.mentions.reverse' end,"
                " range = { start = { 1, 0 }, ['end'] = { 1, 17 } } })<CR>")
    state = editor.until("the line reversed", lambda state: state["lines"] == [f"ko {name} iH"]
                         and set(editor.mentions(state)) == {name})
    assert "rror" not in state["messages"], state["messages"]
    editor.quit()
    Watch(editor.place).judge()


def test_somebody_unknown_is_reported_and_replaced_by_a_quick_fix(neovim):
    editor = neovim("Ask @knutth, please.\n", {"diagnostics": {"unknown": "warning"}})
    editor.until("the warning", lambda state: state["diagnostics"] == ["unknown-mention: No one is known as “@knutth”."])
    editor.keys(":lua vim.lsp.buf.code_action({ apply = true, filter = function(action)"
                " return action.isPreferred end, range = { start = { 1, 5 }, ['end'] = { 1, 6 } } })<CR>")
    state = editor.until("the mention", lambda state: editor.mentions(state) and state["diagnostics"] is None)
    name, = set(editor.mentions(state))
    assert "Knuth" in name and state["lines"] == [f"Ask {name}, please."]
    assert "rror" not in state["messages"], state["messages"]
    editor.quit()
    Watch(editor.place).judge()
