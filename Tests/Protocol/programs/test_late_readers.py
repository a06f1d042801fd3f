"""A client that reads late or never blocks nothing: input is read while output waits, and waiting output is bounded."""

import os
import subprocess

import pytest

from conftest import parameters
from document import Document
from editor import Editor
from late import LateClient, encoded
from test_keeping import session

TEXT = "Thanks to Donald Knuth @"


@pytest.fixture
def late(command, tmp_path, root):
    """Starts such clients, each with one document that has one mention, and stops their servers at the end."""
    clients = []

    def starter(arguments=(), process=None, **more):
        client = LateClient([*command, *arguments], tmp_path, {"XDG_STATE_HOME": str(tmp_path / "state")}, **more)
        clients.append(client)
        client.initialize({**parameters("neovim-0.12.4", root), "processId": process or os.getpid()})
        client.document = Document((root / "notes.md").as_uri(), TEXT)
        client.notify("textDocument/didOpen", {"textDocument": client.document.item})
        mention = {"range": client.document.range(10, 22), "text": "Donald Knuth", "entity": {"id": "knuth", "name": "Donald Knuth"}}
        answer = client.request("mentions/add", {"textDocument": client.document.identifier, "mentions": [mention]})
        assert answer["result"]["added"] == 1
        return client

    yield starter
    for client in clients:
        client.stop()


@pytest.fixture
def known_again(start, root, tmp_path, late):
    """Checks with a new server that the mention was kept."""
    async def ask(client):
        peer = await session(start, root, tmp_path / "state")
        editor = Editor(peer, client.document.text, uri=client.document.uri).open()
        assert await editor.texts() == ["Donald Knuth"]
        assert await peer.finish() == 0
    return ask


def question(client, number):
    """A completion request that offers everybody: its answer has some kilobytes."""
    return encoded({"id": number, "method": "textDocument/completion", "params": {
        "textDocument": client.document.identifier, "position": client.document.position(len(TEXT))}})


def ask_much(client, count=100):
    """Requests more than a pipe holds, so that output waits."""
    client.write(b"".join(question(client, f"much {number}") for number in range(count)))


def test_a_client_that_reads_late_gets_every_answer(late):
    client = late()
    count = 100_000
    state = {"textDocument": client.document.identifier}
    first = client.document.range(0, 1)
    for begin in range(0, count, 1000):
        batch = []
        for number in range(begin, begin + 1000):
            document = {"uri": client.document.uri, "version": number + 1}
            change = {"range": first, "text": "aT"[number % 2]}
            batch.append(encoded({"method": "textDocument/didChange",
                                  "params": {"textDocument": document, "contentChanges": [change]}}))
            batch.append(encoded({"id": f"late {number}", "method": "mentions/state", "params": state}))
        client.write(b"".join(batch))
    last = client.begin("mentions/list", state)
    answered = []
    for message in client.messages():
        if str(message.get("id")).startswith("late"):
            answered.append(message["id"])
        elif message.get("id") == last and "method" not in message:
            assert [mention["text"] for mention in message["result"]["mentions"]] == ["Donald Knuth"]
            break
    assert answered == [f"late {number}" for number in range(count)]
    assert client.request("shutdown")["result"] is None
    client.notify("exit", None)
    assert client.ended() == 0


async def test_a_client_that_never_reads_ends_the_server(late, known_again):
    client = late()
    with pytest.raises(BrokenPipeError):
        for number in range(200_000):
            client.write(question(client, f"never {number}"))
    assert client.ended() == 1
    assert "error: the client does not read" in client.complaints()
    assert client.peak_memory < 160 << 20
    await known_again(client)


async def test_the_end_of_the_input_is_seen_while_output_waits(late, known_again):
    client = late()
    ask_much(client)
    client.process.stdin.close()
    assert client.ended() == 1
    await known_again(client)


async def test_a_dead_parent_is_seen_while_output_waits(late, known_again):
    parent = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    client = late(process=parent.pid)
    ask_much(client)
    parent.stdin.close()
    parent.wait()
    assert client.ended() == 1
    await known_again(client)


@pytest.mark.parametrize("waits", [False, True])
async def test_a_closed_output_ends_the_server(late, known_again, waits):
    client = late()
    if waits:
        ask_much(client)
    client.process.stdout.close()
    assert client.ended() == 1
    await known_again(client)


def test_shutdown_is_answered_to_a_client_that_reads_late(late):
    client = late()
    ask_much(client)
    shutdown = client.begin("shutdown")
    client.notify("exit", None)
    assert next(message for message in client.messages() if message.get("id") == shutdown)["result"] is None
    assert client.ended() == 0


def test_nobody_reads_standard_error(late):
    client = late(["--log-level", "debug"], errors=subprocess.PIPE)
    count = 40_000
    for begin in range(0, count, 1000):
        client.write(b"".join(encoded({"method": f"tests/unheardOf{number}", "params": {}}) for number in range(begin, begin + 1000)))
    assert client.request("mentions/list", {"textDocument": client.document.identifier})["result"]["mentions"]
    assert client.request("shutdown")["result"] is None
    client.notify("exit", None)
    lines = client.process.stderr.read().decode().splitlines()
    assert client.ended() == 0
    heard = [line for line in lines if "unknown notification" in line]
    dropped = [int(line.split()[2]) for line in lines if "were not logged" in line]
    assert 1000 < len(heard) < count and len(heard) + sum(dropped) >= count
    assert heard[:1000] == [f"mentions-lsp: info: unknown notification tests/unheardOf{number}" for number in range(1000)]


def test_nobody_reads_the_recording(late, tmp_path):
    pipe = tmp_path / "recording"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    client = late(["--record", str(pipe)])
    # More than is kept for a recording that nobody reads.
    for _ in range(100):
        client.notify("tests/unheardOf", {"text": "x" * (1 << 20)})
        client.request("textDocument/completion", {
            "textDocument": client.document.identifier, "position": client.document.position(len(TEXT))})
    assert client.request("shutdown")["result"] is None
    client.notify("exit", None)
    assert client.ended() == 0
    assert client.complaints().count("the recording stops: the reader of the file is too slow") == 1
    assert client.peak_memory < 160 << 20
    os.close(reader)


def test_a_recording_into_a_pipe_without_a_reader_is_refused(command, tmp_path):
    pipe = tmp_path / "recording"
    os.mkfifo(pipe)
    ended = subprocess.run([*command, "serve", "--record", str(pipe)], stdin=subprocess.DEVNULL, capture_output=True, timeout=15)
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"mentions-lsp: cannot write to {pipe}: ".encode())
