"""Hostile workspaces: planted links, files elsewhere, endless files; and two servers that keep the same document."""

import asyncio
import json
import os
import re
from pathlib import Path

import pytest

from conftest import parameters
from editor import Editor


async def session(start, root, state, options=None):
    peer = await start(env={"XDG_STATE_HOME": str(state), "HOME": str(state.parent)})
    await peer.initialize(parameters("neovim-0.12.4", root, {"demo": True, **(options or {})}))
    return peer


async def add(peer, editor, text, start=0):
    mention = {"range": editor.document.range(start, start + len(text)), "text": text,
               "entity": {"id": text.lower(), "name": text}}
    answer = await peer.request("mentions/add", {"textDocument": editor.document.identifier, "mentions": [mention]})
    assert answer["added"] == 1, answer


def shown(peer):
    return [entry["message"]["params"]["message"] for entry in peer.entries
            if entry["from"] == "server" and entry["message"].get("method") == "window/showMessage"]


def store_name(document):
    """The name of a document's file as the store's documentation defines it: two FNV-1a hashes."""
    def fnv(seed):
        value = 0xCBF29CE484222325 ^ seed
        for byte in document.encode():
            value = (value ^ byte) * 0x100000001B3 % (1 << 64)
        return f"{value:016x}"
    return f"{fnv(0)}{fnv(0x9E3779B97F4A7C15)}.json"


async def test_planted_links_lead_nowhere(start, root, tmp_path):
    victim = tmp_path / "profile"
    victim.write_text("export PATH=/usr/bin\n", encoding="utf-8")
    (root / ".mentions.json").write_text('{"annotationStore": "workspace"}', encoding="utf-8")
    folder = root / ".mentions.annotations"
    folder.mkdir()
    peer = await session(start, root, tmp_path / "state")
    # A workspace that knows how earlier versions named their temporary files could plant links for every process id.
    for number in range(peer.process.pid - 20, peer.process.pid + 20):
        (folder / f"{store_name('README.md')}.{number}.new").symlink_to(victim)
    editor = Editor(peer, "Ada", uri=(root / "README.md").as_uri()).open()
    await add(peer, editor, "Ada")
    assert await peer.finish() == 0
    assert victim.read_text(encoding="utf-8") == "export PATH=/usr/bin\n"
    assert json.loads((folder / store_name("README.md")).read_text(encoding="utf-8"))["document"] == "README.md"


async def test_a_store_folder_that_is_a_link_is_one_message(start, root, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (root / ".mentions.annotations").symlink_to(elsewhere)
    peer = await session(start, root, tmp_path / "state", {"annotationStore": "workspace"})
    for name in ("a.md", "b.md", "c.md"):
        editor = Editor(peer, "Ada", uri=(root / name).as_uri()).open()
        await add(peer, editor, "Ada")
        editor.close()
        assert await Editor(peer, "Ada", uri=(root / name).as_uri()).open().texts() == ["Ada"]
    assert await peer.finish() == 0
    assert list(elsewhere.iterdir()) == []
    told = [message for message in shown(peer) if "symbolic link" in message]
    assert len(told) == 1, told


@pytest.mark.parametrize("link", [True, False])
async def test_people_elsewhere_are_not_read(start, root, tmp_path, link):
    secret = tmp_path / "secret.jsonl"
    secret.write_text('{"name": "Sesame Secret"}\n', encoding="utf-8")
    if link:
        (root / "people.jsonl").symlink_to(secret)
    else:
        sources = {"team": {"type": "file", "path": "../secret.jsonl"}}
        (root / ".mentions.json").write_text(json.dumps({"sources": sources}), encoding="utf-8")
    for trusted in (False, True):
        options = {"demo": False, **({"trustedFolders": [str(root)]} if trusted else {})}
        peer = await session(start, root, tmp_path / "state", options)
        editor = Editor(peer, "", uri=(root / "a.md").as_uri()).open()
        editor.type("@ses")
        labels = [item["label"] for item in await editor.complete()]
        assert labels == (["Sesame Secret"] if trusted else [])
        assert any("trustedFolders" in message for message in shown(peer)) is not trusted
        assert await peer.finish() == 0


async def test_a_line_of_a_gigabyte(start, root, tmp_path):
    """A sparse file needs no disk space and is read as zeros."""
    people = root / "people.jsonl"
    with open(people, "wb") as file:
        file.write(b'{"name": "Ada Lovelace"}\n')
        file.truncate(1 << 30)
        file.seek(0, os.SEEK_END)
        file.write(b'\n{"name": "Adele Goldberg"}\n')
    peer = await session(start, root, tmp_path / "state", {"demo": False})
    editor = Editor(peer, "", uri=(root / "a.md").as_uri()).open()
    editor.type("@ad")
    await editor.complete()

    async def told():
        while not any("longer than 1 MiB" in message for message in shown(peer)):
            await peer.arrived.wait()

    # A debug build needs some time for so many bytes.
    await asyncio.wait_for(told(), 180)
    assert any("people.jsonl:2: the line is longer than 1 MiB" in message for message in shown(peer)), shown(peer)
    editor.backspace()
    editor.type("d")
    assert {item["label"] for item in await editor.complete()} == {"Ada Lovelace", "Adele Goldberg"}
    if (status := Path(f"/proc/{peer.process.pid}/status")).exists():
        peak = re.search(r"VmHWM:\s+(\d+) kB", status.read_text(encoding="utf-8"))
        assert int(peak[1]) < 64 << 10, "the server has taken more than 64 MiB"
    assert await peer.finish() == 0


async def test_many_documents_at_the_end_are_all_kept(start, root, tmp_path):
    count = 1500
    peer = await session(start, root, tmp_path / "state")
    for number in range(count):
        editor = Editor(peer, f"Ada {number}", uri=(root / f"{number}.md").as_uri()).open()
        await add(peer, editor, "Ada")
    assert await peer.finish() == 0
    assert len(list((tmp_path / "state" / "mentions-lsp").iterdir())) == count


async def test_two_servers_keep_one_document(start, root, tmp_path):
    uri, text = (root / "notes.md").as_uri(), "Ada and Bob and Cyd"
    first, second = [await session(start, root, tmp_path / "state") for _ in range(2)]
    one, two = [Editor(peer, text, uri=uri).open() for peer in (first, second)]
    assert await one.texts() == await two.texts() == []
    await add(first, one, "Ada", 0)
    await add(second, two, "Bob", 8)
    assert await first.finish() == 0
    await add(second, two, "Cyd", 16)
    assert await second.finish() == 0
    third = await session(start, root, tmp_path / "state")
    assert await Editor(third, text, uri=uri).open().texts() == ["Ada", "Bob", "Cyd"]
    assert await third.finish() == 0
