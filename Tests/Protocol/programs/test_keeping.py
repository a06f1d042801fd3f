"""Mentions are kept when a document is closed and reopened, by the same server or by the next one."""

import json

import pytest

from conftest import parameters
from editor import Editor


async def session(start, root, state, options=None):
    peer = await start(env={"XDG_STATE_HOME": str(state)})
    await peer.initialize(parameters("neovim-0.12.4", root, {"demo": True, **(options or {})}))
    return peer


@pytest.mark.parametrize("place", ["state", "workspace"])
async def test_closed_and_opened_again(start, root, tmp_path, place):
    uri = (root / "notes.md").as_uri()
    options = {"annotationStore": place}
    first = await session(start, root, tmp_path / "state", options)
    editor = Editor(first, "Thanks to Donald Knuth", uri=uri).open()
    whole = {"range": editor.document.range(10, 22), "text": "Donald Knuth", "entity": {"id": "knuth", "name": "Donald Knuth"}}
    assert (await first.request("mentions/add", {"textDocument": {"uri": uri}, "mentions": [whole]}))["added"] == 1
    editor.close()
    again = Editor(first, "Thanks to Donald Knuth", uri=uri).open()
    assert await again.texts() == ["Donald Knuth"]
    assert await first.finish() == 0

    folder = root / ".mentions.annotations" if place == "workspace" else tmp_path / "state" / "mentions-lsp"
    (file,) = folder.iterdir()
    assert json.loads(file.read_text(encoding="utf-8"))["version"] == 1

    second = await session(start, root, tmp_path / "state", options)
    later = Editor(second, "Many thanks to Donald Knuth", uri=uri).open()
    assert await later.texts() == ["Donald Knuth"]
    assert await second.finish() == 0


async def test_a_damaged_file_is_left_alone(start, root, tmp_path):
    uri = (root / "notes.md").as_uri()
    first = await session(start, root, tmp_path / "state")
    editor = Editor(first, "Donald Knuth", uri=uri).open()
    whole = {"range": editor.document.range(0, 12), "text": "Donald Knuth", "entity": {"id": "knuth", "name": "Donald Knuth"}}
    await first.request("mentions/add", {"textDocument": {"uri": uri}, "mentions": [whole]})
    assert await first.finish() == 0
    (file,) = (tmp_path / "state" / "mentions-lsp").iterdir()
    file.write_text('{"version": 1, "docum', encoding="utf-8")

    second = await session(start, root, tmp_path / "state")
    editor = Editor(second, "Donald Knuth", uri=uri).open()
    assert await editor.texts() == []
    await second.request("mentions/add", {"textDocument": {"uri": uri}, "mentions": [whole]})
    assert await second.finish() == 0
    assert file.read_text(encoding="utf-8") == '{"version": 1, "docum'
