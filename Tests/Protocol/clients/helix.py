"""Helix 25.07: helix-term/src/handlers/completion.rs and completion/request.rs (when to request, close and
request again), ui/completion.rs (filter and order), and nucleo's `fuzzy_optimal` with `prefer_prefix`.
Recorded: helix-25.07-slow."""

import unicodedata

from clients.base import CHARACTER, INCOMPLETE, INVOKED, Client, is_letter

WHITE, DELIMITER, OTHER, LOWER, UPPER, LETTER, NUMBER = range(7)


def is_word(character):
    return is_letter(character) or character == "_"


def kind_of(character):
    if character.isspace():
        return WHITE
    if character in "/,:;|":
        return DELIMITER
    if character.isnumeric():
        return NUMBER
    if character.isupper():
        return UPPER
    if character.islower():
        return LOWER
    return LETTER if character.isalpha() else OTHER


def bonus(before, now):
    if now > OTHER and before <= OTHER:
        return {WHITE: 10, DELIMITER: 9, OTHER: 8}[before]
    if (before, now) == (LOWER, UPPER) or now == NUMBER and before != NUMBER:
        return 5
    return {WHITE: 10, OTHER: 8}.get(now, 0)


def plain(text):
    """Lower case, Latin letters without diacritics; each letter maps to exactly one."""
    return [unicodedata.normalize("NFD", letter.lower())[0] for letter in text]


def nucleo(needle, text, prefers_prefix=True):
    """The score of the best alignment, None if there is none: 16 per letter, with bonuses at the start of
    words and for consecutive letters."""
    if not needle:
        return 0
    kinds = [WHITE, *map(kind_of, text)]
    bonuses = [bonus(before, now) for before, now in zip(kinds, kinds[1:])]
    letters, wanted = plain(text), plain(needle)
    ends = {}  # place of the last letter -> (score, bonus of the run)
    for index, letter in enumerate(wanted):
        following, skipped = {}, None  # skipped: the best score before, with the gap paid
        for place, other in enumerate(letters):
            ways = []
            if other == letter:
                if index == 0:
                    start = 0 if not prefers_prefix else 16 if place == 0 else max(0, 13 - (place - 1))
                    ways.append((2 * bonuses[place] + 16 + start // 2, bonuses[place]))
                if place - 1 in ends:
                    score, run = ends[place - 1]
                    run = max(run, 4)
                    run = bonuses[place] if bonuses[place] >= 8 and bonuses[place] > run else run
                    ways.append((score + max(run, bonuses[place]) + 16, run))
                if skipped is not None:
                    ways.append((skipped + bonuses[place] + 16, bonuses[place]))
            if ways:
                following[place] = max(ways)
            closing = [max(0, ends[place - 1][0] - 3)] if place - 1 in ends else []
            closing += [max(0, skipped - 1)] if skipped is not None else []
            skipped = max(closing, default=None)
        ends = following
    return max((score for score, _ in ends.values()), default=None)


class Helix(Client):
    name = "Helix"
    captured = "helix-25.07.1"

    def __init__(self, *arguments, **more):
        super().__init__(*arguments, **more)
        self.items, self.filter = [], ""

    def close(self):
        self.shown, self.items, self.filter = None, [], ""

    def score(self, divisor):
        """`divisor`: 2 if a letter was added to the filter, 3 if the items are new."""
        scored = [(nucleo(self.filter, item["filterText"]), place, item)
                  for place, item in enumerate(self.items)]
        least = (7 + len(self.filter) * 14) // 3
        found = [(points // divisor, place, item) for points, place, item in scored if points is not None]
        self.shown = [item for *_, item in sorted(found, key=lambda way: (way[0] <= least, -way[0], way[1]))]

    async def automatically(self):
        """Requests at once after a trigger character; after two letters of a word, when the user pauses."""
        if trigger := next((trigger for trigger in self.triggers if self.line.endswith(trigger)), None):
            await self.open(CHARACTER, trigger)
        elif self.pauses and len(self.line) >= 2 and all(map(is_word, self.line[-2:])):
            await self.open(INVOKED)

    async def open(self, kind, character=None):
        self.items = await self.request(kind, character)
        self.filter = self.word(is_word)
        self.score(3)
        if not self.shown:
            self.close()

    async def again(self):
        self.items = await self.request(INCOMPLETE)
        self.score(3)
        if not self.shown:
            self.close()
            await self.automatically()

    async def key(self, key):
        self.insert(key)
        if self.shown is None:
            return await self.automatically()
        self.filter += key
        self.score(2)
        if not self.shown or not is_word(key):
            self.close()
            await self.automatically()
        else:
            await self.again()

    async def backspace(self):
        self.delete()
        if self.shown is None:
            return
        self.filter = self.filter[:-1]
        if self.filter:
            await self.again()
        else:
            self.close()

    async def ask(self):
        await self.open(INVOKED)

    async def accept(self, label):
        """Applies one change; the item's command is never run."""
        item = self.choose(label)
        self.close()
        item = {**item, **await self.editor.resolve(item)}
        self.replace(item)
