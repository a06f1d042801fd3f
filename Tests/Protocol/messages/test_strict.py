"""Tests of the message checks: good messages pass, and each kind of bad one is caught."""

import pytest

import strict
from document import STYLES, Document

INITIALIZE = {"from": "client", "message": {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
    "processId": None, "rootUri": None, "capabilities": {}}}}
ANSWER = {"from": "server", "message": {"jsonrpc": "2.0", "id": 0, "result": {"capabilities": {}}}}


def reply(result):
    return {"jsonrpc": "2.0", "id": 1, "result": result}


RANGE = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 3}}


@pytest.mark.parametrize(("request_method", "result"), [
    ("textDocument/completion", {"isIncomplete": True, "items": [{"label": "Ada", "textEdit": {"range": RANGE, "newText": "A"}}]}),
    ("textDocument/completion", None),
    ("textDocument/semanticTokens/full", {"data": [0, 1, 2, 0, 0]}),
    ("textDocument/semanticTokens/full/delta", {"resultId": "2", "edits": []}),
    ("textDocument/documentHighlight", [{"range": RANGE}]),
    ("shutdown", None),
    ("mentions/list", {"mentions": [{"range": RANGE, "text": "Ada", "state": "whole", "litUp": False,
                                     "entity": {"id": "ada", "name": "Ada", "source": "demo"}}]}),
])
def test_a_good_answer_passes(request_method, result):
    assert strict.message(reply(result), request_method) == []


@pytest.mark.parametrize(("request_method", "result", "word"), [
    ("textDocument/completion", {"isIncomplete": True, "items": [{"label": "Ada", "colour": 1}]}, "colour"),
    ("textDocument/completion", {"isIncomplete": True, "items": [{"label": "Ada", "detail": None}]}, "null"),
    ("textDocument/completion", {"items": []}, "isIncomplete"),
    ("textDocument/completion", {"isIncomplete": True, "items": [{"label": "Ada", "kind": 26}]}, "26"),
    ("textDocument/documentHighlight", [{"range": {"start": {"line": -1, "character": 0}, "end": {"line": 0, "character": 0}}}], "line"),
    ("textDocument/documentHighlight", [{"range": {"start": {"line": "0", "character": 0}, "end": {"line": 0, "character": 0}}}], "0"),
    ("textDocument/semanticTokens/full", {"data": [0, 1.5]}, "1.5"),
    ("mentions/list", {"mentions": [{"range": RANGE, "text": "Ada", "state": "half", "litUp": False, "entity": {"id": "a", "name": "A", "source": "s"}}]}, "half"),
    ("mentions/remove", {}, "removed"),
    ("mentions/remove", {"removed": True}, "True"),
])
def test_a_bad_answer_is_caught(request_method, result, word):
    findings = strict.message(reply(result), request_method)
    assert findings and any(word in finding for finding in findings)


@pytest.mark.parametrize("sent", [
    {"id": 1, "result": None},
    {"jsonrpc": "2.0", "id": 1},
    {"jsonrpc": "2.0", "id": 1, "result": None, "error": {"code": 1, "message": ""}},
    {"jsonrpc": "2.0", "id": 1, "error": {"code": "1", "message": ""}},
    {"jsonrpc": "2.0", "id": 1, "result": None, "more": 1},
    {"jsonrpc": "2.0", "method": "window/unheardOf", "params": {}},
    {"jsonrpc": "2.0", "method": "window/showMessage", "params": {"type": 9, "message": ""}},
    {"jsonrpc": "2.0", "method": "mentions/chooser", "params": {}},
])
def test_a_bad_message_is_caught(sent):
    assert strict.message(sent, "textDocument/unheardOf")


@pytest.mark.parametrize(("entries", "word"), [
    ([INITIALIZE], "no answer"),
    ([INITIALIZE, ANSWER, ANSWER], "no open request"),
    ([INITIALIZE, ANSWER, {"from": "server", "message": {"jsonrpc": "2.0", "id": 1, "method": "workspace/applyEdit",
                                                         "params": {"edit": {"documentChanges": []}}}}], "did not declare"),
    ([INITIALIZE, ANSWER, {"from": "server", "message": {"jsonrpc": "2.0", "method": "$/progress", "params": {
        "token": 1, "value": {"kind": "end"}}}}], "nobody made"),
    ([INITIALIZE, ANSWER, {"from": "server", "raw": "Hello"}], "not a message"),
    ([INITIALIZE, {"from": "server", "message": {"jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": {
        "uri": "file:///a", "diagnostics": []}}}, ANSWER], "before initialize"),
])
def test_a_bad_session_is_caught(entries, word):
    findings = list(strict.session(entries))
    assert len(findings) == 1 and word in findings[0]


def test_a_good_session_passes():
    assert list(strict.session([INITIALIZE, ANSWER])) == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_the_document_finds_its_places_again(encoding):
    document = Document("file:///a", "a😀\r\né\r\n\r👩‍👩‍👧x\n", encoding=encoding)
    for index in range(len(document.text) + 1):
        if document.text[index - 1:index + 1] != "\r\n":
            assert document.index(document.position(index)) == index


@pytest.mark.parametrize("style", STYLES.values())
def test_every_style_ends_with_the_same_text(style):
    document = Document("file:///a", "Hi @al 😀")
    copy = Document("file:///a", document.text)
    for changes in style(document, 3, 6, "Alan 𝕏"):
        for change in changes:
            start, end = copy.index(change["range"]["start"]), copy.index(change["range"]["end"])
            copy.change(start, end, change["text"])
    assert document.text == copy.text == "Hi Alan 𝕏 😀"
