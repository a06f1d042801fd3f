"""`mentions/attributes`, the styles of the settings and `mentions/spelling`, checked against the shapes and the tokens."""

from conftest import parameters
from editor import Editor, accepted, two_mentions
import strict

STYLES = [{"when": {"kind": "person"}, "name": "somebody", "highlight": "@mention.somebody", "rounded": True,
           "decoration": {"border": "1px solid #888888", "borderRadius": "4px"}},
          {"when": {"attribute": "todo"}, "name": "task"}]


def attributes(peer, editor, **members):
    return peer.request("mentions/attributes", {"textDocument": editor.document.identifier, **members})


async def tokens(peer, editor):
    """(text, type, modifiers) of each token."""
    legend = peer.result["capabilities"]["semanticTokensProvider"]["legend"]
    answer = await peer.request("textDocument/semanticTokens/full", {"textDocument": editor.document.identifier})
    data, found, line, character = answer["data"], [], 0, 0
    for place in range(0, len(data), 5):
        lines, columns, length, kind, bits = data[place:place + 5]
        line, character = line + lines, columns if lines else character + columns
        text = editor.document.slice({"start": {"line": line, "character": character},
                                      "end": {"line": line, "character": character + length}})
        names = [name for bit, name in enumerate(legend["tokenModifiers"]) if bits >> bit & 1]
        found.append((text, legend["tokenTypes"][kind], names))
    return found


async def test_attributes_move_and_are_shown(peer):
    editor = Editor(peer, "one two three").open()
    added = await attributes(peer, editor, add=[
        {"range": editor.document.range(0, 3), "name": "a", "value": [1], "whenTypedAt": "grow"},
        {"range": editor.document.range(4, 7), "name": "b", "whenChanged": "strip"},
        {"range": editor.document.range(8, 8), "name": "c"}])
    assert added["refused"] == [{"index": 2, "reason": "the range is empty"}]
    assert added["styles"] == [{"name": "a", "modifier": "style1"}, {"name": "b", "modifier": "style2"}]
    editor.replace(3, 3, "!")
    listed = await attributes(peer, editor)
    assert [(each["name"], editor.document.slice(each["range"]), each.get("value"))
            for each in listed["attributes"]] == [("a", "one!", [1]), ("b", "two", None)]
    assert [(text, names) for text, kind, names in await tokens(peer, editor) if kind == "attribute"] == [
        ("one!", ["style1"]), ("two", ["style2"])]
    editor.replace(6, 7, "-")
    stripped = await attributes(peer, editor, strip={"ranges": [editor.document.range(1, 3)], "names": ["a", "none"]})
    assert [editor.document.slice(each["range"]) for each in stripped["attributes"]] == ["o", "!"]


async def test_styles_of_the_settings(start, root):
    client = await start()
    await client.initialize(parameters("neovim-0.12.4", root, {"demo": True, "styles": STYLES}))
    editor = Editor(client, "Hi ").open()
    await accepted(editor, "@knu")
    listed = await client.request("mentions/list", {"textDocument": editor.document.identifier})
    assert [style["name"] for style in listed["styles"]] == ["somebody", "task"]
    assert listed["styles"][0]["decoration"] == STYLES[0]["decoration"]
    assert all(mention["styles"] == ["somebody"] for mention in listed["mentions"])
    marked = await attributes(client, editor, add=[{"range": editor.document.range(0, 2), "name": "todo"}])
    assert marked["styles"] == listed["styles"]
    assert [each["styles"] for each in marked["attributes"]] == [["task"]]
    shown = await tokens(client, editor)
    assert shown[0] == ("Hi", "attribute", ["style2"])
    assert "Knuth" in shown[1][0] and "style1" in shown[1][2]
    assert await client.finish() == 0
    assert list(strict.session(client.entries)) == []


async def test_spelling_is_off_in_mentions_and_keys(peer):
    editor, first, second = await two_mentions(peer)
    answer = await peer.request("mentions/spelling", {"textDocument": editor.document.identifier})
    mentions = await editor.mentions()
    assert answer["off"] == [mention["range"] for mention in mentions] and len(mentions) == 2


async def test_spelling_is_pushed_to_a_host_that_asks_for_it(start, root):
    client = await start()
    await client.initialize(parameters("neovim-0.12.4", root, {"demo": True, "spelling": True}))
    editor = Editor(client, "Hi ").open()
    await accepted(editor, "@knu")
    mentions = await editor.mentions()
    pushed = [entry["params"]["off"] for entry in client.from_server("mentions/spelling")]
    assert pushed[-1] == [mention["range"] for mention in mentions] and len(pushed) > 2
    assert await client.finish() == 0
    assert list(strict.session(client.entries)) == []
