"""Neovim's built-in completion: runtime/lua/vim/lsp/completion.lua of 0.11 and 0.12, insexpand.c for how a
key changes the menu. Recorded: nvim-0.12-slow and -burst; observed in a real 0.12.4: a backspace closes
the menu, and letters do not open it."""

import unicodedata

from clients.base import CHARACTER, INCOMPLETE, INVOKED, Client
from document import character_by_character


def is_keyword(character):
    """The default 'iskeyword': @,48-57,_,192-255, and above 255 everything but punctuation and blanks."""
    if ord(character) < 256:
        return character.isascii() and (character.isalnum() or character == "_") or ord(character) >= 192
    return unicodedata.category(character)[0] in "LNM" or ord(character) >= 0x1F000


class Neovim(Client):
    name = "Neovim 0.12"
    captured = "neovim-0.12.4"

    def matching(self, items):
        """Items with the typed text as a case-sensitive prefix; all items if it has no ASCII letter or digit."""
        return [item for item in items
                if item["filterText"].startswith(self.typed(item))
                or not any(letter.isascii() and letter.isalnum() for letter in self.typed(item))] or None

    async def trigger(self, kind, character=None):
        items = await self.request(kind, character)
        self.shown = self.matching(items)

    async def key(self, key):
        if self.shown and is_keyword(key):
            # The menu filters by the texts to insert until the next answer arrives.
            self.doubled(key)
            self.shown = [item for item in self.shown
                          if self.new_text(item).lower().startswith(self.typed(item).lower())]
            return await self.trigger(INCOMPLETE)
        self.shown = None
        self.insert(key)
        if key in self.triggers:
            await self.trigger(CHARACTER, key)

    def doubled(self, key):
        """A letter typed while the menu is open is inserted, deleted and inserted again, in one notification."""
        at, document = self.editor.cursor, self.editor.document
        changes = [document.change(at, at, key), document.change(at, at + len(key), ""),
                   document.change(at, at, key)]
        self.editor.cursor = at + len(key)
        self.peer.notify("textDocument/didChange", document.did_change(changes, 3))

    async def backspace(self):
        self.shown = None
        self.delete()

    async def ask(self):
        await self.trigger(INVOKED)

    def new_text(self, item):
        text = item["textEdit"]["newText"].split("\n")[0]
        return text.split()[0] if self.cuts_words and text.split() else text

    async def accept(self, label):
        item = self.choose(label)
        item["textEdit"]["newText"] = self.new_text(item)
        self.editor.accept(item, character_by_character)
        await self.editor.resolve(item)
        await self.run_command(item)


class Neovim11(Neovim):
    """Up to 0.11 only the first word of an item's text is inserted (changed by neovim/neovim pull request
    37949)."""

    name = "Neovim 0.11"
    captured = "neovim@v0.11.0"
    info = {"name": "Neovim", "version": "0.11.5"}
    cuts_words = True


class Neovim11Convert(Neovim11):
    """The same with the option `convert` of `vim.lsp.completion.enable` giving the whole text as the word."""

    name = "Neovim 0.11 with convert"
    cuts_words = False
