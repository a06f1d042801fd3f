"""SIGTERM, SIGINT and SIGHUP act like the end of the input: pending messages are read, and mentions are kept."""

import signal

import pytest

import strict
from editor import Editor
from test_keeping import session

SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
async def test_a_signal_amid_typing_loses_nothing(start, root, tmp_path, number):
    uri = (root / "notes.md").as_uri()
    peer = await session(start, root, tmp_path / "state")
    editor = Editor(peer, "Thanks to Donald Knuth", uri=uri).open()
    assert await editor.texts() == []
    # The following messages are in the pipe when the signal arrives.
    peer.process.send_signal(signal.SIGSTOP)
    editor.cursor = 0
    editor.type("Many ")
    mention = {"range": editor.document.range(15, 27), "text": "Donald Knuth", "entity": {"id": "knuth", "name": "Donald Knuth"}}
    added = peer.begin("mentions/add", {"textDocument": {"uri": uri}, "mentions": [mention]})
    editor.type("t")
    peer.process.send_signal(number)
    peer.process.send_signal(signal.SIGCONT)
    assert await peer.exit_status() == 1
    assert added.result()["result"]["added"] == 1
    assert list(strict.session(peer.entries)) == []

    again = await session(start, root, tmp_path / "state")
    later = Editor(again, editor.document.text, uri=uri).open()
    assert editor.document.text == "Many tThanks to Donald Knuth"
    assert await later.texts() == ["Donald Knuth"]
    assert await again.finish() == 0


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
async def test_a_signal_after_shutdown_is_no_failure(start, root, tmp_path, number):
    peer = await session(start, root, tmp_path / "state")
    assert await peer.request("shutdown") is None
    peer.process.send_signal(number)
    assert await peer.exit_status() == 0


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
async def test_a_signal_before_initialize_ends_the_server(start, number):
    peer = await start()
    # Its answer shows that the server is running.
    assert "error" in await peer.begin("shutdown")
    peer.process.send_signal(number)
    assert await peer.exit_status() == 1


async def test_several_signals_are_one_end(start, root, tmp_path):
    peer = await session(start, root, tmp_path / "state")
    peer.process.send_signal(signal.SIGSTOP)
    for number in SIGNALS * 3:
        peer.process.send_signal(number)
    peer.process.send_signal(signal.SIGCONT)
    assert await peer.exit_status() == 1
