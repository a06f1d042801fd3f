"""Emacs 30 with company 1.1: eglot.el `eglot-completion-at-point`, lsp-completion.el of lsp-mode 10,
company.el `company--continue`, `company--good-prefix-p`. Recorded: emacs30-eglot-company and
emacs30-lsp-mode-company."""

import re

from clients.base import CHARACTER, INCOMPLETE, INVOKED, Client, in_order, is_letter, is_mark
from document import in_six_notifications

MINIMUM_PREFIX = 3


def is_symbol(character):
    """Word or symbol syntax in text-mode; @, the full stop and the comma are punctuation."""
    return is_letter(character) or is_mark(character) or character in "_-+*/&|<>=$%'"


class Company(Client):
    """What company does for both clients; `start` is where the completed symbol begins, None while no list is
    shown."""

    def __init__(self, *arguments, **more):
        super().__init__(*arguments, **more)
        self.start = None

    @property
    def symbol(self):
        return self.word(is_symbol)

    def good_prefix(self):
        start = len(self.line) - len(self.symbol)
        return len(self.symbol) >= MINIMUM_PREFIX or self.follows_trigger(start)

    def follows_trigger(self, start):
        return self.line[:start].endswith(tuple(self.triggers))

    def close(self):
        self.start, self.shown = None, None

    async def update(self, begins):
        start = len(self.line) - len(self.symbol)
        if self.start is not None and start != self.start:
            self.close()
        if self.start is None and not begins or not self.good_prefix():
            return self.close()
        await self.open(*self.context())

    async def open(self, kind, character=None):
        self.start = len(self.line) - len(self.symbol)
        self.shown = self.filtered(await self.request(kind, character)) or None
        if not self.shown:
            self.close()

    def context(self):
        last = self.line[-1:]
        return (CHARACTER, last) if last and last in self.triggers else (INVOKED,)

    async def key(self, key):
        self.insert(key)
        await self.update(begins=True)

    async def backspace(self):
        """Deleting updates an open list, but does not open one."""
        self.delete()
        await self.update(begins=False)

    async def ask(self):
        await self.open(INVOKED)


class Eglot(Company):
    name = "Emacs, Eglot and company"
    captured = "eglot-1.17.30-emacs-30.2"

    def filtered(self, items):
        """Items that contain the symbol's letters in order, with any gaps; sorted by `sortText`."""
        return [item for item in items if in_order(self.symbol.lower(), item["filterText"].lower())]

    async def accept(self, label):
        """Applies one change; the item's command is never run."""
        item = self.choose(label)
        self.close()
        await self.editor.resolve(item)
        self.replace(item)


class LspMode(Company):
    name = "Emacs, lsp-mode and company"
    captured = "lsp-mode-10.0.0-emacs-30.2"

    def follows_trigger(self, start):
        """Looks up to two characters before the symbol, but not past a space."""
        for end in range(len(self.line), max(start - 2, 0), -1):
            if self.line[end:end + 1] == " ":
                break
            if self.line[:end].endswith(tuple(self.triggers)):
                return True
        return False

    def context(self):
        asked = super().context()
        return (INCOMPLETE,) if asked == (INVOKED,) and self.shown else asked

    def filtered(self, items):
        """Items that contain the text typed since the start of the edit, letter by letter in order; the smaller
        the gaps, the better."""
        found = [(self.score(self.typed(item), item["filterText"]), item) for item in items]
        found = [way for way in found if way[0] is not None]
        return [item for _, item in sorted(found, key=lambda way: -way[0])]

    @staticmethod
    def score(query, text):
        if not query:
            return 0
        first, *others = map(re.escape, query)
        pattern = f"({first})" + "".join(f"[^{letter}]*({letter})" for letter in others)
        found = re.search(pattern, text, re.IGNORECASE)
        if not found:
            return None
        holes, last = 0, -1
        for group in range(1, len(query) + 1):
            start = found.start(group)
            case = 0 if found.group(group) == query[group - 1] else 0.9
            width = start + case - last - 1
            if start + case != last:
                holes += 1 + (1 if width > 0 else -1) * abs(width) ** (0.75 if last == -1 else 0.25)
            last = found.end(group)
        return len(query) / (holes + 1)

    async def accept(self, label):
        item = self.choose(label)
        self.close()
        await self.editor.resolve(item)
        self.editor.accept(item, in_six_notifications)
        await self.run_command(item)
