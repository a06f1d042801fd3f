"""Mentions as a client sees them: acceptance in every client's style, and edits around mentions."""

import pytest

from conftest import parameters
from document import STYLES
from editor import Editor, accepted, range_of, two_mentions
from peers import ResponseError
import strict

styles = pytest.mark.parametrize("style", STYLES.values(), ids=STYLES.keys())


@styles
@pytest.mark.parametrize("before", ["", "Hi ", "😀👩‍👩‍👧 漢字 ", "你好", "Zweite\r\nZeile ", "(", "e\u0301 "])
async def test_accepting_an_explicit_mention(peer, style, before):
    editor = Editor(peer, before).open()
    text = await accepted(editor, "@knu", style)
    assert await editor.texts() == [text]
    editor.type(", ok.")
    assert await editor.texts() == [text]


@styles
async def test_accepting_right_after_the_trigger(peer, style):
    editor = Editor(peer, "Hi ").open()
    text = await accepted(editor, "@", style)
    assert await editor.texts() == [text]


@styles
async def test_accepting_an_implicit_mention(peer, style):
    editor = Editor(peer, "Hi ").open()
    text = await accepted(editor, "Nik", style)
    assert text.startswith("Niklaus") and await editor.texts() == [text]


@styles
async def test_accepting_with_a_key_of_two_words(peer, style):
    editor = Editor(peer, "").open()
    text = await accepted(editor, "@donald k", style)
    assert await editor.texts() == [text]


@styles
async def test_two_mentions_beside_each_other(peer, style):
    editor = Editor(peer, "").open()
    first = await accepted(editor, "@knu", style)
    editor.type(" ")
    second = await accepted(editor, "+karp", style)
    assert await editor.texts() == [first, second]


async def test_text_typed_to_the_end_by_hand_is_no_mention(peer):
    editor = Editor(peer, "Hi @").open()
    name = (await editor.complete())[0]["textEdit"]["newText"]
    for place in range(1, 4):
        editor.type("@knu"[place])
        await editor.complete()
    editor.backspace(4)
    editor.type(name)
    assert await editor.texts() == []


async def test_a_key_typed_with_neovims_doubled_letters(peer):
    """While its menu is open, Neovim sends each letter as inserted, deleted and inserted again."""
    editor = Editor(peer, "Hi ").open()
    editor.type("@")
    await editor.complete()
    for letter in "knu":
        at, document = editor.cursor, editor.document
        changes = [document.change(at, at, letter), document.change(at, at + 1, ""), document.change(at, at, letter)]
        editor.cursor += 1
        peer.notify("textDocument/didChange", document.did_change(changes, 3))
        items = await editor.complete(triggerKind=3)
    assert "Knuth" in items[0]["label"] and range_of(items[0]) == editor.document.range(3, 7)


async def test_typing_that_was_gathered_into_one_change(peer):
    """Eglot batches changes for half a second or until the next request."""
    editor = Editor(peer, "").open()
    editor.replace(0, 0, "Hi @knu")
    items = await editor.complete()
    assert "Knuth" in items[0]["label"]


async def test_a_preview_that_is_taken_back_leaves_no_mention(peer):
    """Neovim's <C-n> inserts the item's text, <C-e> restores the key."""
    editor = Editor(peer, "Hi ").open()
    editor.type("@knu")
    item = (await editor.complete())[0]
    editor.accept(item, STYLES["character_by_character"])
    assert len(await editor.texts()) == 1
    editor.replace(3, editor.cursor, "@knu")
    assert await editor.texts() == []


async def test_insert_and_replace_where_the_client_has_both(start, root):
    client = await start()
    await client.initialize(parameters("visual_studio_code", root))
    editor = Editor(client, "Hi ").open()
    editor.type("@knu")
    item = (await editor.complete())[0]
    for choice in ("insert", "replace"):
        assert {"insert", "replace"} <= set(item["textEdit"]) or "range" in item["textEdit"], choice
    editor.accept(item, STYLES["in_one_change"])
    assert len(await editor.texts()) == 1
    assert await client.finish() == 0
    assert list(strict.session(client.entries)) == []


async def test_filter_text_keeps_every_item_while_the_key_grows(peer):
    editor = Editor(peer, "Hi ").open()
    for letter in "@john ":
        editor.type(letter)
        for item in await editor.complete():
            typed = editor.document.slice(range_of(item))
            assert item["filterText"].startswith(typed)


async def test_asking_in_the_middle_of_nowhere_is_an_empty_answer(peer):
    editor = Editor(peer, "just text.\n\n").open()
    assert await editor.complete() == []


@pytest.mark.parametrize("position", [{"line": 0, "character": 5000}, {"line": 5000, "character": 0},
                                      {"line": 2**31 - 1, "character": 2**31 - 1}])
async def test_a_position_past_the_text_is_an_empty_answer(peer, position):
    editor = Editor(peer, "Hi @").open()
    answer = await peer.request("textDocument/completion", {"textDocument": editor.document.identifier, "position": position})
    assert answer is None or answer["items"] == [] or answer["isIncomplete"]


