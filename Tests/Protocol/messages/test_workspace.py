"""Requests about the whole workspace: real files in a real git repository. The client counts columns in UTF-8."""

import os
import time

import pytest

from conftest import parameters
from peers import ResponseError
import strict

SETTINGS = {
    "implicit": {"minimumLength": 0},
    "sources": {"git": None, "codeowners": None, "people": None, "team": {"type": "file", "path": "people.jsonl"}},
    "triggers": [{"character": "@", "sources": ["team"], "insert": {"default": "@{handle}"}}],
}
PEOPLE = '{"name": "Ada Lovelace", "handle": "ada"}\n{"name": "Bob Kahn", "handle": "bob"}\n'


def write(root, name, text):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    old = time.time() - 1000
    os.utime(path, (old, old))
    return path.as_uri()


@pytest.fixture
def repository(root, git):
    """Mentions in files that git names, and in such as it ignores."""
    git("init", "-q", cwd=root)
    write(root, "people.jsonl", PEOPLE)
    write(root, ".gitignore", "out/\n")
    write(root, "out/log.md", "@ada\n")
    write(root, "docs/b.md", "# Notes\n\n😀 ask @ada, not @nobody or `@ada`.\n")
    write(root, "binary.md", "@ada\0")
    git("add", ".", cwd=root)
    write(root, "new.md", "@bob and @ada\n")
    return root


@pytest.fixture
async def workspace(start, repository):
    peer = await start()
    await peer.initialize(parameters("neovim-0.12.4", repository, SETTINGS))
    yield peer, repository
    assert await peer.finish() == 0
    assert list(strict.session(peer.entries)) == []


def open_document(peer, root, name, text):
    uri = (root / name).as_uri()
    peer.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "markdown", "version": 1, "text": text}})
    return uri


def place(root, location):
    start, end = location["range"]["start"], location["range"]["end"]
    assert start["line"] == end["line"]
    return location["uri"].removeprefix(root.as_uri() + "/"), start["line"], start["character"], end["character"]


async def references(peer, root, uri, character):
    answer = await peer.request("textDocument/references", {
        "textDocument": {"uri": uri}, "position": {"line": 0, "character": character},
        "context": {"includeDeclaration": False}})
    return [place(root, location) for location in answer or []]


async def test_references_in_open_and_closed_files(workspace):
    peer, root = workspace
    uri = open_document(peer, root, "a.md", "See @ada")
    expected = [("a.md", 0, 4, 8), ("docs/b.md", 2, 9, 13), ("new.md", 0, 9, 13)]
    assert await references(peer, root, uri, 5) == expected
    assert await references(peer, root, uri, 0) == []


async def test_the_declaration_and_partial_results(workspace):
    peer, root = workspace
    uri = open_document(peer, root, "a.md", "See @ada")
    where = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 5}}
    answer = await peer.request("textDocument/references", {**where, "context": {"includeDeclaration": True}})
    mentions = [("a.md", 0, 4, 8), ("docs/b.md", 2, 9, 13), ("new.md", 0, 9, 13)]
    assert [place(root, location) for location in answer] == [("people.jsonl", 0, 9, 23), *mentions]
    answer = await peer.request("textDocument/references", {
        **where, "context": {"includeDeclaration": False}, "partialResultToken": "some"})
    assert answer == []
    answer = await peer.request("workspace/symbol", {"query": "ada", "partialResultToken": 7})
    assert answer == []
    told = {}
    for entry in peer.from_server("$/progress"):
        told.setdefault(entry["params"]["token"], []).extend(
            entry["params"]["value"] if isinstance(entry["params"]["value"], list) else [])
    assert [place(root, location) for location in told["some"]] == mentions
    assert len(told[7]) == 4


async def test_references_follow_files_and_come_from_the_cache(start, repository):
    root = repository
    for _ in range(2):
        peer = await start()
        await peer.initialize(parameters("neovim-0.12.4", root, SETTINGS))
        uri = open_document(peer, root, "a.md", "See @ada")
        expected = [("a.md", 0, 4, 8), ("docs/b.md", 2, 9, 13), ("new.md", 0, 9, 13)]
        assert await references(peer, root, uri, 5) == expected
        assert await peer.finish() == 0
        assert list(strict.session(peer.entries)) == []
    write(root, "new.md", "nobody\n")
    write(root, "docs/c.md", "@ada\n")
    peer = await start()
    await peer.initialize(parameters("neovim-0.12.4", root, SETTINGS))
    uri = open_document(peer, root, "a.md", "See @ada")
    expected = [("a.md", 0, 4, 8), ("docs/b.md", 2, 9, 13), ("docs/c.md", 0, 0, 4)]
    # On a busy machine it may take some tries until all files have been looked at.
    for _ in range(100):
        if (found := await references(peer, root, uri, 5)) == expected:
            break
    assert found == expected
    assert await peer.finish() == 0
    assert list(strict.session(peer.entries)) == []


