"""A document as an editor holds it, and the ways in which editors report that a completion item was accepted.

Places in a document are indices into its Python string; `position` and `index` convert them to LSP positions in the
negotiated encoding and back, in the simplest possible way: the tests compare the server with this."""

import re

WIDTH = {
    "utf-8": lambda text: len(text.encode()),
    "utf-16": lambda text: len(text.encode("utf-16-le")) // 2,
    "utf-32": len,
}
_line_end = re.compile("\r\n|\r|\n")


class Document:
    def __init__(self, uri, text, language="markdown", version=0, encoding="utf-16"):
        self.uri, self.text, self.language, self.version = uri, text, language, version
        self.width = WIDTH[encoding]

    # --- places

    def _starts(self):
        return [0, *(match.end() for match in _line_end.finditer(self.text))]

    def position(self, index):
        starts = [start for start in self._starts() if start <= index]
        return {"line": len(starts) - 1, "character": self.width(self.text[starts[-1]:index])}

    def index(self, position):
        starts = self._starts()
        index = starts[position["line"]]
        units = position["character"]
        while units > 0:
            units -= self.width(self.text[index])
            index += 1
        assert units == 0, f"{position} splits a character of {self.text!r}"
        return index

    def range(self, start, end):
        return {"start": self.position(start), "end": self.position(end)}

    def slice(self, range):
        return self.text[self.index(range["start"]):self.index(range["end"])]

    def find(self, needle, start=0):
        """The index after the first occurrence of `needle`."""
        at = self.text.index(needle, start)
        return at + len(needle)

    @property
    def identifier(self):
        return {"uri": self.uri}

    @property
    def item(self):
        return {"uri": self.uri, "languageId": self.language, "version": self.version, "text": self.text}

    # --- edits

    def change(self, start, end, text):
        """Applies one edit and returns it as an LSP content change."""
        change = {"range": self.range(start, end), "text": text}
        self.text = self.text[:start] + text + self.text[end:]
        return change

    def apply(self, edits):
        """Applies the text edits of one answer: all ranges refer to the document before any of them."""
        for start, end, text in sorted(((self.index(e["range"]["start"]), self.index(e["range"]["end"]), e["newText"])
                                        for e in edits), reverse=True):
            self.text = self.text[:start] + text + self.text[end:]

    def did_change(self, changes, versions=1):
        self.version += versions
        return {"textDocument": {"uri": self.uri, "version": self.version}, "contentChanges": changes}


# --- accepting: each style yields one list of changes per notification ------------------------------------------------


def in_one_change(document, start, end, text):
    """VS Code, Helix, Eglot."""
    yield [document.change(start, end, text)]


def character_by_character(document, start, end, text):
    """Neovim 0.12: deletes the key's last letter alone; then, in one notification, deletes the rest of the key and
    inserts the text, letter by letter."""
    if end > start + 1:
        yield [document.change(end - 1, end, "")]
        end -= 1
    changes = [document.change(place - 1, place, "") for place in range(end, start, -1)]
    changes += [document.change(start + place, start + place, letter) for place, letter in enumerate(text)]
    yield changes


def in_six_notifications(document, start, end, text):
    """lsp-mode 10 with company: replaces the key by the text and back, deletes all of it, then inserts the text."""
    key = document.text[start + 1:end]
    yield [document.change(start + 1, end, "")]
    yield [document.change(start + 1, start + 1, text)]
    yield [document.change(start + 1, start + 1 + len(text), "")]
    yield [document.change(start + 1, start + 1, key)]
    yield [document.change(start, end, "")]
    yield [document.change(start, start, text)]


STYLES = {style.__name__: style for style in (in_one_change, character_by_character, in_six_notifications)}