async def test_resolve_depends_on_data_alone(peer):
    editor = Editor(peer, "Hi ").open()
    editor.type("@knu")
    item = (await editor.complete())[0]
    editor.accept(item, STYLES["in_one_change"])
    editor.type(" and on")
    resolved = await peer.request("completionItem/resolve", item)
    documentation = resolved["documentation"]
    text = documentation if isinstance(documentation, str) else documentation["value"]
    assert "Knuth" in text
    editor.close()
    assert (await peer.request("completionItem/resolve", item))["label"] == item["label"]


async def test_resolving_what_was_never_offered_is_no_crash(peer):
    for item in ({"label": "x"}, {"label": "x", "data": {"any": "thing"}}, {"label": "x", "data": 7}):
        try:
            assert (await peer.request("completionItem/resolve", item))["label"] == "x"
        except ResponseError as error:
            assert error.message


async def test_only_announced_commands_are_executed(peer):
    commands = peer.result["capabilities"]["executeCommandProvider"]["commands"]
    assert "mentions.accept" in commands
    for command, arguments in (("mentions.unheardOf", []), ("mentions.accept", []), ("mentions.accept", [{"id": 7}])):
        try:
            await peer.request("workspace/executeCommand", {"command": command, "arguments": arguments})
            assert command == "mentions.accept"
        except ResponseError as error:
            assert error.message


# --- annotations and edits ----------------------------------------------------------------------------------------------


async def test_edits_before_between_and_after_move_mentions(peer):
    editor, first, second = await two_mentions(peer)
    for place, text in ((0, "😀\n"), (editor.document.find(first) + 2, "漢"), (None, "end")):
        place = len(editor.document.text) if place is None else place
        editor.replace(place, place, text)
        assert await editor.texts() == [first, second]


async def test_typing_at_an_edge_does_not_grow_a_mention(peer):
    editor, first, second = await two_mentions(peer)
    for place in (editor.document.text.index(first), editor.document.find(first) + 1):
        editor.replace(place, place, "x")
        assert await editor.texts() == [first, second]


async def test_an_accent_that_joins_the_last_letter_bleaches(peer):
    editor, first, second = await two_mentions(peer)
    place = editor.document.find(first)
    editor.replace(place, place, "\u0301")
    assert await editor.texts() == [second]


@pytest.mark.parametrize("edit", [(1, 1, "x"), (-1, 3, ""), (2, 4, "zz"), (-3, 1, "q")])
async def test_an_edit_inside_or_across_an_edge_bleaches_one(peer, edit):
    editor, first, second = await two_mentions(peer)
    at = editor.document.text.index(first)
    editor.replace(at + edit[0], at + edit[1], edit[2])
    assert await editor.texts() == [second]


async def test_a_wide_range_that_changes_little_keeps_mentions(peer):
    """Neovim's `:%s` and replacing with Eglot send everything between the first and the last change."""
    editor, first, second = await two_mentions(peer)
    whole = editor.document.text
    editor.replace(0, len(whole), whole.replace("Dear", "DEAR").replace(".\n", "!\n"))
    assert await editor.texts() == [first, second]


async def test_a_change_of_the_whole_document_keeps_what_it_does_not_touch(peer):
    editor, first, second = await two_mentions(peer)
    editor.document.text = editor.document.text.replace("Dear", "Dearest")
    peer.notify("textDocument/didChange", editor.document.did_change([{"text": editor.document.text}]))
    assert await editor.texts() == [first, second]


async def test_several_changes_in_one_notification_follow_each_other(peer):
    editor, first, second = await two_mentions(peer)
    document = editor.document
    changes = [document.change(0, 4, "Liebe"), document.change(5, 5, " 😀"), document.change(0, 0, "\r\n")]
    peer.notify("textDocument/didChange", document.did_change(changes))
    assert await editor.texts() == [first, second]


async def test_deleting_a_mention_whole(peer):
    editor, first, second = await two_mentions(peer)
    at = editor.document.text.index(first)
    editor.replace(at, at + len(first), "")
    assert await editor.texts() == [second]


async def test_semantic_tokens_after_every_keystroke(peer):
    editor, first, second = await two_mentions(peer)
    editor.cursor = 0
    for letter in "ab\n😀 c":
        editor.type(letter)
        assert await editor.texts() == [first, second]
    editor.backspace(4)
    assert await editor.texts() == [first, second]


async def test_tokens_for_an_unknown_previous_result(peer):
    editor, first, _ = await two_mentions(peer)
    answer = await peer.request("textDocument/semanticTokens/full/delta",
                                {"textDocument": editor.document.identifier, "previousResultId": "never given"})
    assert len(answer["data"]) == 10


async def test_document_highlight_shows_the_mention_at_the_cursor(peer):
    editor, first, second = await two_mentions(peer)
    editor.cursor = editor.document.text.index(first) + 1
    assert first in await editor.highlights()
    editor.cursor = 1
    assert await editor.highlights() == []
