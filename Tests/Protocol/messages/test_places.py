"""Requests about places: definition, declaration, symbols, links, selection, folding and linked editing ranges, ghost text
and cards as documents, by the real server and checked against the protocol's types, 3.18 among them."""

import re

import pytest

from conftest import parameters
from editor import Editor
from peers import ResponseError
import strict

PEOPLE = 'name,handle,email,url\n"Lovelace, Ada",ada,ada@x.example,https://x.example/ada\nBen Ng,ben,ben@x.example,\n'
SETTINGS = {"implicit": {"minimumLength": 0}, "triggers": [{"character": "@", "sources": ["people"]}]}


@pytest.fixture
async def places(start, root):
    """A session of a client that can do all of it, in a workspace with people."""
    (root / "people.csv").write_text(PEOPLE)
    started = await start()
    params = parameters("neovim-0.12.4", root, SETTINGS)
    params["clientInfo"] = {"name": "test"}
    capabilities = params["capabilities"]
    capabilities["textDocument"]["inlineCompletion"] = {}
    capabilities["textDocument"]["definition"] = {"linkSupport": True}
    capabilities["textDocument"]["declaration"] = {}
    capabilities["textDocument"]["foldingRange"] = {"foldingRange": {"collapsedText": True}}
    capabilities["workspace"]["textDocumentContent"] = {}
    started.answered = await started.initialize(params)
    yield started
    assert await started.finish() == 0
    assert list(strict.session(started.entries)) == []


async def ask(peer, editor, method, **members):
    return await peer.request(f"textDocument/{method}", {"textDocument": editor.document.identifier, **members})


async def mention(peer, editor, text, **entity):
    start = editor.document.text.index(text)
    place = editor.document.range(start, start + len(text))
    added = await peer.request("mentions/add", {"textDocument": editor.document.identifier, "mentions": [
        {"range": place, "text": text, "entity": entity}]})
    assert added["added"] == 1
    return place


async def test_definition_and_declaration_lead_to_the_line(places, root):
    editor = Editor(places, "By Ada and Ben").open()
    ada = await mention(places, editor, "Ada", id="ada", name="Lovelace, Ada", source="people")
    [link] = await ask(places, editor, "definition", position=ada["start"])
    assert link == {
        "originSelectionRange": ada, "targetUri": (root / "people.csv").as_uri(),
        "targetRange": {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 55}},
        "targetSelectionRange": {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 15}}}
    ben = await mention(places, editor, "Ben", id="7", name="Ben", email="BEN@x.example", source="elsewhere")
    assert await ask(places, editor, "declaration", position=ben["end"]) == {
        "uri": (root / "people.csv").as_uri(),
        "range": {"start": {"line": 2, "character": 0}, "end": {"line": 2, "character": 6}}}
    assert await ask(places, editor, "definition", position={"line": 0, "character": 1}) is None


async def test_a_word_behind_a_trigger_leads_there_too(places, root):
    editor = Editor(places, "Ask @ben").open()
    # It waits until the people are read.
    await ask(places, editor, "references", position=editor.position, context={"includeDeclaration": False})
    [link] = await ask(places, editor, "definition", position=editor.position)
    assert (editor.document.slice(link["originSelectionRange"]), link["targetRange"]["start"]["line"]) == ("@ben", 2)
    [symbol] = await ask(places, editor, "documentSymbol")
    assert symbol["name"] == "Ben Ng"
    [found] = await ask(places, editor, "documentLink")
    assert found["target"] == "mailto:ben@x.example"


async def test_who_is_written_down_nowhere_has_a_card(places):
    editor = Editor(places, "By Cy").open()
    cy = await mention(places, editor, "Cy", id="cy", name="Cy / Young", detail="*Pitcher*")
    [link] = await ask(places, editor, "definition", position=cy["start"])
    assert link["targetUri"].startswith("mentions:/") and link["targetUri"].endswith(".md")
    answer = await places.request("workspace/textDocumentContent", {"uri": link["targetUri"]})
    assert answer["text"].startswith("**Cy / Young**\n\n\\*Pitcher\\*")
    with pytest.raises(ResponseError) as raised:
        await places.request("workspace/textDocumentContent", {"uri": "mentions:/99/Cy.md"})
    assert "mentions:/99/Cy.md" in str(raised.value)


