"""Programs of plug-ins (`"plugins"` in the settings) against the real server: the samples, and those that do wrong."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import parameters
from editor import Editor, accepted
import strict

SAMPLES = Path(__file__).resolve().parent / "samples"
WORKSPACE = {"applyEdit": True, "workspaceEdit": {"documentChanges": True}}


class Obedient(Editor):
    """Makes the edits that the server asks for, if they are for the version that it has."""

    def __init__(self, peer, *arguments, **more):
        super().__init__(peer, *arguments, **more)
        self.obeyed = []
        peer.answers["workspace/applyEdit"] = self.obey

    def obey(self, params):
        (change,) = params["edit"]["documentChanges"]
        if change["textDocument"]["version"] != self.document.version:
            return {"applied": False, "failureReason": "the document has changed"}
        changes = []
        for edit in sorted(change["edits"], key=lambda edit: self.document.index(edit["range"]["start"]), reverse=True):
            start, end = (self.document.index(edit["range"][side]) for side in ("start", "end"))
            changes.append(self.document.change(start, end, edit["newText"]))
            self.cursor = start + len(edit["newText"])
        self.peer.notify("textDocument/didChange", self.document.did_change(changes))
        self.obeyed.append(params["label"])
        return {"applied": True}


@pytest.fixture
async def session(start, root):
    """Starts a server with a sample as its plug-in, and checks all of the conversation at the end."""
    peers = []

    async def starter(name, *arguments):
        peer = await start(["--log-level", "info"])
        peers.append(peer)
        command = [sys.executable, str(SAMPLES / f"{name}.py"), *arguments]
        options = {"demo": True, "plugins": {name: {"command": command}}}
        params = parameters("neovim-0.12.4", root, options)
        params["capabilities"].setdefault("workspace", {}).update(WORKSPACE)
        await peer.initialize(params)
        return peer

    yield starter
    for peer in peers:
        if peer.process.returncode is None:
            assert await peer.finish() == 0
        assert list(strict.session(peer.entries)) == []


def messages(peer):
    return [message["params"]["message"] for message in peer.from_server("window/showMessage")]


async def text(editor, wanted):
    """Waits until the document has this text."""
    await editor.peer.until(lambda: editor.document.text == wanted, f"the text {wanted!r}")


async def mentions(editor, wanted):
    """Asks until the document has these mentions; every question is answered, so that nothing is waited for."""
    for _ in range(2000):
        answer = await editor.peer.request("mentions/list", {"textDocument": editor.document.identifier})
        if [mention["text"] for mention in answer["mentions"]] == wanted:
            break
    assert await editor.texts() == wanted


# --- the samples ------------------------------------------------------------------------------------------------------


async def test_emoji_are_written_for_their_names(session):
    peer = await session("emoji_expander")
    editor = Obedient(peer, "so 🎈 ").open()
    editor.type(":smile:")
    await text(editor, "so 🎈 😄")
    editor.type(" and :nobody: ")
    name = await accepted(editor, "@knu")
    editor.type(" :+1:")
    await text(editor, f"so 🎈 😄 and :nobody: {name} 👍")
    assert await editor.texts() == [name]
    assert editor.obeyed == ["Edit by plug-in emoji_expander"] * 2
    assert messages(peer) == []


async def test_words_are_counted_for_a_status_line(session, tmp_path):
    line = tmp_path / "words"
    peer = await session("word_counter", str(line))
    editor = Obedient(peer, "Hello, dear\n").open()
    editor.type("it’s ")
    await accepted(editor, "@knu")
    editor.type(" again")

    def count():
        return line.read_text(encoding="utf-8") if line.exists() else ""

    wanted = f"{editor.document.uri}: 5 words, 1 mentions\n"
    for _ in range(5000):
        await editor.state()
        if count() == wanted:
            break
    assert count() == wanted
    editor.type(", one two")
    assert await peer.finish() == 0
    # The program was told everything before the server ended, the closing of the document last.
    assert count() == ""
    assert messages(peer) == []


async def set_up(editor, name):
    """Asks until the program has answered: before that it decides nothing."""
    while f"plug-in {name} is set up" not in editor.peer.errors.read_text(errors="replace"):
        await editor.state()


async def quiet(session, now, text, body):
    """Runs `body` with people who rest. On a busy machine a decision may come too late, and is made for the program then:
    that is tried again, in a new session."""
    for last in (False, False, False, False, True):
        peer = await session("quiet_hours", "--now", now, "Donald Knuth")
        editor = Obedient(peer, text).open()
        await set_up(editor, "quiet_hours")
        try:
            await body(editor)
            assert messages(peer) == []
            return
        except (AssertionError, TimeoutError):
            if last or not any("no decision within 50 ms" in message for message in messages(peer)):
                raise


async def test_who_rests_does_not_become_a_mention(session):
    async def body(editor):
        knuth = await accepted(editor, "@knu")
        assert knuth == "Donald Knuth"
        await mentions(editor, [])
        editor.type(" or ")
        karp = await accepted(editor, "@karp")
        await mentions(editor, [karp])
        assert editor.document.text == f"ask {knuth} or {karp}"

    await quiet(session, "18:00", "ask ", body)


async def test_who_does_not_rest_yet_becomes_one(session):
    async def body(editor):
        knuth = await accepted(editor, "@knu")
        await mentions(editor, [knuth])

    await quiet(session, "17:59", "ask ", body)


@pytest.mark.parametrize("cut", [(0, 0), (0, -3), (-2, 3)])
async def test_who_rests_and_is_a_mention_already_stays(session, cut):
    async def body(editor):
        start = len("Ask ")
        end = start + len("Donald Knuth")
        added = await editor.peer.request("mentions/add", {
            "textDocument": editor.document.identifier,
            "mentions": [{"range": editor.document.range(start, end), "text": "Donald Knuth",
                          "entity": {"name": "Donald Knuth"}}]})
        assert added["added"] == 1
        whole = editor.document.text
        editor.replace(start + cut[0], end + cut[1], "")
        assert editor.document.text != whole
        await text(editor, whole)
        assert await editor.texts() == ["Donald Knuth"]
        assert editor.obeyed == ["Restore mention"]

    await quiet(session, "21:30", "Ask Donald Knuth, then", body)


# --- those that do wrong ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way, fault", [
    ("throws", "the program ended (exit status 1)"),
    ("dies", "the program ended (exit status 3)"),
    ("out of bounds", "edit: edits[0].range: 70:0 to 70:1 is not in the document"),
    ("old version", "edit: the document is at version 0, not at -1"),
    ("floods", "sends more than 200 lines per second, or a line that is too long"),
    ("never set up", None),
])
async def test_who_does_wrong_is_named_and_unregistered(session, way, fault):
    peer = await session("misbehaving", way)
    editor = Obedient(peer, "so ").open()
    out = "unregistered after 3 faults" if fault else "unregistered because it did not answer setUp within 5000 ms"
    await peer.until(lambda: any(out in message for message in messages(peer)), out)
    expected = [fault, out] if fault else [out]
    assert messages(peer) == [f"mentions: plug-in misbehaving: {text}" for text in expected]
    # The user goes on as if nothing had been.
    name = await accepted(editor, "@knu")
    assert await editor.texts() == [name]


async def test_the_typist_does_not_wait_for_a_late_decision(session):
    peer = await session("misbehaving", "late")
    editor = Obedient(peer, "so ").open()
    await set_up(editor, "misbehaving")
    name = await accepted(editor, "@knu")
    await peer.until(lambda: messages(peer), "a message")
    assert messages(peer)[0] == (
        "mentions: plug-in misbehaving: no decision within 50 ms, so the action is allowed")
    assert await editor.texts() == [name]


async def test_doctor_tries_plugins(command, root):
    settings = {"plugins": {
        "quiet": {"command": [sys.executable, str(SAMPLES / "quiet_hours.py"), "Donald Knuth"]},
        "broken": {"command": [sys.executable, str(SAMPLES / "misbehaving.py"), "throws"]}}}
    home = root.parent / "home"
    (home / "mentions-lsp").mkdir(parents=True)
    (home / "mentions-lsp" / "config.json").write_text(json.dumps(settings), encoding="utf-8")
    done = subprocess.run([*command, "doctor", "--json", "--root", str(root)], capture_output=True, timeout=60,
                          env={**os.environ, "XDG_CONFIG_HOME": str(home)})
    report = json.loads(done.stdout)
    found = {plugin["name"]: (plugin["decides"], plugin["problem"]) for plugin in report["plugins"]}
    assert found == {"quiet": (True, None), "broken": (False, "the program ended (exit status 1)")}
    assert "plug-in broken: the program ended (exit status 1)" in report["problems"]
    assert done.returncode == 1
