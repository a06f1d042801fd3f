"""The index of a workspace on disk: real files in a real git repository. The client counts columns in UTF-8."""

import os
import time

import pytest

from conftest import parameters
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
