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
        lines = ["set nocompatible noswapfile viminfo= encoding=utf-8",
                 *(f"set runtimepath^={folder}" for folder in folders), "filetype plugin on", "syntax on", *lines]
        (place.outside / "vimrc").write_text("\n".join(lines), encoding="utf-8")
        super().__init__(place, "notes", [PROGRAM, "-N", "-u", f"{place.folder}/vimrc", FILE])
        self.watch = Watch(place)

    @property
    def text(self):
        return self.watch.text(FILE)

    def until_text(self, text):
        self.until(f"the text {text!r}", lambda: self.text == text, lambda: repr(self.text))

    def take(self, key, name, *keys, other="Alan Turing"):
        """Types a key at the end, each letter when the server has the one before, as a person would whose fingers are slower
        than a pipe, and takes the name that the list then shows alone."""
        before = self.text.removesuffix("\n")
        for count in range(len(key)):
            self.type(key[count])
            self.until_text(f"{before}{key[:count + 1]}\n")
        count = before.count(name) + 1
        self.until(f"{name} alone for {key}", lambda: (screen := self.screen()).count(name) >= count and other not in screen)
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
    # ALE ends the server by a signal, without a word.
    assert vim.watch.complaints() == []


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
    vim.quit()
    assert vim.watch.complaints() == []


def edited_afterwards(vim, accepting):
    """Five mentions on two lines are sorted and undone; a key crosses 'textwidth', and its mention is wrapped."""
    lines = vim.text.splitlines(keepends=True)
    vim.type(":%!sort -r\n")
    vim.until_text("".join(reversed(lines)))
    vim.until("five mentions", lambda: vim.tokens() == 5, vim.tokens)
    vim.type("u")
    vim.until_text("".join(lines))
    vim.until("five mentions", lambda: vim.tokens() == 5, vim.tokens)
    vim.type(":set textwidth=28\n")
    vim.type("GoThanks for all of that, ")
    vim.until_text("".join(lines) + "Thanks for all of that, \n")
    vim.take("@hop", "Grace Hopper", *accepting, other="Renée")
    vim.type(" and others")
    vim.until_text("".join(lines) + "Thanks for all of that,\nGrace Hopper and others\n")
    vim.until("six mentions", lambda: vim.tokens() == 6, vim.tokens)
    vim.keys("Escape")


def test_vim_lsp_with_asyncomplete(vim, place_for):
    place = place_for(PROGRAM, (9, 0))
    folders = installed(place, ["vim-lsp", "asyncomplete.vim", "asyncomplete-lsp.vim"])
    session(vim(place, folders, [f"source {place.editors}/vim/vim-lsp.vim"], "Before Hopper.\n"), "C-n", "C-y")


def test_yegappan_lsp_with_the_settings_that_the_page_of_editors_advises(vim, place_for):
    place = place_for(PROGRAM, (9, 0))
    folders = installed(place, ["lsp"])
    trigger = "#{character: '@', insert: #{default: '@{name}'}, allowSpaces: v:false}"
    vim = vim(place, folders, [
        "autocmd User LspSetup call LspOptionsSet(#{autoComplete: v:true})",
        "autocmd User LspSetup call LspAddServer([#{name: 'mentions', filetype: ['markdown'], path: 'mentions-lsp',"
        f" args: ['serve'], initializationOptions: #{{triggers: [{trigger}]}}}}])"], "Before.\n")
    vim.until("the open file", lambda: vim.text == "Before.\n")
    vim.type("GoHi ")
    vim.until_text("Before.\nHi \n")
    vim.take("@gra", "Grace Hopper", "C-n", "C-y")
    vim.until_text("Before.\nHi @Grace Hopper\n")
    vim.quit()
    assert vim.watch.complaints() == []


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
    session(vim(place, folders, lines, "Before Hopper.\n"), "C-y")
