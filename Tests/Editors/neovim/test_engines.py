"""Neovim's plug-in alone and with other completion plug-ins, each set up as its own page says and then by the recipe
in our help, in a terminal."""

import pytest
from people import workspace
from plugins import installed, recipe
from terminal import Terminal, painted
from watch import Watch

FILE = "notes.md"
TEXT = "# Notes\n\nBefore Hopper.\n"

CMP = """
local cmp = require('cmp')
cmp.setup({
  snippet = { expand = function(arguments) vim.snippet.expand(arguments.body) end },
  mapping = cmp.mapping.preset.insert({ ['<C-y>'] = cmp.mapping.confirm({ select = true }) }),
})
vim.lsp.config('*', { capabilities = require('cmp_nvim_lsp').default_capabilities() })
"""
# Its faster matcher is a library that has to be built.
BLINK = "require('blink.cmp').setup({ fuzzy = { implementation = 'lua' } })"

#: By name: the plug-ins, what their pages say, where our help has the recipe, and the keys that take the first item.
ENGINES = {
    "menu": ([], "", "mentions-start", ["C-n", "C-y"]),
    "nvim-cmp": (["nvim-cmp", "cmp-nvim-lsp"], CMP, "mentions-cmp", ["C-n", "C-y"]),
    "blink.cmp": (["blink.lib", "blink.cmp"], BLINK, "mentions-blink", ["C-y"]),
    "blink.cmp-1": (["blink.cmp-1"], BLINK, "mentions-blink", ["C-y"]),
    "mini.completion": (["mini.nvim"], "", "mentions-mini", ["C-n", "C-y"]),
}


class Engine(Terminal):
    def __init__(self, place, folders, usual, tag, accepting):
        workspace(place, TEXT)
        packages = place.outside / "packages/pack/others/start"
        packages.mkdir(parents=True)
        for folder in [f"{place.editors}/neovim", *folders]:
            (packages / folder.rpartition("/")[2]).symlink_to(folder)
        (place.outside / "init.lua").write_text(
            f"vim.o.swapfile = false\nvim.opt.packpath:prepend('{place.folder}/packages')\n{usual}\n"
            f"{recipe('mentions.txt', tag)}\n", encoding="utf-8")
        super().__init__(place, "notes", ["nvim", "-u", f"{place.folder}/init.lua", FILE])
        self.watch, self.accepting = Watch(place), accepting
        self.until("the server", lambda: self.watch.answered("mentions/list"))

    def take(self, key, name, text, other="Alan Turing"):
        """Types a key, letter by letter as a person would, and takes the name that the list then shows alone."""
        for letter in key:
            self.type(letter)
        listed = f"{name} " if name in self.text else name
        self.until(f"{name} alone for {key}", lambda: listed in (screen := self.screen()) and other not in screen)
        self.keys(*self.accepting)
        self.until(f"the text {text!r}", lambda: self.text == text, lambda: repr(self.text))

    @property
    def text(self):
        return self.watch.text(FILE)

    def until_mentions(self, *texts):
        def known():
            answers = self.watch.answered("mentions/list")
            return [mention["text"] for mention in answers[-1][2]["mentions"]]

        self.until(f"the mentions {texts}", lambda: known() == list(texts), lambda: repr(known()))


@pytest.fixture(params=ENGINES)
def engine(request, place_for):
    names, usual, tag, accepting = ENGINES[request.param]
    place = place_for("nvim", (0, 10) if request.param == "menu" else (0, 12))
    editor = Engine(place, installed(place, names), usual, tag, accepting)
    yield editor
    editor.close()


