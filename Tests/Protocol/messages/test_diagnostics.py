"""Diagnostics of mentions, pushed and pulled, and what is done about them, checked against the protocol."""

import json

import pytest

from conftest import parameters
from editor import Editor
import strict

TEAM = [
    {"id": "ada", "name": "Ada Lovelace", "handle": "ada", "aliases": ["countess"]},
    {"id": "b1", "name": "Ben One", "handle": "ben"}, {"id": "b2", "name": "Ben Two", "handle": "ben"},
    {"id": "gus", "name": "Gus Gone", "handle": "gus", "gone": True},
    {"id": "ops", "name": "Ops", "handle": "acme/ops", "kind": "team"},
]
OPTIONS = {
    "diagnostics": {
        "unknown": "warning", "ambiguous": "warning", "left": "information", "stale": "hint", "notAllowed": "error",
        "notAllowedHere": [{"kind": "team", "files": ["*.md"], "reason": "open an issue"}]},
    "triggers": [{"character": "@", "sources": ["people"], "insert": {"markdown": "@{handle}"}}],
}
TEXT = "@adda @ben @gus @countess @acme/ops @ada\n"
CODES = ["unknown", "ambiguous", "left", "stale", "not-allowed"]


@pytest.fixture
async def session(start, root):
    (root / "people.jsonl").write_text("".join(json.dumps(each) + "\n" for each in TEAM), encoding="utf-8")
    started = []

    async def session(name):
        client = await start()
        await client.initialize(parameters(name, root, OPTIONS))
        started.append(client)
        return client, Editor(client, TEXT, uri=(root / "notes.md").as_uri()).open()

    yield session
    for client in started:
        assert await client.finish() == 0
        assert list(strict.session(client.entries)) == []


async def pull(client, editor, **members):
    return await client.request(
        "textDocument/diagnostic", {"textDocument": editor.document.identifier, **members})


async def pulled(client, editor):
    """The diagnostics once the people file has been read."""
    for _ in range(1000):
        report = await pull(client, editor)
        if report["items"]:
            return report
    raise AssertionError("nothing is found")


def found(diagnostics, editor):
    assert {each["source"] for each in diagnostics} == {"mentions"}
    return [(each["code"], editor.document.slice(each["range"])) for each in diagnostics]


ALL = list(zip([f"{code}-mention" for code in CODES], TEXT.split()[:5], strict=True))


@pytest.mark.parametrize("name", ["neovim-0.12.4", "helix-25.07.1", "visual_studio_code"])
async def test_pulled(session, name):
    client, editor = await session(name)
    report = await pulled(client, editor)
    assert report["kind"] == "full" and found(report["items"], editor) == ALL
    same = await pull(client, editor, previousResultId=report["resultId"])
    assert same == {"kind": "unchanged", "resultId": report["resultId"]}
    editor.replace(0, 0, "Hi ")
    moved = await pull(client, editor, previousResultId=report["resultId"])
    assert moved["kind"] == "full" and found(moved["items"], editor) == ALL


async def test_pushed_with_the_version(session):
    client, editor = await session("eglot-1.17.30-emacs-30.2")
    await client.until(lambda: client.from_server("textDocument/publishDiagnostics"), "diagnostics")
    params = client.from_server("textDocument/publishDiagnostics")[-1]["params"]
    assert found(params["diagnostics"], editor) == ALL


@pytest.mark.parametrize(("place", "title", "becomes"), [
    ("adda", "Mention Ada Lovelace (@ada)", "@ada"), ("countess", "Write “@ada”", "@ada"),
])
async def test_a_quick_fix_leaves_a_mention(session, place, title, becomes):
    client, editor = await session("visual_studio_code")
    report = await pulled(client, editor)
    start = editor.document.text.index(place)
    cursor = editor.document.range(start, start)
    actions = await client.request("textDocument/codeAction", {
        "textDocument": editor.document.identifier, "range": cursor,
        "context": {"diagnostics": report["items"], "only": ["quickfix"], "triggerKind": 1}})
    action, = (each for each in actions if each["title"] == title)
    assert action["isPreferred"] and action["diagnostics"][0] in report["items"]
    if "data" in action:
        action = await client.request("codeAction/resolve", action)
    edit, = action["edit"]["documentChanges"][0]["edits"]
    assert edit["newText"] == becomes
    at = editor.document.index(edit["range"]["start"])
    editor.replace(at, editor.document.index(edit["range"]["end"]), edit["newText"])
    mentions = await editor.mentions()
    assert (becomes, at) in [(each["text"], editor.document.index(each["range"]["start"])) for each in mentions]


async def test_somebody_unknown_is_remembered_or_left_as_plain_text(session):
    client, editor = await session("visual_studio_code")
    report = await pulled(client, editor)
    cursor = editor.document.range(1, 1)
    actions = {each["title"]: each for each in await client.request("textDocument/codeAction", {
        "textDocument": editor.document.identifier, "range": cursor,
        "context": {"diagnostics": [report["items"][0]], "only": ["quickfix"]}})}
    added, = actions["Remember “adda” in people.jsonl"]["edit"]["documentChanges"]
    assert added["textDocument"]["uri"].endswith("/people.jsonl")
    assert json.loads(added["edits"][0]["newText"]) == {"name": "adda", "handle": "adda"}
    await client.request("workspace/executeCommand", {
        key: actions["Leave “@adda” as Plain Text"]["command"][key] for key in ("command", "arguments")})
    assert found((await pull(client, editor))["items"], editor) == ALL[1:]