async def test_rename_changes_every_mention_and_the_people_file(workspace):
    peer, root = workspace
    uri = open_document(peer, root, "a.md", "See @ada")
    place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 5}}
    assert (await references(peer, root, uri, 5))[1:]
    answer = await peer.request("textDocument/prepareRename", place)
    assert answer == {"range": {"start": {"line": 0, "character": 5}, "end": {"line": 0, "character": 8}}, "placeholder": "ada"}
    edit = await peer.request("textDocument/rename", {**place, "newName": "countess"})
    changes = {}
    for change in edit["documentChanges"]:
        changes[change["textDocument"]["uri"].removeprefix(root.as_uri() + "/")] = [
            (one["range"]["start"]["line"], one["range"]["start"]["character"], one["newText"]) for one in change["edits"]]
    assert changes == {
        "people.jsonl": [(0, 35, '"countess"')], "a.md": [(0, 5, "countess")], "docs/b.md": [(2, 10, "countess")],
        "new.md": [(0, 10, "countess")]}
    with pytest.raises(ResponseError, match="white space"):
        await peer.request("textDocument/rename", {**place, "newName": "coun tess"})
    (root / "new.md").unlink()
    with pytest.raises(ResponseError, match="new.md"):
        await peer.request("textDocument/rename", {**place, "newName": "countess"})


async def test_shortened_mentions_follow_a_rename_in_files_that_are_not_open(workspace):
    peer, root = workspace
    text = "Ask Ada Lovelace"
    people = {"name": "Ada Lovelace", "handle": "ada", "source": "team"}
    uris = [write(root, name, text) for name in ("c.md", "d.md")]
    for uri in uris:
        document = {"textDocument": {"uri": uri}}
        open_document(peer, root, uri.rpartition("/")[2], text)
        whole = {"start": {"line": 0, "character": 4}, "end": {"line": 0, "character": 16}}
        added = await peer.request("mentions/add", {**document, "mentions": [
            {"range": whole, "text": "Ada Lovelace", "entity": people}]})
        assert added["added"] == 1
    # The end of the name is deleted in one of them, which is saved and closed.
    peer.notify("textDocument/didChange", {
        "textDocument": {"uri": uris[0], "version": 2},
        "contentChanges": [{"range": {"start": {"line": 0, "character": 7}, "end": {"line": 0, "character": 16}}, "text": ""}]})
    listed = await peer.request("mentions/list", {"textDocument": {"uri": uris[0]}})
    assert [(one["text"], one["state"]) for one in listed["mentions"]] == [("Ada", "trimmed")]
    write(root, "c.md", "Ask Ada")
    peer.notify("textDocument/didSave", {"textDocument": {"uri": uris[0]}})
    peer.notify("textDocument/didClose", {"textDocument": {"uri": uris[0]}})
    where = {"textDocument": {"uri": uris[1]}, "position": {"line": 0, "character": 6}}
    hover = await peer.request("textDocument/hover", where)
    assert "Ada Lovelace" in hover["contents"]["value"]
    edit = await peer.request("textDocument/rename", {**where, "newName": "Grace King"})
    changes = {change["textDocument"]["uri"].rpartition("/")[2]: [one["newText"] for one in change["edits"]]
               for change in edit["documentChanges"]}
    assert changes == {"people.jsonl": ['"Grace King"'], "d.md": ["Grace King"], "c.md": ["Grace"]}


async def test_workspace_symbols_lead_to_people_and_mentions(workspace):
    peer, root = workspace
    open_document(peer, root, "a.md", "See @ada")
    symbols = await peer.request("workspace/symbol", {"query": "ada"})
    assert {symbol["name"] for symbol in symbols} == {"Ada Lovelace"}
    places = [symbol["location"]["uri"].removeprefix(root.as_uri() + "/") for symbol in symbols]
    assert places == ["people.jsonl", "a.md", "docs/b.md", "new.md"]
    assert symbols[0]["location"]["range"]["start"] == {"line": 0, "character": 9}
    assert await peer.request("workspace/symbol", {"query": "zzz nobody"}) == []
