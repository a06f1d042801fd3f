"""Vim in a terminal with the LSP clients that our page is for, each set up by the file that users source or copy."""

import re
import shutil

import pytest
from people import NOTES, workspace
from plugins import installed
from terminal import Terminal, painted
from watch import Watch

FILE = "notes.md"
# Where Neovim is installed too, `vim` may be that.
PROGRAM = "vim.basic"
# Where make-room unpacks it: beside Vim's own folders, for in those Neovim would load it too.
ALE = "/opt/vim-ale/usr/share/vim-ale"


class Vim(Terminal):
    def __init__(self, place, folders, lines, text=NOTES):
        workspace(place, text)
        lines = ["set nocompatible noswapfile viminfo= encoding=utf-8 backspace=indent,eol,start",
                 *(f"set runtimepath^={folder}" for folder in folders), "filetype plugin on", "syntax on", *lines]
        (place.outside / "vimrc").write_text("\n".join(lines), encoding="utf-8")
        super().__init__(place, "notes", [PROGRAM, "-N", "-u", f"{place.folder}/vimrc", FILE])
        self.watch = Watch(place)

    @property
    def text(self):
        return self.watch.text(FILE)

    def until_text(self, text):
        self.until(f"the text {text!r}", lambda: self.text == text, lambda: repr(self.text))

    def until_words(self, text):
        """Waits for a text whose lines may be broken at other spaces."""
        self.until(f"the words {text!r}", lambda: self.text.replace("\n", " ") == text.replace("\n", " "),
                   lambda: repr(self.text))

    def take(self, key, name, *keys, other="Alan Turing"):
        """Types a key at the end, each letter when the server has the one before, as a person would whose fingers are slower
        than a pipe, and takes the name that the list then shows alone."""
        before = self.text.removesuffix("\n")
        for count in range(len(key)):
            self.type(key[count])
            self.until_words(f"{before}{key[:count + 1]}\n")
        count = before.count(name) + 1
        # The list closes at a letter and opens again: before that is drawn, the one for a shorter key is there.
        self.until(f"{name} alone for {key}", lambda: key in (screen := self.screen())
                   and screen.count(name) >= count and other not in screen)
        self.keys(*keys)

    def tokens(self):
        """How many mentions the server colours, as it last told."""
        data = []
        self.watch.look()
        for method, _, result, *_ in self.watch.answers:
            if method.startswith("textDocument/semanticTokens/full") and result:
                data = result.get("data", data)
                for edit in result.get("edits", []):
                    at = edit["start"]
                    data = data[:at] + edit.get("data", []) + data[at + edit["deleteCount"]:]
        return len(data) // 5

    def quit(self):
        self.keys("Escape")
        self.type(":wqa!")
        self.keys("Enter")
        assert self.until_over() == 0
        # ALE ends the server by a signal, without a word.
        assert self.watch.complaints() == []


@pytest.fixture
def vim(place_for):
    """Starts Vim in a place: with folders of plug-ins, and lines for a vimrc that are made from the place."""
    started = []

    def start(place, folders, lines, text=NOTES):
        started.append(Vim(place, folders, lines, text))
        return started[-1]

    yield start
    for editor in started:
        editor.close()


def test_mentions_with_and_without_the_trigger(vim, place_for):
    place = place_for(PROGRAM, (9, 0), beside=ALE)
    vim = vim(place, [ALE], [f"source {place.editors}/vim/ale.vim"])
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
    assert (place.outside / "notes" / FILE).read_text(encoding="utf-8") == \
        NOTES + "Hi @Grace Hopper and Ada Lovelace, ok.\n"


