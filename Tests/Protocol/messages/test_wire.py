"""The protocol at the byte level: framing, life cycle, errors. The client misbehaves; the server must not."""

import asyncio
import json
import os
import signal
import subprocess
import sys

import pytest

import strict
from conftest import parameters
from peers import PATIENCE, ResponseError, frame

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND = -32700, -32600, -32601
INVALID_PARAMS, NOT_INITIALIZED, CANCELLED, CONTENT_MODIFIED = -32602, -32002, -32800, -32801


async def error_of(awaitable):
    with pytest.raises(ResponseError) as caught:
        await awaitable
    return caught.value.code


def errors(peer):
    """Codes of the errors without an id, which answer unreadable messages."""
    return [entry["message"]["error"]["code"] for entry in peer.entries
            if entry["from"] == "server" and "error" in entry.get("message", {}) and entry["message"].get("id") is None]


async def opened(peer, root, **more):
    await peer.initialize({**parameters("neovim-0.12.4", root), **more})
    return peer


async def answers(peer):
    """Checks that the session continues: an unknown method still gets its error."""
    assert await error_of(peer.request("tests/stillThere")) == METHOD_NOT_FOUND


async def test_requests_before_initialize_are_refused(start, root):
    peer = await start()
    for method in ("textDocument/completion", "shutdown", "mentions/list"):
        assert await error_of(peer.request(method, {})) == NOT_INITIALIZED
    peer.notify("textDocument/didOpen", {"textDocument": {"uri": "file:///a", "languageId": "x", "version": 0, "text": ""}})
    await opened(peer, root)
    assert await peer.finish() == 0
    assert list(strict.session(peer.entries)) == []


async def test_initialize_twice_is_refused(start, root):
    peer = await opened(await start(), root)
    assert await error_of(peer.request("initialize", peer.parameters)) == INVALID_REQUEST
    await answers(peer)


async def test_requests_after_shutdown_are_refused(start, root):
    peer = await opened(await start(), root)
    assert await peer.request("shutdown") is None
    assert await error_of(peer.request("textDocument/completion", {
        "textDocument": {"uri": "file:///a"}, "position": {"line": 0, "character": 0}})) == INVALID_REQUEST
    assert await error_of(peer.request("shutdown")) == INVALID_REQUEST
    peer.notify("exit")
    assert await peer.exit_status() == 0
    assert list(strict.session(peer.entries)) == []


async def test_exit_without_shutdown_has_status_1(start, root):
    peer = await opened(await start(), root)
    peer.notify("exit")
    assert await peer.exit_status() == 1


async def test_exit_before_initialize_has_status_1(start):
    peer = await start()
    peer.notify("exit")
    assert await peer.exit_status() == 1


async def test_shutdown_and_exit_with_null_params(start, root):
    peer = await opened(await start(), root)
    peer.send({"jsonrpc": "2.0", "method": "$/setTrace", "params": {"value": "off"}})
    peer.send({"jsonrpc": "2.0", "id": 99, "method": "shutdown", "params": None})
    peer.send({"jsonrpc": "2.0", "method": "exit", "params": None})
    assert await peer.exit_status() == 0
    assert list(strict.session(peer.entries)) == []


async def test_the_stream_ending_ends_the_server(start, root):
    peer = await opened(await start(), root)
    peer.process.stdin.close()
    assert await peer.exit_status() in (0, 1)


async def test_the_stream_ending_after_shutdown_is_no_failure(start, root):
    peer = await opened(await start(), root)
    await peer.request("shutdown")
    peer.process.stdin.close()
    assert await peer.exit_status() == 0


async def test_an_unknown_request_is_said_to_be_one(start, root):
    peer = await opened(await start(), root)
    for method in ("textDocument/unheardOf", "$/unheardOf", "", "mentions/unheardOf"):
        assert await error_of(peer.request(method, {})) == METHOD_NOT_FOUND


async def test_unknown_notifications_are_ignored(start, root):
    peer = await opened(await start(), root)
    count = len(peer.entries)
    for method in ("$/unheardOf", "textDocument/unheardOf", "mentions/unheardOf"):
        peer.notify(method, {"any": "thing"})
    await answers(peer)
    assert not [e for e in peer.entries[count:] if e["from"] == "server" and e["message"].get("id") is None
                and "error" in e["message"]]


async def test_what_is_no_json_is_a_parse_error_and_the_session_goes_on(start, root):
    peer = await opened(await start(), root)
    for body in (b"{", b"nonsense", b"\xff\xfe", b'{"jsonrpc": "2.0", "id": 1, "method": "a"} more', b""):
        count = len(errors(peer))
        peer.send_bytes(frame(body))
        await peer.until(lambda: len(errors(peer)) > count, "a parse error")
        assert errors(peer)[-1] == PARSE_ERROR
    await answers(peer)


