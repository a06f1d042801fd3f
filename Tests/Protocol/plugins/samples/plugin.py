"""What the samples share: the conversation, JSON lines both ways, and a copy of each document made from the events."""

import json
import sys

UNITS = {"utf-8": lambda text: len(text.encode()), "utf-16": lambda text: len(text.encode("utf-16-le")) // 2,
         "utf-32": len}
#: Events that replace `before` by `text`; the others change nothing.
EDITS = ("inserted", "deleted", "replaced", "marked", "undone")


def say(message):
    print(json.dumps(message, ensure_ascii=False), flush=True)


def heard():
    """The messages to this plug-in, until its input ends."""
    for line in sys.stdin:
        yield json.loads(line)


class Text:
    """A document as the events tell of it. A program that lives long keeps lines apart; a sample need not."""

    def __init__(self, set_up):
        self.text = set_up["document"].get("text", "")
        self.width = UNITS[set_up["positionEncoding"]]

    def index(self, position):
        index = 0
        for _ in range(position["line"]):
            index = self.text.index("\n", index) + 1
        units = position["character"]
        while units > 0:
            units -= self.width(self.text[index])
            index += 1
        return index

    def position(self, index):
        start = self.text.rfind("\n", 0, index) + 1
        return {"line": self.text.count("\n", 0, start), "character": self.width(self.text[start:index])}

    def follow(self, event):
        """Returns where the text that is new ends; None for an event that changes nothing."""
        if event.get("event") not in EDITS:
            return None
        start, new = self.index(event["range"]["start"]), event.get("text", "")
        before = event.get("before", "")
        assert self.text[start:start + len(before)] == before
        self.text = self.text[:start] + new + self.text[start + len(before):]
        return start + len(new)
