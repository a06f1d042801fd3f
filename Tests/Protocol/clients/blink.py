"""blink.cmp: completion/trigger/init.lua and context.lua (when to request and hide),
config/completion/trigger.lua (the space is blocked as a trigger), fuzzy/rust/keyword.rs and fuzzy.rs with
frizbee (filter), fuzzy/sort.lua (score, then sortText)."""

from clients.base import CHARACTER, INVOKED, Client

BLOCKED = " \n\t"
DELIMITERS = " /.,_-:"


def is_keyword(character):
    return character.isalpha() or character in "0123456789_-"


def frizbee(needle, text, typos):
    """The Smith-Waterman score of the best match of the needle in `text`, None if more than `typos` letters
    are missing."""
    if not needle:
        return 0
    rows = len(needle)
    best, missing = [0] * (len(text) + 1), matched_at_least(needle, text)
    if missing > typos:
        return None
    gap, top = [False] * (len(text) + 1), 0
    for index in range(rows):
        diagonal, left, left_gap, following, gaps = best[0], 0, False, [0], [False]
        for place, letter in enumerate(text, 1):
            if letter.lower() == needle[index].lower():
                points = diagonal + 16
                points += 4 if letter == needle[index] else 0
                points += 12 if place == 1 else 0
                points += 4 if place > 1 and text[place - 2] in DELIMITERS and letter not in DELIMITERS else 0
                points += 4 if place > 1 and letter.isupper() and text[place - 2].islower() else 0
            else:
                points = max(0, diagonal - 4)
            up = max(0, best[place] - (1 if gap[place] else 5))
            side = max(0, left - (1 if left_gap else 5))
            diagonal, value = best[place], max(points, up, side)
            left, left_gap = value, value != points
            following.append(value)
            gaps.append(left_gap)
        best, gap, top = following, gaps, max(top, *following)
    return top + (8 if needle == text else 0)


def matched_at_least(needle, text):
    """How many letters of the needle must be left out for the rest to occur in the text in order."""
    row = [0] * (len(text) + 1)
    for letter in needle.lower():
        following = [0]
        for place, other in enumerate(text.lower(), 1):
            following.append(max(row[place], following[-1], row[place - 1] + (letter == other)))
        row = following
    return len(needle) - row[-1]


class Blink(Client):
    name = "blink.cmp"

    def __init__(self, *arguments, **more):
        super().__init__(*arguments, **more)
        self.bounds = None

    @classmethod
    def declare(cls, params):
        completion = params["capabilities"]["textDocument"]["completion"]
        completion["completionItem"] |= {"commitCharactersSupport": False}
        completion["completionList"] = {
            "itemDefaults": ["commitCharacters", "editRange", "insertTextFormat", "data"]}
        return params

    def is_trigger(self, character):
        letter = character.isascii() and character.isalpha()
        return character in self.triggers and character not in BLOCKED and not letter

    def keyword(self):
        return self.word(is_keyword).lstrip("-")

    def hide(self):
        self.bounds, self.shown = None, None

    async def show(self, kind, character=None):
        keyword, before = self.keyword(), self.line
        self.bounds = (len(self.line) - len(keyword), len(self.line))
        items = await self.request(kind, character)
        if self.line != before:
            # A key was typed in the meantime: this answer is dropped, and that key starts a new request.
            return await self.added(self.line[-1])
        scored = [(frizbee(keyword, item["filterText"], len(keyword) // 4), item) for item in items]
        found = [(points, item) for points, item in scored if points is not None]
        found.sort(key=lambda way: (-way[0], way[1]["sortText"]))
        self.shown = [item for _, item in found] or None

    async def added(self, key):
        if self.is_trigger(key):
            await self.show(CHARACTER, key)
        elif is_keyword(key):
            await self.show(INVOKED)
        else:
            self.hide()

    async def key(self, key):
        self.insert(key)
        await self.added(key)

    async def backspace(self):
        self.delete()
        if not self.bounds:
            return
        (start, end), column = self.bounds, len(self.line)
        inside = start <= column <= end if self.is_trigger(self.line[-1:] or "\n") else start < column <= end
        if inside or self.line and is_keyword(self.line[-1]) and column == start:
            await self.show(INVOKED)
        else:
            self.hide()

    async def ask(self):
        await self.show(INVOKED)

    async def accept(self, label):
        item = self.choose(label)
        self.bounds = None
        await self.editor.resolve(item)
        self.replace(item)
        await self.run_command(item)
