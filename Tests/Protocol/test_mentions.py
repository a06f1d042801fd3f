"""What mentions do, seen from outside: acceptance in every client's style, our own requests, editing round annotations."""

import asyncio
import json
import sys

import pytest

from conftest import parameters
from document import STYLES
from editor import Editor, range_of
from peers import PATIENCE, ResponseError
import strict

styles = pytest.mark.parametrize("style", STYLES.values(), ids=STYLES.keys())


async def accepted(editor, key, style=STYLES["in_one_change"]):
    """Types `key`, accepts the first item, and returns the text that came."""
    editor.type(key)
    items = await editor.complete()
    editor.accept(items[0], style)
    return items[0]["textEdit"]["newText"]


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
    """With its menu open Neovim sends each letter as inserted, deleted and inserted again."""
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
    """Eglot waits half a second, or for the next request."""
    editor = Editor(peer, "").open()
    editor.replace(0, 0, "Hi @knu")
    items = await editor.complete()
    assert "Knuth" in items[0]["label"]


async def test_a_preview_that_is_taken_back_leaves_no_mention(peer):
    """Neovim's <C-n> writes the item's text, <C-e> the key again."""
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


async def two_mentions(peer):
    editor = Editor(peer, "").open()
    editor.type("Dear ")
    first = await accepted(editor, "@knu")
    editor.type(" and ")
    second = await accepted(editor, "@karp")
    editor.type(".\n")
    return editor, first, second


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
    """Neovim's `:%s` and Eglot's replace send everything between the first and the last change."""
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


# --- our own requests ---------------------------------------------------------------------------------------------------


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


# --- sources and settings -----------------------------------------------------------------------------------------------


async def test_the_editor_is_the_source(start, root):
    """`client` sources: the server asks, the client answers, and more batches may follow."""
    client = await start()
    asked = []

    def retrieve(params):
        asked.append(params)
        return {"entities": [{"id": "ada", "name": "Ada Lovelace"}], "dedupe": True, "isComplete": False}

    client.answers["mentions/retrieveEntities"] = retrieve
    await client.initialize(parameters("neovim-0.12.4", root, {
        "sources": {"host": {"type": "client"}}, "triggers": [{"character": "@", "sources": ["host"]}]}))
    editor = Editor(client, "Hi ").open()
    editor.type("@")
    assert [item["label"] for item in await editor.complete()] == ["Ada Lovelace"]
    question = asked[-1]
    assert (question["searchType"], question["controlCharacter"], question["keyString"]) == ("explicit", "@", "")
    client.notify("mentions/entities", {"queryID": question["queryID"], "dedupe": True, "isComplete": True,
                                        "entities": [{"id": "bob", "name": "Bob"}, {"id": "ada", "name": "Ada Lovelace"}]})
    assert await chooser(editor) == ["Ada Lovelace", "Bob"]
    client.notify("mentions/entities", {"queryID": question["queryID"], "dedupe": True, "isComplete": True,
                                        "entities": [{"id": "eve", "name": "Eve"}]})
    assert await chooser(editor) == ["Ada Lovelace", "Bob"], "a batch after the last is ignored"
    assert await client.finish() == 0
    assert list(strict.session(client.entries)) == []


async def chooser(editor):
    answer = await editor.peer.request("mentions/chooserItems", {
        "textDocument": editor.document.identifier, "start": 0, "count": 50})
    return [item["label"] for item in answer["items"]]


PROVIDERS = {
    "answers": """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if "query" in asked:
        print(json.dumps({"query": asked["query"], "dedupe": True, "isComplete": True,
                          "entities": [{"id": "p", "name": "Pia " + asked["key"]}]}), flush=True)
""",
    "dies": "import sys; sys.stdin.readline(); sys.exit(3)",
    "dies at once": "raise SystemExit(3)",
    "prints rubbish": "import sys\nfor line in sys.stdin: print('rubbish', flush=True)",
    "never answers": "import sys; sys.stdin.read()",
    "floods": "import sys; sys.stdin.readline()\nwhile True: sys.stdout.write('x' * 65536)",
}


