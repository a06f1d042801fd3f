"""`mentions/accessories`, inlay hints and code lenses, checked against the shapes of the protocol and of our own messages."""

import pytest

from conftest import parameters
from editor import Editor, accepted
from peers import ResponseError
import strict

SHOWN = {"demo": True, "inlayHint": "({detail})", "codeLens": "document"}


def ask(peer, editor, method, **members):
    return peer.request(method, {"textDocument": editor.document.identifier, **members})


def accessories(peer, editor, **members):
    return ask(peer, editor, "mentions/accessories", **members)


def hints(peer, editor):
    return ask(peer, editor, "textDocument/inlayHint",
               range={"start": {"line": 0, "character": 0}, "end": editor.position})


def labels(hints):
    return [hint["label"] if isinstance(hint["label"], str) else "".join(part["value"] for part in hint["label"])
            for hint in hints]


async def test_accessories_move_with_edits(peer):
    editor = Editor(peer, "one two three").open()
    place = editor.document.range(4, 7)
    added = await accessories(peer, editor, add=[
        {"id": "a", "at": place["end"], "label": "here", "place": "after", "tooltip": "why"},
        {"id": "b", "at": place, "label": "there", "place": "above", "command": {"title": "", "command": "go"}},
        {"id": "c", "at": "mention", "label": "{detail}", "place": "after"}])
    assert [each["at"] for each in added["accessories"]] == [place["end"], place, "mention"]
    editor.replace(0, 0, "zero ")
    moved = await accessories(peer, editor, remove=["c"], move=[{"id": "a", "at": editor.document.range(0, 4)}])
    assert [(each["id"], editor.document.slice(each["at"])) for each in moved["accessories"]] == [
        ("a", "zero"), ("b", "two")]
    editor.replace(9, 12, "")
    assert [each["id"] for each in (await accessories(peer, editor))["accessories"]] == ["a"]


@pytest.mark.parametrize(("members", "message"), [
    ({"add": [{"id": "a", "at": {"line": 7, "character": 0}, "label": "l", "place": "after"}]}, "add[0].at: outside"),
    ({"add": [{"id": "a", "at": "mention", "label": "l", "place": "after"}] * 2}, "add[1]: the id “a” is in use"),
    ({"remove": ["a"]}, "remove[0]: there is no accessory “a”"),
    ({"move": [{"id": "a", "at": {"line": 0, "character": 0}}]}, "move[0]: there is no accessory “a”"),
    ({"add": [{"id": str(number), "at": "mention", "label": "l", "place": "after"} for number in range(1001)]},
     "add[1000]: the document has 1000 accessories already"),
])
async def test_bad_accessories_are_one_clear_error(peer, members, message):
    editor = Editor(peer, "one").open()
    with pytest.raises(ResponseError) as raised:
        await accessories(peer, editor, **members)
    assert message in str(raised.value)
    assert (await accessories(peer, editor))["accessories"] == []


@pytest.mark.parametrize("name", ["neovim-0.12.4", "helix-25.07.1", "eglot-1.17.30-emacs-30.2", "visual_studio_code"])
async def test_hints_and_lenses_by_the_settings(start, root, name):
    client = await start()
    await client.initialize(parameters(name, root, SHOWN))
    assert client.result["capabilities"]["inlayHintProvider"] == {"resolveProvider": True}
    assert client.result["capabilities"]["codeLensProvider"] == {"resolveProvider": True}
    editor = Editor(client, "Hi ").open()
    await accepted(editor, "@knu")
    mention, = await editor.mentions()
    shown, = await hints(client, editor)
    assert (shown["position"], shown["label"]) == (mention["range"]["end"], f"({mention['entity']['detail']})")
    resolved = await client.request("inlayHint/resolve", shown)
    tooltip = resolved["tooltip"]
    assert mention["entity"]["name"] in (tooltip if isinstance(tooltip, str) else tooltip["value"])
    lens, = await ask(client, editor, "textDocument/codeLens")
    assert "command" not in lens
    assert (await client.request("codeLens/resolve", lens))["command"] == {"title": "1 person", "command": ""}
    assert await client.finish() == 0
    assert list(strict.session(client.entries)) == []


async def test_clients_are_told_when_there_is_something_to_ask_for(start, root):
    client = await start()
    # It lets hints be registered, but not lenses, which are announced from the start.
    await client.initialize(parameters("neovim-0.12.4", root, {"demo": True}))
    assert {"inlayHintProvider", "codeLensProvider"} & set(client.result["capabilities"]) == {"codeLensProvider"}
    editor = Editor(client, "one two").open()
    await accessories(client, editor, add=[
        {"id": "a", "at": editor.document.range(0, 3), "label": "here", "place": "after",
         "command": {"title": "", "command": "go", "arguments": [1]}},
        {"id": "b", "at": editor.document.range(4, 7), "label": "there", "place": "above"}])
    registered = [each["method"] for entry in client.from_server("client/registerCapability")
                  for each in entry["params"]["registrations"]]
    assert registered.count("textDocument/inlayHint") == 1 and "textDocument/codeLens" not in registered
    assert client.from_server("workspace/inlayHint/refresh") and client.from_server("workspace/codeLens/refresh")
    assert labels(await hints(client, editor)) == ["here"]
    lens, = await ask(client, editor, "textDocument/codeLens")
    assert lens["command"] == {"title": "there", "command": ""}
    assert await client.finish() == 0
    assert list(strict.session(client.entries)) == []


@pytest.mark.parametrize("name", ["neovim-0.12.4", "helix-25.07.1"])
async def test_who_is_meant_and_who_is_unknown(start, root, name):
    people = {"type": "list", "items": [{"name": "Ada Lovelace", "handle": "ada"}]}
    client = await start()
    await client.initialize(parameters(name, root, {
        "sources": {"git": None, "codeowners": None, "people": people},
        "triggers": [{"character": "@", "sources": ["people"], "insert": {"default": "@{handle}"}}],
        "nameHints": True, "codeLens": "document"}))
    assert client.result["capabilities"]["inlayHintProvider"] == {"resolveProvider": True}
    editor = Editor(client, "@ada and @nobody; by (@ada)").open()
    # It waits until the people are read.
    await ask(client, editor, "textDocument/references", position=editor.position, context={"includeDeclaration": False})
    hint, = await hints(client, editor)
    assert (hint["position"], hint["label"]) == (editor.document.range(0, 4)["end"], "Ada Lovelace")
    lens, = await ask(client, editor, "textDocument/codeLens")
    assert (await client.request("codeLens/resolve", lens))["command"]["title"] == "1 person, 1 unknown"
    assert await client.finish() == 0
    assert list(strict.session(client.entries)) == []
