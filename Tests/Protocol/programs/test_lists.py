"""Lists that a web service holds, fetched by the real curl from a real server."""

import json
import threading

import pytest

import strict
import web
from conftest import parameters


class People(web.Service):
    """Two pages of people."""

    def __init__(self):
        self.status = 200
        super().__init__(Page)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"


class Page(web.Handler):
    def get(self):
        if self.server.status != 200:
            return self.answer(self.server.status, b"")
        first = self.path == "/people"
        person = {"login": "ada", "who": {"name": "Ada Lovelace"}} if first else {"login": "grace", "who": {"name": "Grace Hopper"}}
        more = [("Link", f'<{self.server.url}/people?page=2>; rel="next"')] if first else []
        self.answer(200, (")]}'\n" + json.dumps({"people": [person]})).encode(), *more)


@pytest.fixture
def service():
    service = People()
    threading.Thread(target=service.serve_forever, daemon=True).start()
    yield service
    service.shutdown()
    service.server_close()


async def open_notes(start, root, tmp_path, service):
    peer = await start(env={"XDG_CACHE_HOME": str(tmp_path / "cache"), "STAFF_TOKEN": "s3cret"})
    source = {"type": "http", "url": f"{service.url}/people", "items": "/people",
              "map": {"handle": "/login", "name": "/who/name"}, "headers": {"Authorization": "Bearer ${STAFF_TOKEN}"}}
    await peer.initialize(parameters("neovim-0.12.4", root, {
        "sources": {"staff": source}, "triggers": [{"character": "@", "sources": ["staff"]}]}))
    uri = (root / "notes.md").as_uri()
    peer.notify("textDocument/didOpen", {"textDocument": {
        "uri": uri, "version": 1, "languageId": "markdown", "text": "Ask "}})
    place = {"line": 0, "character": 4}
    peer.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [
        {"range": {"start": place, "end": place}, "text": "@"}]})
    return peer, {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 5}}


async def offered(peer, place, count):
    """Asks until so many are offered: requests pass the time."""
    while True:
        answer = await peer.request("textDocument/completion", place)
        names = [item["label"] for item in answer["items"]]
        if len(names) == count:
            return names


async def test_a_list_is_fetched_once_and_serves_the_next_server(start, root, tmp_path, service):
    first, place = await open_notes(start, root, tmp_path, service)
    assert await offered(first, place, 2) == ["Ada Lovelace", "Grace Hopper"]
    assert [path for path, _ in service.asked] == ["/people", "/people?page=2"]
    assert all(headers["Authorization"] == "Bearer s3cret" for _, headers in service.asked)
    while not list((tmp_path / "cache" / "mentions-lsp").glob("*.catalog")):
        await offered(first, place, 2)
    assert await first.finish() == 0
    # Nothing of the token, neither in the cache nor in what was said.
    kept = b"".join(path.read_bytes() for path in (tmp_path / "cache").rglob("*") if path.is_file())
    assert b"s3cret" not in kept

    service.status = 500
    second, place = await open_notes(start, root, tmp_path, service)
    assert await offered(second, place, 2) == ["Ada Lovelace", "Grace Hopper"]
    assert len(service.asked) == 2
    assert await second.finish() == 0
    for peer in (first, second):
        assert "s3cret" not in json.dumps(peer.entries, default=str)
        assert list(strict.session(peer.entries)) == []


async def test_a_service_that_refuses_is_reported_once(start, root, tmp_path, service):
    service.status = 403
    peer, place = await open_notes(start, root, tmp_path, service)
    def refusals():
        said = [each["params"]["message"] for each in peer.from_server("window/showMessage")]
        return [each for each in said if each.startswith("mentions: staff: the service refused the request (403)")]

    await peer.until(refusals, "the warning")
    assert await offered(peer, place, 0) == []
    assert len(refusals()) == 1
    assert await peer.finish() == 0
