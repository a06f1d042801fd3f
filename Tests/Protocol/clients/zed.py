"""Zed: crates/editor/src/completions.rs (when to request and hide), code_context_menus.rs
`sort_string_matches` (order), crates/fuzzy/src/matcher.rs (score), language's `fallback_for_completion`
(what is matched: the label; `filterText` only if it occurs in the label with its detail)."""

from clients.base import CHARACTER, INVOKED, Client, in_order, is_letter


def is_word(character):
    return is_letter(character) or character == "_"


def score(query, label):
    """Matches letters in order. The penalty of each depends on what precedes it: none directly after the
    previous match, little at the start of a word, more the wider the gap. Capitals in the query should match
    capitals."""
    smart, letters, wanted = query != query.lower(), label.lower(), query.lower()
    if len(letters) != len(label) or not in_order(wanted, letters):
        return 0
    best = {-1: 1.0}
    for index, letter in enumerate(wanted):
        following = {}
        for place, other in enumerate(letters):
            if other != letter:
                continue
            own = 0.001 if smart and query[index] != label[place] else 1
            ways = [points * own * cost(label, last, place, index)
                    for last, points in best.items() if last < place]
            if ways:
                following[place] = max(ways)
        best = following
    return max(best.values(), default=0) * len(query)


def cost(label, last, place, index):
    if place == last + 1:
        return 1
    before = label[place - 1]
    if before == "/":
        return 0.9
    if before in "-_ " or before.isnumeric() or before.islower() and label[place].isupper():
        return 0.8
    if before == ".":
        return 0.7
    return 0.6 if index == 0 else max(0.2, 0.6 - (place - last - 2) * 0.05)


def words(label):
    """The first letters of the words that the label is split into."""
    return [letter.lower() for before, letter in zip(" " + label, label)
            if not before.isalnum() and letter.isalnum() or not before.isupper() and letter.isupper()]


class Zed(Client):
    name = "Zed"
    captured = "neovim-0.12.4"
    info = {"name": "Zed", "version": "0.214.0"}

    @classmethod
    def declare(cls, params):
        completion = params["capabilities"]["textDocument"]["completion"]
        completion["completionItem"] = {
            "snippetSupport": True, "insertReplaceSupport": True, "labelDetailsSupport": True,
            "resolveSupport": {"properties": ["additionalTextEdits", "command", "detail", "documentation"]},
            "documentationFormat": ["markdown", "plaintext"], "insertTextModeSupport": {"valueSet": [1, 2]}}
        completion["completionList"] = {
            "itemDefaults": ["commitCharacters", "editRange", "insertTextMode", "insertTextFormat", "data"]}
        params["capabilities"]["general"] = {"positionEncodings": ["utf-16"]}
        return params

    def expected(self, items):
        return None if self.word(is_word) else items

    def matched(self, item):
        detail = item.get("detail") or item.get("labelDetails", {}).get("description")
        text = item["label"] if detail in (None, item["label"]) else f"{item['label']} {detail}"
        return item["filterText"] if item.get("filterText", "") in text else item["label"]

    async def open(self, kind, character=None):
        items, query = await self.request(kind, character), self.word(is_word)
        found = [(score(query, self.matched(item)) if query else 0, item) for item in items]
        found = [(points, item) for points, item in found if points or not query]

        def rank(way):
            points, item = way
            first = not query or query[0].lower() in words(self.matched(item))
            return (not first, self.matched(item) != query, -points, item["sortText"] if first else "")
        self.shown = [item for _, item in sorted(found, key=rank)] or None

    async def key(self, key):
        self.insert(key)
        self.shown = self.shown if is_word(key) else None
        if is_word(key) or key in self.triggers:
            await self.open(*((CHARACTER, key) if key in self.triggers else (INVOKED,)))

    async def backspace(self):
        self.delete()
        if self.shown and self.word(is_word):
            await self.open(INVOKED)
        else:
            self.shown = None

    async def ask(self):
        await self.open(INVOKED)

    async def accept(self, label):
        item = self.choose(label)
        self.replace(item)
        await self.editor.resolve(item)
        await self.run_command(item)
