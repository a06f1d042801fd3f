"""nvim-cmp with cmp-nvim-lsp: source.lua (when to request), entry.lua (what is matched: the text from the
start of the edit), matcher.lua, config/compare.lua and config/default.lua (order), core.lua (what a
confirmation types)."""

import re

from clients.base import CHARACTER, INCOMPLETE, INVOKED, Client, in_order
from clients.neovim import is_keyword

# The default `completion.keyword_pattern`, anchored at the end of the line; \h is an ASCII letter or _.
DEFAULT_PATTERN = re.compile(r"(?:-?\d+(?:\.\d+)?|[A-Za-z_]\w*(?:-\w*)*)$", re.ASCII)


def score(text, word):
    """How well `word` matches `text`, 0 if it does not. A prefix scores highest."""
    low, word_low = text.lower(), word.lower()
    if not low:
        return 14
    if word_low.startswith(low):
        return 14 + 2 * len(low)
    return 1 + len(low) if in_order(low, word_low) else 0


def kind_of(item):
    """Plain text comes last."""
    return 100 if item.get("kind", 1) == 1 else item["kind"]


class NvimCmp(Client):
    name = "nvim-cmp"

    def __init__(self, *arguments, **more):
        super().__init__(*arguments, **more)
        self.offset, self.items, self.incomplete = None, [], False

    @classmethod
    def declare(cls, params):
        completion = params["capabilities"]["textDocument"]["completion"]
        completion["completionItem"] |= {"commitCharactersSupport": True, "preselectSupport": True}
        completion["completionList"] = {
            "itemDefaults": ["commitCharacters", "editRange", "insertTextFormat", "data"]}
        return params

    def expected(self, items):
        return sorted(items, key=kind_of)

    def keyword_start(self):
        found = DEFAULT_PATTERN.search(self.line)
        return found.start() if found else len(self.line)

    async def changed(self):
        start, last = self.keyword_start(), self.line[-1:].encode()[-1:].decode("ascii", "replace")
        if last in self.triggers:
            await self.trigger(CHARACTER, last, start)
        elif start == len(self.line):
            self.close()
        elif self.incomplete:
            await self.trigger(INCOMPLETE, None, start)
        elif start != self.offset:
            await self.trigger(INVOKED, None, start)

    def close(self):
        self.offset, self.items, self.incomplete, self.shown = None, [], False, None

    async def trigger(self, kind, character, start):
        self.offset, before = start, self.line
        answer = await self.request(kind, character)
        self.incomplete = True  # the server marks empty answers as incomplete, too
        if self.line != before:
            return await self.changed()
        if not answer and start == len(self.line):
            return self.close()
        self.items = answer or self.items
        found = [(score(self.typed(item), item["filterText"]), item) for item in self.items]
        found = [(points, item["filterText"] == self.typed(item), item) for points, item in found if points]
        # After exact matches and score come recent use and proximity (not modelled), then the kind, then
        # the server's order.
        found.sort(key=lambda way: (not way[1], -way[0], kind_of(way[2]), way[2]["sortText"]))
        self.shown = [item for *_, item in found] or None

    async def key(self, key):
        self.insert(key)
        await self.changed()

    async def backspace(self):
        self.delete()
        await self.changed()

    async def ask(self):
        await self.trigger(INVOKED, None, self.keyword_start())

    async def accept(self, label):
        """Feeds keys: the typed key is replaced by the word, the word by the key, and then the edit is made;
        all of this reaches the server at once, before the next request."""
        item = self.choose(label)
        typed, text, document = self.typed(item), item["textEdit"]["newText"], self.editor.document
        start, changes = self.editor.cursor - len(typed), []
        for old, new in ((typed, text), (text, typed), (typed, text)):
            changes += [document.change(end - 1, end, "") for end in range(start + len(old), start, -1)]
            changes += [document.change(place, place, letter) for place, letter in enumerate(new, start)]
        self.editor.cursor = start + len(text)
        self.peer.notify("textDocument/didChange", document.did_change(changes, len(changes)))
        self.close()
        await self.editor.resolve(item)
        await self.run_command(item)


class NvimCmpAnyScript(NvimCmp):
    """With `keyword_pattern = [[\\k\\+]]` for the source, which names in other scripts need."""

    name = "nvim-cmp with keyword_pattern"

    def keyword_start(self):
        return len(self.line) - len(self.word(is_keyword))