def test_names_are_listed_filtered_and_taken_with_and_without_the_trigger(engine):
    engine.type("GoHi @")
    engine.until_shown("Alan Turing")
    engine.take("hop", "Grace Hopper", f"{TEXT}Hi Grace Hopper\n")
    engine.take(", @ada lo", "Ada Lovelace", f"{TEXT}Hi Grace Hopper, Ada Lovelace\n")
    engine.take(", @山", "山田 太郎", f"{TEXT}Hi Grace Hopper, Ada Lovelace, 山田 太郎\n")
    engine.take(" and Gra", "Grace Hopper", f"{TEXT}Hi Grace Hopper, Ada Lovelace, 山田 太郎 and Grace Hopper\n")
    engine.until_mentions("Grace Hopper", "Ada Lovelace", "山田 太郎", "Grace Hopper")
    engine.keys("Escape")
    assert "rror" not in engine.screen()
    engine.type(":wq")
    engine.keys("Enter")
    assert engine.until_over() == 0
    engine.watch.judge()


def test_a_mention_is_wrapped_sorted_and_deleted_in_steps(engine):
    engine.type(":set textwidth=28\n")
    engine.type("GoThanks for all of that, @")
    engine.until_shown("Alan Turing")
    engine.take("grace h", "Grace Hopper", f"{TEXT}Thanks for all of that, Grace Hopper\n")
    engine.type(" and others")
    wrapped = f"{TEXT}Thanks for all of that,\nGrace Hopper and others\n"
    engine.until("the wrapped line", lambda: engine.text == wrapped, lambda: repr(engine.text))
    engine.until_mentions("Grace Hopper")
    engine.keys("Escape")
    engine.type(":%!sort\n")
    ordered = "\n# Notes\nBefore Hopper.\nGrace Hopper and others\nThanks for all of that,\n"
    engine.until("the sorted lines", lambda: engine.text == ordered, lambda: repr(engine.text))
    engine.until_mentions("Grace Hopper")
    engine.type("4G0eea")
    # The first backspace highlights the mention, the next one trims it, the last one deletes it.
    for count, left in enumerate(["Grace Hopper", "Grace", ""], 1):
        engine.keys("BSpace")
        engine.until("the server's word", lambda: len(engine.watch.answered("mentions/backspace")) == count)
        text = ordered.replace("Grace Hopper", left)
        engine.until(f"the text with {left!r}", lambda: engine.text == text, lambda: repr(engine.text))
    engine.until_mentions()
    engine.keys("Escape")
    assert "rror" not in engine.screen()


def test_an_accepted_name_is_an_undo_step_of_its_own(engine):
    engine.type("GoHi @")
    engine.until_shown("Alan Turing")
    engine.take("hop", "Grace Hopper", f"{TEXT}Hi Grace Hopper\n")
    # Where it is painted, the editor has heard of it.
    engine.until("its colour", lambda: any(
        text.strip() == "Grace Hopper" and look for text, look in painted(engine.screen(colours=True))))
    engine.type(" and others")
    engine.keys("Escape", "u")
    engine.until("the name", lambda: engine.text == f"{TEXT}Hi Grace Hopper\n", lambda: repr(engine.text))
    engine.until_mentions("Grace Hopper")
    engine.keys("u")
    engine.until("the key", lambda: engine.text.startswith(f"{TEXT}Hi @"), lambda: repr(engine.text))
    engine.until_mentions()
    engine.keys("C-r")
    engine.until_mentions("Grace Hopper")


def test_a_name_before_a_word_takes_it_along_or_is_not_offered(engine, request):
    engine.type("gg0jjwi@")
    if request.node.callspec.params["engine"] == "mini.completion":
        engine.until("the key", lambda: "@Hopper" in engine.text)
        # It asks as the others do; what it must not do is delete the wrong text.
        engine.until("its question", lambda: engine.watch.answered("textDocument/completion"))
        engine.keys(*engine.accepting)
        engine.type("!")
        engine.until("the text", lambda: "Before @!Hopper.\n" in engine.text, lambda: repr(engine.text))
        return
    engine.take("", "Grace Hopper", "# Notes\n\nBefore Grace Hopper.\n")
    engine.until_mentions("Grace Hopper")
