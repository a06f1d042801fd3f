"""What all models share: a document, a cursor, and the list on the screen."""

import copy
import unicodedata

from conftest import parameters
from document import in_one_change
from editor import Editor, range_of

INVOKED, CHARACTER, INCOMPLETE = 1, 2, 3


def is_letter(character):
    """Letters and digits of any script, as most clients define them (Rust's `is_alphanumeric`)."""
    return character.isalnum()


def is_mark(character):
    return unicodedata.category(character) in ("Mn", "Mc")


def in_order(needle, text):
    """Whether the letters of `needle` occur in `text` in this order: the minimum that every fuzzy filter
    requires."""
    rest = iter(text)
    return all(letter in rest for letter in needle)


class Client:
    """`shown` is the list on the screen, None while it is closed; `requests` are the requests sent so far,
    by trigger kind and character; `ahead` is typed before the next answer arrives."""

    name = None
    # The client's capabilities: a captured `initialize` message or a preset of pytest-lsp.
    captured = "neovim-0.12.4"
    info = None
    # Whether the user pauses after each key, so that requests the client delays are sent.
    pauses = True
    # Whether only the first word of an item's text is inserted.
    cuts_words = False

    def __init__(self, peer, text="", uri="file:///w/notes.md"):
        self.editor = Editor(peer, text, uri).open()
        self.shown, self.requests, self.ahead = None, [], ""

    @classmethod
    def parameters(cls, root, options):
        params = parameters(cls.captured, root, options)
        if cls.info:
            params["clientInfo"] = cls.info
        return cls.declare(params)

    @classmethod
    def declare(cls, params):
        return params

    # --- what is shown

    @property
    def peer(self):
        return self.editor.peer

    @property
    def text(self):
        return self.editor.document.text

    @property
    def line(self):
        """The cursor's line, up to the cursor."""
        before = self.text[:self.editor.cursor]
        return before[before.rfind("\n") + 1:]

    @property
    def triggers(self):
        return self.peer.result["capabilities"]["completionProvider"]["triggerCharacters"]

    @property
    def labels(self):
        return [item["label"] for item in self.shown or []]

    def typed(self, item):
        """The text between the start of the item's edit and the cursor, now."""
        return self.text[self.editor.document.index(range_of(item)["start"]):self.editor.cursor]

    def word(self, is_part):
        """The part of a word before the cursor."""
        line, start = self.line, len(self.line)
        while start > 0 and is_part(line[start - 1]):
            start -= 1
        return line[start:]

    # --- what is sent

    def insert(self, text):
        self.editor.type(text)

    def delete(self):
        self.editor.backspace()

    async def request(self, kind, character=None):
        """The items of the answer, in the order of their `sortText`."""
        self.requests.append((kind, character))
        more = {"triggerCharacter": character} if character else {}
        items = await self.editor.complete(triggerKind=kind, **more)
        ahead, self.ahead = self.ahead, ""
        self.insert(ahead)
        return sorted(items, key=lambda item: item["sortText"])

    async def run_command(self, item):
        """Runs the item's command, which only some clients do."""
        if item.get("command"):
            await self.peer.request("workspace/executeCommand", {
                "command": item["command"]["command"], "arguments": item["command"].get("arguments", [])})

    # --- what the user does

    async def type(self, keys):
        for key in keys:
            await self.key(key)

    async def key(self, key):
        raise NotImplementedError

    async def backspace(self):
        raise NotImplementedError

    async def ask(self):
        """The user requests completion with a dedicated key."""
        raise NotImplementedError

    async def accept(self, label):
        raise NotImplementedError

    def expected(self, items):
        """The order in which the client shows items that the server ranked in this order; None if the client
        uses an order of its own."""
        return items

    def reach(self, item):
        """Extends the item's ranges to the cursor: text typed since the request is replaced too."""
        edit = item["textEdit"]
        for range in [edit["range"]] if "range" in edit else [edit["insert"], edit["replace"]]:
            range["end"] = self.editor.position
        return item

    def choose(self, label):
        item = next(item for item in self.shown or [] if item["label"] == label)
        self.shown = None
        return self.reach(copy.deepcopy(item))

    def replace(self, item):
        """Applies the item's edit as one change."""
        self.editor.accept(item, in_one_change)
