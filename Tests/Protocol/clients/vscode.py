"""VS Code: suggestModel.ts (when to request, retrigger and cancel), completionModel.ts (filter and order),
filters.ts (`fuzzyScoreGracefulAggressive`), the word pattern of its Markdown extension. Quick suggestions
are off in Markdown."""

from clients.base import CHARACTER, INCOMPLETE, INVOKED, Client, in_order, is_letter, is_mark

SEPARATORS = "_-./\\ '\":$<>()[]{}\t"


def is_word(character):
    return is_letter(character) or is_mark(character) or character == "_"


def fuzzy_score(pattern, word, first_may_be_weak=False):
    """The score of the best match of the pattern's letters, in order, in the word; None if there is none.
    A letter matches strongly at the same index in both, at the start of a part of the word, and as a capital;
    gaps and a late start cost points."""
    low, word_low = pattern.lower(), word.lower()
    if not pattern or len(low) > len(word_low) or not in_order(low, word_low):
        return None
    best = {}  # place of the last matched letter -> score
    for index, letter in enumerate(low):
        following = {}
        for place in range(index, len(word_low)):
            if word_low[place] != letter:
                continue
            own, strong = letter_score(pattern, word, index, place)
            if index == 0:
                if strong or first_may_be_weak:
                    following[place] = own - min(place, 3) * 3
                continue
            ways = [score + own + (0 if last == place - 1 else -5 - (place - last - 2))
                    for last, score in best.items() if last < place]
            if ways:
                following[place] = max(ways)
        best = following
    if not best:
        return None
    return max(best.values()) + (2 if len(pattern) == len(word) else 0)


def letter_score(pattern, word, index, place):
    same_case = pattern[index] == word[place]
    if place == index:
        return (8 if same_case else 6), True
    if word[place].isupper() and not word[place - 1].isupper():
        return (8 if same_case else 6), True
    if word[place - 1] in SEPARATORS:
        return 6, True
    return 1, False


def graceful(pattern, word):
    """The best score of the pattern itself or with one of its first letters swapped with the next."""
    ways = [fuzzy_score(pattern, word)]
    if len(pattern) >= 3:
        for place in range(1, min(7, len(pattern) - 1)):
            swapped = pattern[:place] + pattern[place + 1] + pattern[place] + pattern[place + 2:]
            score = fuzzy_score(swapped, word) if swapped != pattern else None
            ways.append(None if score is None else score - 3)
    return max((way for way in ways if way is not None), default=None)


class VSCode(Client):
    name = "VS Code"
    captured = "visual_studio_code"
    info = {"name": "Visual Studio Code", "version": "1.106.0"}

    def __init__(self, *arguments, **more):
        super().__init__(*arguments, **more)
        self.session = None

    @property
    def lead(self):
        """The word before the cursor and where it begins."""
        word = self.word(is_word)
        return word, len(self.line) - len(word)

    def at_word(self):
        """Whether the editor would suggest automatically here: it then ignores trigger characters."""
        word, _ = self.lead
        return bool(word) and not word.isdecimal()

    def close(self):
        self.session, self.shown = None, None

    async def key(self, key):
        self.insert(key)
        if self.session:
            await self.moved()
        if not self.at_word() and key in self.triggers:
            await self.trigger(CHARACTER, key)

    async def backspace(self):
        self.delete()
        if self.session:
            await self.moved()

    async def ask(self):
        await self.trigger(INVOKED, auto=False)

    async def trigger(self, kind, character=None, auto=True):
        column = len(self.line)
        self.session = {"column": column, "start": self.lead[1], "auto": auto, "items": None}
        self.session["items"] = await self.request(kind, character)
        await self.moved()

    async def moved(self):
        session, column, (word, start) = self.session, len(self.line), self.lead
        if column < session["column"]:
            return await self.trigger(INVOKED, auto=session["auto"]) if word else self.close()
        if word and start > session["start"]:
            return await self.trigger(INVOKED, auto=session["auto"])
        if column > session["column"] and session["items"] and word:
            return await self.trigger(INCOMPLETE, auto=session["auto"])
        found = self.filtered(session["items"])
        if found or not session["auto"]:
            self.shown = found or self.shown or None
        else:
            self.close()

    def filtered(self, items):
        scored = [(graceful(self.typed(item), item["filterText"]) if self.typed(item) else -100, item)
                  for item in items]
        found = [(score, item) for score, item in scored if score is not None]
        return [item for _, item in sorted(found, key=lambda pair: -pair[0])]

    async def accept(self, label):
        item = self.choose(label)
        self.session = None
        self.replace(item)
        await self.editor.resolve(item)
        await self.run_command(item)