async def test_symbols_links_and_selections(places):
    editor = Editor(places, "By Ada and Ben").open()
    ada = await mention(places, editor, "Ada", id="ada", name="Ada Lovelace", url="https://x.example/ada")
    await mention(places, editor, "Ben", id="ben", name="Ben", email="ben@x.example")
    symbols = await ask(places, editor, "documentSymbol")
    # One person by the address, under the name that the people file has.
    assert [symbol["name"] for symbol in symbols] == ["Ada Lovelace", "Ben Ng"]
    links = await ask(places, editor, "documentLink")
    assert [link.get("target") for link in links] == [None, None]
    assert [(await places.request("documentLink/resolve", link))["target"] for link in links] == [
        "https://x.example/ada", "mailto:ben@x.example"]
    steps = await ask(places, editor, "selectionRange", positions=[ada["start"], {"line": 0, "character": 0}])
    assert steps[0] == {"range": ada, "parent": {"range": editor.document.range(0, 14)}}
    assert steps[1]["range"]["start"] == steps[1]["range"]["end"]


async def test_trailers_fold(places):
    editor = Editor(places, "Fix\n\nText\n\nReviewed-by: A <a@x>\nFixes: 1\n", language="gitcommit").open()
    assert await ask(places, editor, "foldingRange") == [
        {"startLine": 4, "endLine": 5, "kind": "region", "collapsedText": "2 lines of trailers"}]


async def test_a_handle_of_nobody_is_edited_everywhere_at_once(places):
    editor = Editor(places, "Ask @eda and @ben, then @eda.").open()
    linked = await ask(places, editor, "linkedEditingRange", position={"line": 0, "character": 6})
    assert linked["ranges"] == [editor.document.range(5, 8), editor.document.range(25, 28)]
    assert await ask(places, editor, "linkedEditingRange", position={"line": 0, "character": 15}) is None
    # What a handle may be made of, as the regular expressions of JavaScript and Python read it.
    for text, is_handle in [("eda", True), ("", True), ("org/te-am.x_1", True), ("Ärmel张三", True), ("a b", False),
                            ("a,", False), ("a@b", False), ("a(b)", False)]:
        assert (re.fullmatch(linked["wordPattern"], text) is not None) == is_handle, text


async def test_ghost_text(places):
    editor = Editor(places, "").open()
    editor.type("@be")
    # It waits until the people are read.
    assert len((await ask(places, editor, "completion", position=editor.position))["items"]) == 1
    context = {"triggerKind": 2}
    shown = await ask(places, editor, "inlineCompletion", position=editor.position, context=context)
    [item] = shown["items"]
    assert (item["insertText"], editor.document.slice(item["range"])) == ("Ben Ng", "@be")
    editor.replace(0, 3, item["insertText"])
    listed = await places.request("mentions/list", {"textDocument": editor.document.identifier})
    assert [each["entity"]["handle"] for each in listed["mentions"]] == ["ben"]
    shown = await ask(places, editor, "inlineCompletion", position=editor.position, context=context)
    assert shown["items"] == []


async def test_what_is_new_in_lsp_3_18_is_announced_to_those_who_declare_it(start, root):
    started = await start()
    params = parameters("neovim-0.12.4", root)
    params["capabilities"] = {}
    announced = (await started.initialize(params))["capabilities"]
    # Helix and Kate send requests that they do not declare.
    for name in ["definition", "declaration", "documentSymbol", "documentLink", "selectionRange", "foldingRange",
                 "linkedEditingRange"]:
        assert announced[f"{name}Provider"], name
    for name in ["inlineCompletion", "moniker"]:
        assert f"{name}Provider" not in announced
    assert "textDocumentContent" not in announced["workspace"]
    assert await started.finish() == 0
