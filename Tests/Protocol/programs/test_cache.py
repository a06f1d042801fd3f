"""Catalogs of large sources in the cache: what a server leaves, what the next one does with it, and how servers end."""

import json
import os
import signal
import stat

import pytest

import strict
from conftest import parameters
from peers import RawPeer

PEOPLE = 20_000
LAST = "Zzyzx"


class Directory:
    """A people file that is worth keeping, a cache of its own, and servers that read one through the other."""

    def __init__(self, start, root, tmp_path):
        self.start, self.root, self.home = start, root, tmp_path / "cache"
        self.cache = self.home / "mentions-lsp"
        self.people = root / "directory.jsonl"
        # As long as a file is open its number is no other file's.
        self.opened = []
        self.write(PEOPLE)

    def write(self, count):
        lines = [json.dumps({"id": str(n), "name": f"Person {n}", "handle": f"p{n}"}) for n in range(count - 1)]
        self.people.write_text("\n".join([*lines, json.dumps({"id": "last", "name": LAST})]) + "\n", encoding="utf-8")
        # Of a file written just now a server compares the contents, and then writes the catalog again.
        os.utime(self.people, (1_000_000_000, 1_000_000_000))

    async def server(self, start=None, **settings):
        peer = await (start or self.start)(env={"XDG_CACHE_HOME": str(self.home)})
        source = {"type": "file", "path": str(self.people)}
        await peer.initialize(parameters("neovim-0.12.4", self.root, {
            "sources": {"directory": source}, "triggers": [{"character": "@", "sources": ["directory"]}], **settings}))
        uri = (self.root / "notes.md").as_uri()
        document = {"uri": uri, "version": 1, "languageId": "markdown", "text": "Hello "}
        peer.notify("textDocument/didOpen", {"textDocument": document})
        place = {"line": 0, "character": 6}
        change = {"range": {"start": place, "end": place}, "text": "@" + LAST}
        peer.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]})
        return peer

    async def found(self, peer):
        """How often had to be asked until the last line's person was offered."""
        uri = (self.root / "notes.md").as_uri()
        place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 7 + len(LAST)}}
        asked = 0
        while True:
            asked += 1
            answer = await peer.request("textDocument/completion", place)
            if [item["label"] for item in answer["items"]] == [LAST]:
                return asked

    async def stored(self, peer, other_than=None):
        """The file that a server has written, once it is there: requests pass the time."""
        while True:
            files = list(self.cache.glob("*.catalog"))
            if files and files[0].stat().st_ino != other_than:
                self.opened.append(files[0].open("rb"))
                return files[0]
            await self.found(peer)


@pytest.fixture
async def directory(start, root, tmp_path):
    directory = Directory(start, root, tmp_path)
    yield directory
    for file in directory.opened:
        file.close()


async def test_the_next_server_answers_out_of_the_cache(directory):
    first = await directory.server()
    await directory.found(first)
    file = await directory.stored(first)
    assert await first.finish() == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(directory.cache.stat().st_mode) == 0o700
    assert list(directory.cache.glob("*.open")) == []

    second = await directory.server()
    await directory.found(second)
    assert len(list(directory.cache.glob("*.open"))) == 1
    assert await second.finish() == 0
    assert [path.name for path in directory.cache.iterdir()] == [file.name]
    for peer in (first, second):
        assert list(strict.session(peer.entries)) == []


async def test_a_changed_file_is_read_anew(directory):
    first = await directory.server()
    await directory.found(first)
    before = (await directory.stored(first)).stat().st_ino
    assert await first.finish() == 0
    directory.write(PEOPLE + 1)
    second = await directory.server()
    await directory.found(second)
    await directory.stored(second, other_than=before)
    assert await second.finish() == 0


async def test_nothing_is_kept_where_the_setting_says_so(directory):
    peer = await directory.server(cache=False)
    await directory.found(peer)
    assert await peer.finish() == 0
    assert not directory.cache.exists()


async def test_what_was_open_at_a_fault_is_not_opened_again(directory):
    first = await directory.server()
    await directory.found(first)
    before = (await directory.stored(first)).stat().st_ino
    assert await first.finish() == 0
    second = await directory.server()
    await directory.found(second)
    second.process.send_signal(signal.SIGSEGV)
    assert await second.exit_status() == -signal.SIGSEGV
    [mark] = directory.cache.glob("*.open")
    assert mark.read_text(encoding="utf-8").splitlines()[-1] == "fault"

    third = await directory.server()
    await directory.found(third)
    await directory.stored(third, other_than=before)
    assert await third.finish() == 0
    assert list(directory.cache.glob("*.open")) == []


async def test_one_kill_proves_nothing_and_two_do(directory):
    first = await directory.server()
    await directory.found(first)
    before = (await directory.stored(first)).stat().st_ino
    assert await first.finish() == 0
    for _ in range(2):
        peer = await directory.server()
        await directory.found(peer)
        assert (await directory.stored(peer)).stat().st_ino == before
        peer.process.kill()
        await peer.exit_status()
    last = await directory.server()
    await directory.found(last)
    await directory.stored(last, other_than=before)
    assert await last.finish() == 0


@pytest.mark.parametrize("damage", ["cut short", "header", "tables"])
async def test_a_damaged_file_costs_no_more_than_reading_the_source(directory, damage):
    first = await directory.server()
    await directory.found(first)
    file = await directory.stored(first)
    before = file.stat().st_ino
    assert await first.finish() == 0
    content = bytearray(file.read_bytes())
    if damage == "cut short":
        del content[len(content) // 2:]
    elif damage == "header":
        content[70] ^= 1
    else:
        for place in range(4096, len(content), 1000):
            content[place] ^= 0xFF
    file.write_bytes(content)
    second = await directory.server()
    await directory.found(second)
    await directory.stored(second, other_than=before)
    assert await second.finish() == 0
    assert len(second.from_server("window/showMessage")) == 0
    assert list(strict.session(second.entries)) == []


async def test_a_cache_that_cannot_be_written_whole_is_told_of_once(directory, command, tmp_path):
    """As on a full disk: no file of the server may become larger than 64 KiB."""
    limited = ["sh", "-c", 'ulimit -f 128; exec "$0" "$@"', *command]
    peer = await directory.server(lambda env: RawPeer.start(limited, tmp_path, env=env))
    try:
        await directory.found(peer)
        await peer.until(lambda: peer.from_server("window/showMessage"), "the warning")
        assert await directory.found(peer) == 1
        assert await peer.finish() == 0
        [message] = peer.from_server("window/showMessage")
        assert "cannot be cached" in message["params"]["message"]
        assert list(directory.cache.iterdir()) == []
    finally:
        await peer.stop()
