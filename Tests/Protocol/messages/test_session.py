"""One long scripted session with each known client; at its end every message from the server is checked (conftest)."""

from document import STYLES, character_by_character, in_one_change, in_six_notifications
from editor import Editor
from peers import ResponseError

TEXT = "# Notes 😀\n\nIntro 日本語 text.\n\nHi "


def style_of(peer):
    """How this client reports that an item was accepted."""
    name = str(peer.parameters.get("clientInfo", {}).get("name", "")).lower()
    if "neovim" in name:
        return character_by_character
    if name == "emacs":
        return in_six_notifications
    return in_one_change


async def test_a_long_session(client):
    style = style_of(client)
    editor = Editor(client, TEXT).open()
    assert await editor.texts() == []

    # An explicit mention: the whole directory after the trigger, then by name.
    editor.type("@")
    everybody = await editor.complete(triggerKind=2, triggerCharacter="@")
    assert len(everybody) == 25
    assert (await editor.state())["state"] == "creating"
    editor.type("knu")
    items = await editor.complete(triggerKind=3)
    assert "Knuth" in items[0]["label"]
    resolved = await editor.resolve(items[0])
    assert resolved["label"] == items[0]["label"]
    editor.accept(items[0], style)
    knuth = items[0]["textEdit"]["newText"]
    assert await editor.texts() == [knuth]
    assert editor.document.text == TEXT + knuth

    # The item's command only confirms the mention; running it twice changes nothing.
    if command := resolved.get("command"):
        for _ in range(2):
            await client.request("workspace/executeCommand", {"command": command["command"],
                                                              "arguments": command.get("arguments", [])})
        assert await editor.texts() == [knuth]

    # An implicit one, from three letters on.
    editor.type(" and ")
    editor.type("Ed")
    assert (await editor.state())["state"] == "ready"
    editor.type("s")
    state = await editor.state()
    assert (state["state"], state["kind"], state["keyString"]) == ("creating", "implicit", "Eds")
    items = await editor.complete()
    assert items[0]["label"].startswith("Edsger")
    editor.accept(items[0], style)
    dijkstra = items[0]["textEdit"]["newText"]
    assert await editor.texts() == [knuth, dijkstra]

    # Highlight, hover, and every other announced provider, on a mention and outside.
    for place in (editor.document.find(TEXT) + 2, 1):
        editor.cursor = place
        await ask_everything(client, editor)
    editor.cursor = editor.document.find(TEXT) + 2
    assert knuth in await editor.highlights()

    # Edits before them move them; an edit inside one makes it plain text and keeps the other.
    editor.replace(0, 0, "𝕏 first\n\n")
    assert await editor.texts() == [knuth, dijkstra]
    inside = editor.document.find("Knu")
    editor.replace(inside, inside, "-")
    assert await editor.texts() == [dijkstra]

    # No mention in an address; a second trigger; a key of several words; a search without results.
    editor.cursor = len(editor.document.text)
    editor.type(" mail foo@")
    assert (await editor.state())["state"] == "stalled"
    assert await editor.complete() == []
    editor.type("x +")
    assert len(await editor.complete(triggerKind=2, triggerCharacter="+")) == 25
    editor.type("alan p")
    perlis = next(item for item in await editor.complete() if "Perlis" in item["label"])
    editor.accept(perlis, style)
    assert await editor.texts() == [dijkstra, perlis["textEdit"]["newText"]]
    editor.type(" @zzqqxx")
    assert await editor.complete() == []
    editor.type(" ")
    assert (await editor.state())["state"] == "ready"
    editor.type("@knu")
    client.notify("mentions/cancel", {"textDocument": editor.document.identifier})
    assert (await editor.state())["state"] == "stalled"

    # Saving, settings, files, and a second document with other line ends.
    client.notify("textDocument/didSave", {"textDocument": editor.document.identifier})
    client.notify("workspace/didChangeConfiguration", {"settings": {}})
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": "file:///w/.mentions.json", "type": 2}]})
    other = Editor(client, "one\r\ntwo \r\n", "file:///w/other.txt", "plaintext", 7).open()
    other.cursor = other.document.find("two ")
    other.type("@hopc")
    items = await other.complete()
    assert "Hopcroft" in items[0]["label"]
    other.accept(items[0], style)
    assert await other.texts() == [items[0]["textEdit"]["newText"]]
    assert len(await editor.mentions()) == 2
    other.close()
    editor.close()

    # After reopening, versions restart.
    again = Editor(client, "Hi @", version=0).open()
    assert len(await again.complete()) == 25
    again.close()
    assert await refused(client, "mentions/list", {"textDocument": again.document.identifier})


async def refused(client, method, params):
    try:
        answer = await client.request(method, params)
    except ResponseError:
        return True
    return answer in (None, [], {"mentions": []})


async def ask_everything(client, editor):
    """Sends a request to each announced provider, with the parameters that a client would send."""
    document = {"textDocument": editor.document.identifier}
    whole = {**document, "range": editor.document.range(0, len(editor.document.text))}
    questions = {
        "hoverProvider": ("textDocument/hover", editor.here),
        "documentHighlightProvider": ("textDocument/documentHighlight", editor.here),
        "definitionProvider": ("textDocument/definition", editor.here),
        "referencesProvider": ("textDocument/references", {**editor.here, "context": {"includeDeclaration": True}}),
        "documentSymbolProvider": ("textDocument/documentSymbol", document),
        "documentLinkProvider": ("textDocument/documentLink", document),
        "codeLensProvider": ("textDocument/codeLens", document),
        "foldingRangeProvider": ("textDocument/foldingRange", document),
        "inlayHintProvider": ("textDocument/inlayHint", whole),
        "codeActionProvider": ("textDocument/codeAction", {**whole, "context": {"diagnostics": []}}),
        "diagnosticProvider": ("textDocument/diagnostic", document),
        "linkedEditingRangeProvider": ("textDocument/linkedEditingRange", editor.here),
        "signatureHelpProvider": ("textDocument/signatureHelp", editor.here),
        "workspaceSymbolProvider": ("workspace/symbol", {"query": "a"}),
    }
    for capability, (method, params) in questions.items():
        if client.announces(capability):
            await client.request(method, params)


def test_the_styles_are_all_used():
    assert {in_one_change, character_by_character, in_six_notifications} == set(STYLES.values())