@pytest.mark.parametrize("kind", PROVIDERS)
async def test_a_provider_never_holds_up_the_others(start, root, tmp_path, kind):
    script = tmp_path / "provider.py"
    script.write_text(PROVIDERS[kind], encoding="utf-8")
    client = await start()
    await client.initialize(parameters("neovim-0.12.4", root, {
        "sources": {"ldap": {"type": "process", "command": [sys.executable, str(script)]},
                    "words": {"type": "list", "items": ["Alpha", {"name": "Beta", "id": "b"}]}},
        "triggers": [{"character": "@", "sources": ["ldap", "words"]}]}))
    editor = Editor(client, "Hi ").open()
    editor.type("@")
    assert {"Alpha", "Beta"} <= {item["label"] for item in await editor.complete()}
    editor.type("be")
    assert "Beta" in [item["label"] for item in await editor.complete()]
    if kind == "answers":
        async with asyncio.timeout(PATIENCE):
            while "Pia be" not in (shown := await chooser(editor)):
                assert "Beta" in shown
    elif kind != "never answers":
        await client.until(lambda: client.from_server("window/showMessage"), "a message about the provider")
        assert "ldap" in json.dumps(client.from_server("window/showMessage"))
    assert await client.finish() == 0
    assert list(strict.session(client.entries)) == []


async def test_a_workspace_may_not_start_programs_by_itself(start, root):
    made = root / "made-by-the-program"
    (root / ".mentions.json").write_text(json.dumps({
        "sources": {"evil": {"type": "process", "command": [sys.executable, "-c", f"open({str(made)!r}, 'w')"]}},
        "triggers": [{"character": "@", "sources": ["*"]}]}), encoding="utf-8")
    client = await start()
    await client.initialize(parameters("neovim-0.12.4", root))
    editor = Editor(client, "Hi ", uri=(root / "notes.md").as_uri()).open()
    editor.type("@knu")
    assert "Knuth" in (await editor.complete())[0]["label"]
    await client.until(lambda: client.from_server("window/showMessage"), "a message that says so")
    assert "trustedFolders" in json.dumps(client.from_server("window/showMessage"))
    assert await client.finish() == 0
    assert not made.exists()
    assert list(strict.session(client.entries)) == []


@pytest.mark.parametrize(("name", "content"), [
    ("people.jsonl", '{"name": "Ada Lovelace", "handle": "ada"}\n{"name": "Grace Hopper", "handle": "grace"}\n'),
    ("people.json", '[{"name": "Ada Lovelace"}, {"name": "Grace Hopper"}]'),
    ("people.csv", "name,handle\nAda Lovelace,ada\nGrace Hopper,grace\n"),
    ("people.vcf", "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada Lovelace\r\nEND:VCARD\r\n"
                   "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Grace Hopper\r\nEND:VCARD\r\n"),
])
async def test_a_people_file_at_the_root_needs_no_settings(start, root, name, content):
    (root / name).write_text(content, encoding="utf-8", newline="")
    client = await start()
    await client.initialize(parameters("neovim-0.12.4", root, {}))
    editor = Editor(client, "Hi ", uri=(root / "notes.md").as_uri()).open()
    editor.type("@gra")
    assert [item["label"] for item in await editor.complete()] == ["Grace Hopper"]
    editor.backspace(3)
    assert {item["label"] for item in await editor.complete()} == {"Ada Lovelace", "Grace Hopper"}
    assert await client.finish() == 0
    assert list(strict.session(client.entries)) == []


@pytest.mark.parametrize("settings", ["{", "[]", "nonsense", '{"triggers": 7}', '{"limit": -1}', '{"sources": {"a": {"type": "x"}}}'])
async def test_bad_settings_are_said_and_the_rest_works(start, root, settings):
    (root / ".mentions.json").write_text(settings, encoding="utf-8")
    client = await start()
    await client.initialize(parameters("neovim-0.12.4", root))
    editor = Editor(client, "Hi ").open()
    editor.type("@knu")
    assert "Knuth" in (await editor.complete())[0]["label"]
    await client.until(lambda: client.from_server("window/showMessage"), "a message about the settings")
    assert ".mentions.json" in json.dumps(client.from_server("window/showMessage"))
    assert await client.finish() == 0
    assert list(strict.session(client.entries)) == []


async def test_settings_of_the_client_take_effect_at_once(start, root):
    client = await start()
    settings = {}
    client.answers["workspace/configuration"] = lambda params: [settings] * len(params["items"])
    await client.initialize(parameters("neovim-0.12.4", root))
    editor = Editor(client, "").open()
    editor.type("Niklaus")
    assert (await editor.state())["state"] == "creating"
    settings["implicit"] = {"minimumLength": 0}
    client.notify("workspace/didChangeConfiguration", {"settings": {"mentions": settings}})

    async def implicit_is_off():
        editor.type("\nNiklaus")
        return (await editor.state())["state"] != "creating"

    for _ in range(200):
        if await implicit_is_off():
            break
    else:
        pytest.fail("the new settings never held")
    assert await client.finish() == 0
    assert list(strict.session(client.entries)) == []
