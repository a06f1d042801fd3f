"""The `mentions/…` requests and notifications, as editor plug-ins use them."""

import pytest

from conftest import parameters
from editor import Editor, accepted, two_mentions
from peers import ResponseError
import strict


async def test_list_says_who_is_meant(peer):
    editor, first, _ = await two_mentions(peer)
    mention = (await editor.mentions())[0]
    assert mention["state"] == "whole" and mention["entity"]["name"] == first
    assert mention["entity"]["id"] and mention["entity"]["source"]


async def test_add_and_remove(peer):
    editor = Editor(peer, "Ada and Bob").open()
    document = editor.document
    ada = {"range": document.range(0, 3), "text": "Ada", "entity": {"id": "ada", "name": "Ada"}}
    wrong = {"range": document.range(4, 7), "text": "Bob", "entity": {"id": "bob", "name": "Bob"}}
    empty = {"range": document.range(5, 5), "text": "", "entity": {"id": "x", "name": "X"}}
    outside = {"range": {"start": {"line": 9, "character": 0}, "end": {"line": 9, "character": 3}}, "text": "Ada",
               "entity": {"id": "x", "name": "X"}}
    answer = await peer.request("mentions/add", {"textDocument": document.identifier, "mentions": [ada, wrong, empty, outside]})
    assert answer["added"] == 1 and [refusal["index"] for refusal in answer["refused"]] == [1, 2, 3]
    assert all(refusal["reason"] for refusal in answer["refused"])
    assert await editor.texts() == ["Ada"]
    wide = {"range": document.range(0, 7), "text": "Ada and", "entity": {"id": "w", "name": "W"}}
    assert (await peer.request("mentions/add", {"textDocument": document.identifier, "mentions": [wide]}))["added"] == 1
    assert await editor.texts() == ["Ada and"]
    nowhere = {"textDocument": document.identifier, "ranges": [document.range(8, 11)]}
    assert (await peer.request("mentions/remove", nowhere))["removed"] == 0
    assert (await peer.request("mentions/remove", {"textDocument": document.identifier}))["removed"] == 1
    assert await editor.texts() == []


async def test_state_follows_typing(peer):
    editor = Editor(peer, "").open()
    assert (await editor.state())["state"] == "ready"
    editor.type("foo@")
    assert (await editor.state())["state"] == "stalled"
    editor.type(" @kn")
    await editor.complete()
    state = await editor.state()
    assert (state["state"], state["kind"], state["controlCharacter"], state["keyString"]) == ("creating", "explicit", "@", "kn")
    assert editor.document.slice(state["range"]) == "@kn"
    assert state["chooser"]["count"] > 0 and state["chooser"]["visible"]
    editor.type("\n")
    assert (await editor.state())["state"] == "ready"


@pytest.mark.parametrize(("language", "text", "offered"), [
    ("markdown", "Hi |", True), ("markdown", "`a |b`", False), ("markdown", "```\n|\n```\n", False),
    ("swift", "let a = |", False), ("swift", "// ask |", True), ("plaintext", "me@|", False),
])
async def test_explain_gives_rule_and_reason(peer, language, text, offered):
    at = text.index("|")
    editor = Editor(peer, text.replace("|", ""), language=language).open()
    editor.cursor = at
    answer = await peer.request("mentions/explain", editor.here)
    assert answer["offered"] is offered
    assert answer["rule"] and answer["reason"]


async def test_backspace_in_three_steps(peer):
    editor, first, _ = await two_mentions(peer)
    editor.cursor = editor.document.find(first)

    async def backspace():
        try:
            answer = await peer.request("mentions/backspace", editor.here)
        except ResponseError as error:
            if error.code == -32601:
                pytest.skip("this server has no mentions/backspace yet")
            raise
        assert answer["version"] == editor.document.version
        if edit := answer.get("edit"):
            start, end = (editor.document.index(edit["range"][side]) for side in ("start", "end"))
            editor.replace(start, end, edit["newText"])
            editor.cursor = editor.document.index(answer["position"]) if "position" in answer else editor.cursor
        return answer["action"]

    assert await backspace() == "lightUp"
    assert [mention["litUp"] for mention in await editor.mentions()] == [True, False]
    assert await backspace() == "trim"
    mention = (await editor.mentions())[0]
    assert (mention["text"], mention["state"]) == (first.split()[0], "trimmed")
    assert await backspace() == "delete"
    assert len(await editor.mentions()) == 1
    editor.cursor = 1
    assert (await peer.request("mentions/backspace", editor.here))["action"] == "none"


async def test_choosing_by_our_own_requests(peer):
    editor = Editor(peer, "Hi ").open()
    editor.type("@kn")
    await editor.complete()
    here = {"textDocument": editor.document.identifier}
    page = await peer.request("mentions/chooserItems", {**here, "start": 0, "count": 10})
    assert page["total"] == len(page["items"]) and "Knuth" in page["items"][0]["label"]
    choice = await peer.request("mentions/select", {**here, "generation": page["generation"], "index": 0})
    start, end = (editor.document.index(choice["edit"]["range"][side]) for side in ("start", "end"))
    editor.replace(start, end, choice["edit"]["newText"])
    assert await editor.texts() == [choice["edit"]["newText"]]


async def test_what_the_host_hears_when_it_asks_to(start, root):
    client = await start()
    await client.initialize(parameters("neovim-0.12.4", root, {"demo": True, "notifications": True}))
    editor = Editor(client, "Hi ").open()
    await accepted(editor, "@knu")
    await editor.mentions()
    for method in ("mentions/didChangeState", "mentions/chooser", "mentions/didCreate", "mentions/didSelect"):
        assert client.from_server(method), method
    assert await client.finish() == 0
    assert list(strict.session(client.entries)) == []


async def test_a_host_that_did_not_ask_hears_nothing(peer):
    editor = Editor(peer, "Hi ").open()
    await accepted(editor, "@knu")
    await editor.mentions()
    assert not [entry for entry in peer.entries if entry["from"] == "server"
                and entry["message"].get("method", "").startswith("mentions/")]