def session(vim, *accepting):
    """What every client does that shows what the server finds, with `accepting` the keys that take the first row."""
    text = "Before Hopper.\n"
    vim.until("the open file", lambda: vim.text == text)
    vim.type("GoHi ")
    vim.type("@")
    vim.until_shown("Alan Turing")
    vim.take("hop", "Grace Hopper", *accepting)
    vim.until_text(f"{text}Hi Grace Hopper\n")
    vim.take(", @ada lo", "Ada Lovelace", *accepting)
    vim.until_text(f"{text}Hi Grace Hopper, Ada Lovelace\n")
    vim.take(", @山", "山田 太郎", *accepting)
    vim.until_text(f"{text}Hi Grace Hopper, Ada Lovelace, 山田 太郎\n")
    vim.take(" and Alan", "Alan Turing", *accepting, other="Ada Lovelace @")
    vim.until_text(f"{text}Hi Grace Hopper, Ada Lovelace, 山田 太郎 and Alan Turing\n")
    vim.keys("Escape")
    vim.type("gg0wi@")
    vim.until("the list", lambda: re.search("Grace Hopper~? +(reference|@grace)", vim.screen()))
    vim.keys(*accepting)
    vim.until_text("Before Grace Hopper.\nHi Grace Hopper, Ada Lovelace, 山田 太郎 and Alan Turing\n")
    vim.until("five mentions", lambda: vim.tokens() == 5, vim.tokens)
    vim.keys("Escape")
    usual = next((look for run, look in painted(vim.screen(colours=True)) if "Before" in run), None)
    vim.until("a colour of their own", lambda: any(
        "Ada Lovelace" in run and look != usual for run, look in painted(vim.screen(colours=True))))
    edited_afterwards(vim, accepting)


def edited_afterwards(vim, accepting):
    """A key crosses 'textwidth', and its mention is wrapped and undone; six mentions are sorted."""
    before = vim.text
    vim.type(":set textwidth=28\n")
    vim.type("GoThanks for all of that, ")
    vim.until_text(f"{before}Thanks for all of that, \n")
    vim.take("@grace h", "Grace Hopper", *accepting, other="Renée")
    # Vim 9.0 ends the completion at each key, and breaks the line then; the list follows.
    vim.until_words(f"{before}Thanks for all of that, Grace Hopper\n")
    vim.type(" and others")
    wrapped = f"{before}Thanks for all of that,\nGrace Hopper and others\n"
    vim.until_text(wrapped)
    vim.keys("Escape")
    reverse = "".join(sorted(wrapped.splitlines(keepends=True), reverse=True))
    vim.type("u")
    vim.until_text(before)
    for keys, text in (("C-r",), wrapped), ((":%!sort -r", "Enter"), reverse), (("u",), wrapped):
        vim.keys(*keys)
        vim.until_text(text)
        # Some clients ask for colours once something has changed in normal mode.
        vim.until("six mentions", lambda: vim.tokens() == 6, vim.tokens)

def shortened(vim):
    """A backspace makes a mention plain text, with a hint: these clients take no edits of the server that are versioned, as
    `deletion` needs them."""
    before = vim.text
    vim.type("G0eea")
    vim.keys("BSpace", "Escape")
    vim.until_text(before.replace("Grace Hopper and", "Grace Hoppe and"))
    vim.until_shown("H>")


def test_vim_lsp_with_asyncomplete(vim, place_for):
    place = place_for(PROGRAM, (9, 0))
    folders = installed(place, ["vim-lsp", "asyncomplete.vim", "asyncomplete-lsp.vim"])
    vim = vim(place, folders, [f"source {place.editors}/vim/vim-lsp.vim"], "Before Hopper.\n")
    session(vim, "C-n", "C-y")
    shortened(vim)
    vim.quit()


def test_yegappan_lsp(vim, place_for):
    place = place_for(PROGRAM, (9, 0))
    folders = installed(place, ["lsp"])
    vim = vim(place, folders, [f"source {place.editors}/vim/yegappan-lsp.vim"], "Before Hopper.\n")
    session(vim, "C-n", "C-y")
    shortened(vim)
    vim.quit()


def test_coc(vim, place_for):
    place = place_for(PROGRAM, (9, 0))
    folders = installed(place, ["coc.nvim"])
    if place.run(["sh", "-c", "command -v node"], capture_output=True).returncode:
        pytest.skip("coc.nvim wants node")
    home = place.outside / ".vim"
    home.mkdir()
    shutil.copy(place.page("vim/coc-settings.json"), home)
    lines = [f"let g:coc_config_home = '{place.folder}/.vim'", f"let g:coc_data_home = '{place.folder}/coc'",
             "highlight link CocSemTypeMention Special", "set updatetime=100"]
    vim = vim(place, folders, lines, "Before Hopper.\n")
    session(vim, "C-y")
    vim.quit()