async def test_deep_nesting_is_refused_and_the_session_goes_on(start, root):
    peer = await opened(await start(), root)
    peer.send_bytes(frame(b"[" * 200_000 + b"]" * 200_000))
    await peer.until(lambda: errors(peer), "an error")
    await answers(peer)


async def test_what_is_no_request_is_invalid_and_the_session_goes_on(start, root):
    peer = await opened(await start(), root)
    for body in (b"1", b"null", b'"text"', b'{"jsonrpc": "2.0", "method": 1, "id": null}'):
        count = len(errors(peer))
        peer.send_bytes(frame(body))
        await peer.until(lambda: len(errors(peer)) > count, f"an error for {body!r}")
        assert errors(peer)[-1] == INVALID_REQUEST
    await answers(peer)


async def test_batches_are_refused(start, root):
    peer = await opened(await start(), root)
    batch = [{"jsonrpc": "2.0", "id": 50, "method": "shutdown"}, {"jsonrpc": "2.0", "id": 51, "method": "shutdown"}]
    peer.send_bytes(frame(json.dumps(batch).encode()))
    await peer.until(lambda: errors(peer), "an error")
    assert errors(peer) == [INVALID_REQUEST]
    await answers(peer)


@pytest.mark.parametrize("params", [
    None, [], 7, {"textDocument": None}, {"textDocument": {"uri": 1}, "position": {"line": 0, "character": 0}},
    {"textDocument": {"uri": "file:///a"}, "position": {"line": -1, "character": 0}},
    {"textDocument": {"uri": "file:///a"}, "position": {"line": 0.5, "character": 0}},
    {"textDocument": {"uri": "file:///a"}, "position": {"line": 0}},
])
async def test_bad_params_of_a_request_are_said_to_be_bad(start, root, params):
    peer = await opened(await start(), root)
    answer = await asyncio.wait_for(peer.begin("textDocument/completion", params), PATIENCE)
    # Params that are neither an object nor an array make the whole request invalid (JSON-RPC, section 4.2).
    assert answer["error"]["code"] in ((INVALID_PARAMS, INVALID_REQUEST) if params == 7 else (INVALID_PARAMS,))
    await answers(peer)


async def test_bad_notifications_do_not_end_the_session(start, root):
    peer = await opened(await start(), root)
    for params in (None, 7, {}, {"textDocument": {"uri": "file:///a", "version": 1}, "contentChanges": [{"text": 1}]},
                   {"textDocument": {"uri": "file:///never-opened", "version": 1}, "contentChanges": [{"text": "a"}]},
                   {"textDocument": {"uri": "file:///a", "version": 1}, "contentChanges": [{"text": "a", "range": {
                       "start": {"line": 2**63, "character": 0}, "end": {"line": 0, "character": 10**30}}}]}):
        for method in ("textDocument/didChange", "textDocument/didOpen", "textDocument/didClose", "$/cancelRequest",
                       "mentions/didChangeSelection", "mentions/entities", "mentions/cancel", "$/setTrace",
                       "workspace/didChangeConfiguration", "workspace/didChangeWatchedFiles"):
            peer.notify(method, params)
    await answers(peer)
    assert await peer.finish() == 0
    assert list(strict.session(peer.entries)) == []


HEADERS = [
    b"content-length: %d\r\n\r\n", b"CONTENT-LENGTH:%d\r\n\r\n", b"Content-Length:    %d   \r\n\r\n",
    b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: %d\r\n\r\n",
    b"X-Unknown: a: b\r\nContent-Length: %d\r\nOther:\r\n\r\n", b"Content-Length: %d\r\nContent-Type: utf8\r\n\r\n",
]


@pytest.mark.parametrize("header", HEADERS)
async def test_headers_in_any_order_and_case(start, root, header):
    peer = await opened(await start(), root)
    body = b'{"jsonrpc":"2.0","id":"h","method":"tests/header"}'
    future = asyncio.get_running_loop().create_future()
    peer.waiting['"h"'] = future
    peer.send_bytes(header % len(body) + body)
    assert (await asyncio.wait_for(future, PATIENCE))["error"]["code"] == METHOD_NOT_FOUND


async def test_a_message_in_single_bytes_and_many_messages_in_one_write(start, root):
    peer = await start()
    body = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": parameters("neovim-0.12.4", root)}).encode()
    peer.waiting["0"] = asyncio.get_running_loop().create_future()
    first = peer.waiting["0"]
    for byte in frame(body):
        peer.send_bytes(bytes([byte]))
        await peer.process.stdin.drain()
    assert "capabilities" in (await asyncio.wait_for(first, PATIENCE))["result"]
    futures = {}
    for identifier in range(1, 400):
        futures[identifier] = peer.waiting[str(identifier)] = asyncio.get_running_loop().create_future()
    peer.send_bytes(b"".join(frame(json.dumps({"jsonrpc": "2.0", "id": i, "method": "tests/many"}).encode()) for i in futures))
    answers = await asyncio.wait_for(asyncio.gather(*futures.values()), PATIENCE)
    assert [answer["error"]["code"] for answer in answers] == [METHOD_NOT_FOUND] * len(futures)


