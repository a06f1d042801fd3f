"""Vim with ALE in a terminal, set up by the file that users source."""

import pytest
from people import NOTES, workspace
from terminal import Terminal
from watch import Watch

FILE = "notes.md"
# Where Neovim is installed too, `vim` may be that.
PROGRAM = "vim.basic"
# Where make-room unpacks it: beside Vim's own folders, for in those Neovim would load it too.
ALE = "/opt/vim-ale/usr/share/vim-ale"


class Vim(Terminal):
    def __init__(self, place, watch):
        lines = ["set nocompatible noswapfile viminfo=", f"set runtimepath^={ALE}", "filetype plugin on",
                 f"source {place.editors}/vim/ale.vim"]
        (place.outside / "vimrc").write_text("\n".join(lines), encoding="utf-8")
        super().__init__(place, "notes", [PROGRAM, "-N", "-u", f"{place.folder}/vimrc", FILE])
        self.watch = watch

    @property
    def text(self):
        return self.watch.text(FILE)

    def until_text(self, text):
        self.until(f"the text {text!r}", lambda: self.text == text, lambda: repr(self.text))

    def quit(self):
        self.keys("Escape")
        self.type(":wqa!")
        self.keys("Enter")
        assert self.until_over() == 0


@pytest.fixture
def vim(place_for):
    place = place_for(PROGRAM, (9, 0), beside=ALE)
    workspace(place)
    editor = Vim(place, Watch(place))
    yield editor
    editor.close()


def test_mentions_with_and_without_the_trigger(vim):
    vim.until("the open file", lambda: vim.text == NOTES)
    vim.type("GoHi @gra")
    vim.until_shown("Grace Hopper")
    vim.keys("C-n", "C-y")
    vim.until_text(NOTES + "Hi @Grace Hopper\n")
    vim.type(" and Ada")
    vim.until_shown("Ada Lovelace")
    vim.keys("C-n", "C-y")
    vim.type(", ok.")
    vim.until_text(NOTES + "Hi @Grace Hopper and Ada Lovelace, ok.\n")
    for name, handle in (("Hopper", "grace"), ("Ada", "ada")):
        vim.keys("Escape")
        vim.type(f":call search('{name}', 'bw') | ALEHover")
        vim.keys("Enter")
        vim.until_shown(f"Handle: {handle}")
    vim.quit()
    assert (vim.place.outside / "notes" / FILE).read_text(encoding="utf-8") == \
        NOTES + "Hi @Grace Hopper and Ada Lovelace, ok.\n"
    # ALE ends the server by a signal, without a word.
    assert vim.watch.complaints() == []
