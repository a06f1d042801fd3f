"""An editor for the tests: a document, a cursor, and requests whose answers are checked as they arrive."""

from document import STYLES, Document
from strict import has


def range_of(item):
    """The range that accepting the item replaces; of two ranges the one that VS Code and Neovim use."""
    return item["textEdit"].get("range") or item["textEdit"]["replace"]


class Editor:
    def __init__(self, peer, text="", uri="file:///w/notes.md", language="markdown", version=0):
        self.peer = peer
        self.document = Document(uri, text, language, version, peer.encoding)
        self.cursor = len(text)
        self.tokens_id, self.tokens = None, []

    def open(self):
        self.peer.notify("textDocument/didOpen", {"textDocument": self.document.item})
        return self

    def close(self):
        self.peer.notify("textDocument/didClose", {"textDocument": self.document.identifier})

    @property
    def position(self):
        return self.document.position(self.cursor)

    @property
    def here(self):
        return {"textDocument": self.document.identifier, "position": self.position}

    # --- editing

    def replace(self, start, end, text):
        change = self.document.change(start, end, text)
        self.cursor = start + len(text)
        self.peer.notify("textDocument/didChange", self.document.did_change([change]))

    def type(self, text):
        """Types character by character, with one notification each."""
        for letter in text:
            self.replace(self.cursor, self.cursor, letter)

    def backspace(self, count=1):
        for _ in range(count):
            self.replace(self.cursor - 1, self.cursor, "")

    def accept(self, item, style):
        """Inserts an item as a client with that style does."""
        edit, range = item["textEdit"], range_of(item)
        start, end = self.document.index(range["start"]), self.document.index(range["end"])
        for changes in style(self.document, start, end, edit["newText"]):
            self.peer.notify("textDocument/didChange", self.document.did_change(changes, len(changes)))
        self.cursor = start + len(edit["newText"])
        assert not item.get("additionalTextEdits"), "this editor was not made for them"

    # --- requests

    async def complete(self, **context):
        """The items offered at the cursor, each with its whole `textEdit`."""
        answer = await self.peer.request("textDocument/completion", {**self.here, "context": {"triggerKind": 1, **context}})
        if answer is None:
            return []
        items = answer if isinstance(answer, list) else answer["items"]
        defaults = {} if isinstance(answer, list) else answer.get("itemDefaults", {})
        declared = self.peer.parameters["capabilities"].get("textDocument", {}).get("completion", {})
        allowed = has(declared, "completionList.itemDefaults") or []
        assert set(defaults) <= set(allowed), f"defaults that the client does not know: {defaults}"
        whole = [self._whole(item, defaults) for item in items]
        if whole:
            assert answer["isIncomplete"] is True
            self._judge(whole, has(declared, "completionItem") or {}, has(declared, "completionItemKind.valueSet"))
        return whole

    def _whole(self, item, defaults):
        item = dict(item)
        if "textEdit" not in item and "editRange" in defaults:
            range = defaults["editRange"]
            item["textEdit"] = {"newText": item.get("textEditText", item["label"]),
                                **(range if "insert" in range else {"range": range})}
        if "data" not in item and "data" in defaults:
            item["data"] = defaults["data"]
        return item

    def _judge(self, items, declared, kinds):
        ranges = []
        for item in items:
            edit = item["textEdit"]
            if "insert" in edit:
                assert declared.get("insertReplaceSupport"), "insert and replace without insertReplaceSupport"
                ranges += [edit["insert"]]
                assert edit["replace"]["start"] == edit["insert"]["start"]
            else:
                ranges += [edit["range"]]
            assert item["label"]
            assert item.get("insertTextFormat", 1) == 1
            assert item.get("kind", 1) in (kinds or range(1, 19 if kinds is None else 26))
            assert "labelDetails" not in item or declared.get("labelDetailsSupport")
            assert "preselect" not in item or declared.get("preselectSupport")
            assert "commitCharacters" not in item or declared.get("commitCharactersSupport")
            if isinstance(item.get("documentation"), dict):
                assert item["documentation"]["kind"] in declared.get("documentationFormat", [])
        first = ranges[0]
        assert all(range == first for range in ranges), "items have different ranges"
        assert first["end"] == self.position and first["start"]["line"] == first["end"]["line"]
        typed = self.document.slice(first)
        assert all(item.get("filterText", item["label"]).startswith(typed) for item in items), f"{typed!r} filters out"
        order = [item["sortText"] for item in items]
        assert order == sorted(set(order)), "sortText does not give the order"

    async def resolve(self, item):
        """The item with its details, in a form that the client declared."""
        resolved = await self.peer.request("completionItem/resolve", item)
        documentation = resolved.get("documentation")
        if isinstance(documentation, dict):
            formats = has(self.peer.parameters["capabilities"], "textDocument.completion.completionItem.documentationFormat")
            assert documentation["kind"] in (formats or []), f"documentation in {documentation['kind']}"
        return resolved

    async def mentions(self):
        """The mentions of the document, checked against its text and against the semantic tokens."""
        answer = await self.peer.request("mentions/list", {"textDocument": self.document.identifier})
        for mention in answer["mentions"]:
            assert self.document.slice(mention["range"]) == mention["text"]
        await self._check_tokens([mention["range"] for mention in answer["mentions"]])
        return answer["mentions"]

    async def texts(self):
        return [mention["text"] for mention in await self.mentions()]

    async def state(self):
        return await self.peer.request("mentions/state", {"textDocument": self.document.identifier})

    async def highlights(self):
        answer = await self.peer.request("textDocument/documentHighlight", self.here)
        return [self.document.slice(highlight["range"]) for highlight in answer or []]

    # --- semantic tokens

    async def _check_tokens(self, mentions):
        """Checks that full, delta and range tokens agree with `mentions/list`."""
        provider = self.peer.result["capabilities"].get("semanticTokensProvider")
        if not provider:
            assert not has(self.peer.parameters["capabilities"], "textDocument.semanticTokens"), "no semantic tokens"
            return
        identifier = {"textDocument": self.document.identifier}
        full = await self.peer.request("textDocument/semanticTokens/full", identifier)
        assert self._ranges(full["data"], provider["legend"]) == mentions
        if self.tokens_id is not None and has(provider, "full.delta"):
            delta = await self.peer.request("textDocument/semanticTokens/full/delta",
                                            {**identifier, "previousResultId": self.tokens_id})
            assert self._patched(delta) == full["data"]
        if provider.get("range"):
            whole = await self.peer.request("textDocument/semanticTokens/range",
                                            {**identifier, "range": self.document.range(0, len(self.document.text))})
            assert whole["data"] == full["data"]
            for mention in mentions[:1]:
                part = await self.peer.request("textDocument/semanticTokens/range", {**identifier, "range": mention})
                assert mention in self._ranges(part["data"], provider["legend"])
        fresh = await self.peer.request("textDocument/semanticTokens/full", identifier)
        assert fresh["data"] == full["data"]
        self.tokens_id, self.tokens = fresh.get("resultId"), fresh["data"]

    def _patched(self, delta):
        if "data" in delta:
            return delta["data"]
        data = list(self.tokens)
        for edit in sorted(delta["edits"], key=lambda edit: -edit["start"]):
            assert edit["start"] + edit["deleteCount"] <= len(data)
            data[edit["start"]:edit["start"] + edit["deleteCount"]] = edit.get("data", [])
        return data

    def _ranges(self, data, legend):
        assert len(data) % 5 == 0
        ranges, line, character = [], 0, 0
        for place in range(0, len(data), 5):
            lines, columns, length, kind, modifiers = data[place:place + 5]
            assert lines > 0 or place == 0 or columns > 0, "tokens out of order"
            line, character = line + lines, columns if lines else character + columns
            assert length > 0 and legend["tokenTypes"][kind] in ("mention", "decorator")
            assert modifiers < 1 << len(legend["tokenModifiers"])
            ranges.append({"start": {"line": line, "character": character},
                           "end": {"line": line, "character": character + length}})
        return ranges


async def accepted(editor, key, style=STYLES["in_one_change"]):
    """Types `key`, accepts the first item, and returns the inserted text."""
    editor.type(key)
    items = await editor.complete()
    editor.accept(items[0], style)
    return items[0]["textEdit"]["newText"]


async def two_mentions(peer):
    editor = Editor(peer, "").open()
    editor.type("Dear ")
    first = await accepted(editor, "@knu")
    editor.type(" and ")
    second = await accepted(editor, "@karp")
    editor.type(".\n")
    return editor, first, second
