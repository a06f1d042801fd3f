"""`mentions/edit`, `mentions/transform`, `mentions/transforms` and the code actions of transforms, sent back in the ways of
several clients."""

import pytest

from editor import Editor, two_mentions
from peers import ResponseError


def whole(document):
    return document.range(0, len(document.text))


def edits_of(result):
    edit = result["edit"]
    if "documentChanges" in edit:
        return [each for change in edit["documentChanges"] for each in change["edits"]]
    return [each for changes in edit["changes"].values() for each in changes]


def places(document, edits):
    """As (start, end, text), the last one first."""
    return sorted(((document.index(edit["range"]["start"]), document.index(edit["range"]["end"]), edit["newText"])
                   for edit in edits), reverse=True)


def in_one_notification(editor, edits):
    document = editor.document
    changes = [document.change(*place) for place in places(document, edits)]
    editor.peer.notify("textDocument/didChange", document.did_change(changes))


def in_several_notifications(editor, edits):
    document = editor.document
    for place in places(document, edits):
        editor.peer.notify("textDocument/didChange", document.did_change([document.change(*place)]))


def as_a_whole_text(editor, edits):
    document = editor.document
    document.apply(edits)
    editor.peer.notify("textDocument/didChange", document.did_change([{"text": document.text}]))


WAYS = [in_one_notification, in_several_notifications, as_a_whole_text]


@pytest.mark.parametrize("way", WAYS)
async def test_a_transform_is_made_and_its_mentions_are_where_it_says(peer, way):
    editor, first, second = await two_mentions(peer)
    document = editor.document
    before = document.text
    for name in ["reverse", "rot13", "upper", "title", "asHandle", "asLink", "asName", "sortLines", "reverse"]:
        result = await peer.request("mentions/transform", {
            "textDocument": document.identifier, "range": whole(document), "name": name})
        assert result["version"] == document.version
        assert [document.slice(each["before"]) for each in result["mentions"]] == await editor.texts()
        assert {each["fate"] for each in result["mentions"]} == {"moved"}
        if edits := edits_of(result):
            way(editor, edits)
        after = sorted((each["after"] for each in result["mentions"]), key=lambda range: document.index(range["start"]))
        assert [mention["range"] for mention in await editor.mentions()] == after, name
        names = {mention["entity"]["name"] for mention in await editor.mentions()}
        assert names == {first, second}, name
    assert document.text != before


@pytest.mark.parametrize("way", WAYS)
async def test_an_edit_of_the_host_says_what_becomes_of_each_mention(peer, way):
    editor, first, second = await two_mentions(peer)
    document = editor.document
    document_range = lambda start, end: {"range": document.range(start, end)}
    at = document.text.index(second)
    edits = [{**document_range(0, 4), "newText": "Hello"}, {**document_range(at - 2, at + 3), "newText": " "}]
    result = await peer.request(
        "mentions/edit", {"textDocument": document.identifier, "edits": edits, "keep": "mentions"})
    assert [each["fate"] for each in result["mentions"]] == ["moved", "moved"]
    way(editor, edits_of(result))
    assert await editor.texts() == [first, second]
    assert [mention["range"] for mention in await editor.mentions()] == [each["after"] for each in result["mentions"]]

    gone = {**document_range(document.text.index(second), document.find(second)), "newText": ""}
    result = await peer.request("mentions/edit", {"textDocument": document.identifier, "edits": [gone]})
    assert [(each["fate"], "after" in each) for each in result["mentions"]] == [("moved", True), ("removed", False)]
    way(editor, edits_of(result))
    assert await editor.texts() == [first]


async def test_a_code_action_is_resolved_into_one_versioned_edit(peer):
    editor, first, second = await two_mentions(peer)
    document = editor.document
    actions = await peer.request("textDocument/codeAction", {
        "textDocument": document.identifier, "range": whole(document),
        "context": {"diagnostics": [], "triggerKind": 1}})
    kinds = [action["kind"] for action in actions]
    assert kinds[0] == "refactor.rewrite.mentions.reverse" and "refactor.rewrite.mentions.asHandle" in kinds
    assert len({action["title"] for action in actions}) == len(actions)
    for action in actions:
        assert "edit" not in action or "data" not in action
    if "data" in actions[0]:
        resolved = await peer.request("codeAction/resolve", actions[0])
        (change,) = resolved["edit"]["documentChanges"]
        assert change["textDocument"] == {"uri": document.uri, "version": document.version}
        in_one_notification(editor, change["edits"])
        assert await editor.texts() == [second, first]


async def test_the_transforms_are_listed_and_each_can_be_done(peer):
    editor, *_ = await two_mentions(peer)
    listed = await peer.request("mentions/transforms", {"textDocument": editor.document.identifier})
    names = [each["name"] for each in listed["transforms"]]
    assert len(names) == len(set(names)) and {"reverse", "wrap", "asPlainText", "format:@:default"} <= set(names)
    assert (await peer.request("mentions/transforms", {}))["transforms"]
    for each in listed["transforms"]:
        if each["name"] != "asPlainText":
            await peer.request("mentions/transform", {
                "textDocument": editor.document.identifier, "range": whole(editor.document), "name": each["name"]})
    assert len(await editor.texts()) == 2


@pytest.mark.parametrize(("change", "code", "words"), [
    ({"name": "revers"}, -32602, "did you mean “reverse”"),
    ({"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 999}}}, -32602, "range"),
    ({"textDocument": {"uri": "file:///w/notes.md", "version": -1}}, -32801, "version"),
    ({"textDocument": {"uri": "file:///none"}}, -32602, "file:///none"),
])
async def test_what_cannot_be_done_is_one_error_that_names_it(peer, change, code, words):
    editor, first, second = await two_mentions(peer)
    document = editor.document
    wish = {"textDocument": document.identifier, "range": whole(document), "name": "reverse", **change}
    with pytest.raises(ResponseError) as error:
        await peer.request("mentions/transform", wish)
    assert error.value.code == code and words in str(error.value)
    assert await editor.texts() == [first, second]
