"""Sources of entities: the editor, programs, files; and settings that are invalid or change."""

import asyncio
import json
import sys

import pytest

from conftest import parameters
from editor import Editor
from peers import PATIENCE
import strict


async def test_the_editor_is_the_source(start, root):
    """`client` sources: the server sends a request, the client answers, and more batches may follow."""
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