@pytest.mark.parametrize("length", [b"99999999999999999999999", b"9223372036854775807", b"4294967296", b"-1"])
async def test_an_absurd_length_is_refused_and_the_end_is_clean(start, root, length):
    peer = await opened(await start(), root)
    peer.send_bytes(b"Content-Length: " + length + b"\r\n\r\n{}")
    await peer.until(lambda: errors(peer) or peer.process.returncode is not None, "a refusal")
    if length == b"-1":
        peer.process.stdin.close()
    status = await peer.exit_status()
    assert status in (0, 1), "not ended by a crash"
    assert list(strict.session(peer.entries)) == []


@pytest.mark.parametrize("identifier", [0, 1, -5, 2**31 - 1, "", "seven", "é😀", "0"])
async def test_ids_come_back_as_they_were(start, root, identifier):
    peer = await opened(await start(), root)
    answer = await asyncio.wait_for(peer.begin("tests/id", {}, identifier), PATIENCE)
    assert answer["id"] == identifier and type(answer["id"]) is type(identifier)


async def test_cancelling_what_is_over_or_never_was_is_ignored(start, root):
    peer = await opened(await start(), root)
    for identifier in (0, 12345, "none", None, 1.5):
        peer.notify("$/cancelRequest", {"id": identifier})
    await answers(peer)
    assert await peer.finish() == 0
    assert list(strict.session(peer.entries)) == []


async def test_a_cancelled_request_is_answered_once(start, root):
    peer = await opened(await start(), root)
    peer.notify("textDocument/didOpen", {"textDocument": {"uri": "file:///a", "languageId": "markdown", "version": 0, "text": "@"}})
    here = {"textDocument": {"uri": "file:///a"}, "position": {"line": 0, "character": 1}}
    pending = [peer.begin("textDocument/completion", here) for _ in range(20)]
    for future in pending:
        peer.notify("$/cancelRequest", {"id": future.identifier})
    for answer in await asyncio.wait_for(asyncio.gather(*pending), PATIENCE):
        assert "result" in answer or answer["error"]["code"] in (CANCELLED, CONTENT_MODIFIED)
    assert await peer.finish() == 0
    assert list(strict.session(peer.entries)) == []


async def test_the_server_ends_when_its_parent_has_died(start, root):
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    peer = await opened(await start(), root, processId=parent.pid)
    await answers(peer)
    parent.communicate(b"\n")
    assert parent.returncode is not None
    assert await peer.exit_status() in (0, 1)


async def test_the_server_ends_when_its_parent_died_before_it_began(start, root):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    peer = await opened(await start(), root, processId=gone.pid)
    assert await peer.exit_status() in (0, 1)


async def test_nothing_but_messages_on_standard_output(start, root):
    peer = await opened(await start(), root, trace="verbose")
    peer.notify("textDocument/didOpen", {"textDocument": {"uri": "file:///a.md", "languageId": "markdown", "version": 0, "text": "@"}})
    await answers(peer)
    assert await peer.finish() == 0
    assert not [entry for entry in peer.entries if "raw" in entry]


@pytest.mark.parametrize("arguments", [["--stdio"], ["serve"], ["serve", "--stdio"]])
async def test_ways_to_start_the_server(start, root, arguments):
    peer = await opened(await start(arguments), root)
    assert peer.result["serverInfo"]["name"] == "mentions-lsp"
    assert await peer.finish() == 0


@pytest.mark.parametrize("arguments", [["--nonsense"], ["unheardOf"], ["serve", "--log-level", "loud"], ["query"]])
def test_wrong_arguments_are_usage_on_standard_error(command, arguments):
    done = subprocess.run([*command, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (2, b"") and b"sage" in done.stderr


@pytest.mark.parametrize("arguments", [["version"], ["help"], ["schema"]])
def test_small_commands_print_and_bear_a_closed_pipe(command, arguments):
    done = subprocess.run([*command, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)
    assert done.returncode == 0 and done.stdout and not done.stderr
    if arguments == ["schema"]:
        assert json.loads(done.stdout)
    reading, writing = os.pipe()
    os.close(reading)
    with open(writing, "wb") as closed:
        done = subprocess.run([*command, *arguments], stdin=subprocess.DEVNULL, stdout=closed, timeout=PATIENCE)
    assert done.returncode in (0, -signal.SIGPIPE), "a crash"
