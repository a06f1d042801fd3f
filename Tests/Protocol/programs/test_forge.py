"""People, issues and requests of the project behind the Git remote, from a forge of this machine.

The forge answers as GitHub (https://docs.github.com/rest), GitLab (https://docs.gitlab.com/api) and Gitea
(https://docs.gitea.com/api) describe it, over TLS, and is asked by the real curl and the real git.
"""

import json
import shutil
import ssl
import subprocess
import threading
from urllib.parse import parse_qs, urlsplit

import pytest

import strict
import web
from conftest import parameters

ISSUES = [(1, "Crash at the end of a line", "closed"), (12, "Fix the parser", "open"), (120, "Faster\nstart \u202e", "open")]
COMMITS = [{"author": {"login": "grace"}, "commit": {"author": {"name": "Grace Hopper", "email": "grace@example.org"}}}]
#: An issue that is not among the newest, which the list has.
OLD = {"number": 47, "iid": 47, "title": "An old one", "state": "closed"}
#: By kind: the path of each list, with what it answers.
LISTS = {
    "github": {
        "/api/v3/repos/ada/notes/assignees": [{"login": "ada"}, {"login": "grace"}],
        "/api/v3/repos/ada/notes/commits": COMMITS,
        "/api/v3/repos/ada/notes/issues": [{"number": n, "title": t, "state": s} for n, t, s in ISSUES],
    },
    "gitlab": {
        "/api/v4/projects/ada%2Fnotes/users": [{"username": "ada", "name": "Ada Lovelace"}, {"username": "grace", "name": "Grace Hopper"}],
        "/api/v4/projects/ada%2Fnotes/issues": [{"iid": n, "title": t, "state": s} for n, t, s in ISSUES],
        "/api/v4/projects/ada%2Fnotes/merge_requests": [{"iid": 7, "title": "Merge the parser", "state": "opened"}],
    },
    "gitea": {
        "/api/v1/repos/ada/notes/assignees": [{"login": "ada", "full_name": "Ada Lovelace"}, {"login": "grace", "full_name": ""}],
        "/api/v1/repos/ada/notes/commits": COMMITS,
        "/api/v1/repos/ada/notes/issues": [{"number": n, "title": t, "state": s} for n, t, s in ISSUES],
    },
}
#: How each kind wants to be given a token, and the variable that has it.
TOKENS = {"github": ("Bearer s3cret", "GH_TOKEN"), "gitlab": ("Bearer s3cret", "GITLAB_TOKEN"), "gitea": ("token s3cret", "GITEA_TOKEN")}


class Forge(web.Service):
    """Lists in pages of one entry."""

    def __init__(self, kind, certificate):
        self.lists = LISTS[kind]
        #: Instead of an answer: a status, or what to do.
        self.fault = None
        super().__init__(Page)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        self.socket = context.wrap_socket(self.socket, server_side=True)

    @property
    def authority(self):
        return f"localhost:{self.port}"


class Page(web.Handler):
    def get(self):
        forge = self.server
        url = urlsplit(self.path)
        entries = forge.lists.get(url.path)
        page = int(parse_qs(url.query).get("page", ["1"])[0])
        if forge.fault == "html":
            return self.answer(200, b"<html>Log in</html>")
        if forge.fault == "elsewhere":
            return self.answer(302, b"", ("Location", "https://127.0.0.1:1/api"))
        parent, _, number = url.path.rpartition("/")
        if not forge.fault and parent in forge.lists and parent.endswith("/issues") and number == "47":
            return self.answer(200, json.dumps(OLD).encode())
        if forge.fault or entries is None:
            return self.answer(forge.fault or 404, b"{}")
        tag = f'"{url.path} {len(entries)}"'
        if self.headers["If-None-Match"] == tag:
            return self.answer(304, b"", ("ETag", tag))
        more = []
        if page < len(entries):
            following = self.path.split("&page=")[0].split("?page=")[0]
            mark = "&" if "?" in following else "?"
            more = [("Link", f'<https://{forge.authority}{following}{mark}page={page + 1}>; rel="next"')]
        limits = [("X-RateLimit-Limit", "5000"), ("X-RateLimit-Remaining", "4983")]
        self.answer(200, json.dumps(entries[page - 1:page]).encode(), ("ETag", tag), *limits, *more)


@pytest.fixture
def certificate(tmp_path):
    if not shutil.which("openssl"):
        pytest.skip("openssl is not installed")
    path = tmp_path / "forge.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", path, "-out", tmp_path / "cert.pem"],
        check=True, capture_output=True)
    path.write_bytes(path.read_bytes() + (tmp_path / "cert.pem").read_bytes())
    return path


@pytest.fixture(params=sorted(LISTS))
def forge(request, certificate):
    forge = Forge(request.param, certificate)
    forge.kind = request.param
    threading.Thread(target=forge.serve_forever, daemon=True).start()
    yield forge
    forge.shutdown()
    forge.server_close()


@pytest.fixture
def world(forge, root, git, tmp_path, certificate):
    """A repository with a remote at the forge, and the user's own settings, which turn it on. Returns the environment."""
    git("init", "-q", cwd=root)
    git("remote", "add", "origin", f"https://user:pass@{forge.authority}/ada/notes.git", cwd=root)
    settings = tmp_path / "config" / "mentions-lsp" / "config.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({
        "forge": True, "hosts": {"localhost": forge.kind},
        "sources": {"git": None, "people": None, "codeowners": None}}))
    # Neither gh nor glab of this machine.
    (tmp_path / "bin").mkdir()
    for name in ("curl", "git"):
        (tmp_path / "bin" / name).symlink_to(shutil.which(name))
    return {
        "XDG_CACHE_HOME": str(tmp_path / "cache"), "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "CURL_CA_BUNDLE": str(tmp_path / "cert.pem"), "PATH": str(tmp_path / "bin"), "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": "/dev/null"}


class Notes:
    """A document of one line in an editor."""

    def __init__(self, peer, root):
        self.peer, self.uri, self.version, self.text = peer, (root / "notes.md").as_uri(), 1, "See "

    @classmethod
    async def open(cls, start, root, environment, **options):
        peer = await start(env=environment)
        await peer.initialize(parameters("neovim-0.12.4", root, options))
        notes = cls(peer, root)
        peer.notify("textDocument/didOpen", {"textDocument": {
            "uri": notes.uri, "version": 1, "languageId": "markdown", "text": notes.text}})
        return notes

    def type(self, text):
        """Replaces what was typed before, key by key."""
        self.change(4, len(self.text), "")
        for key in text:
            self.change(len(self.text), len(self.text), key)

    def change(self, start, end, text):
        self.version += 1
        self.text = self.text[:start] + text
        self.peer.notify("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"range": {
                "start": {"line": 0, "character": start}, "end": {"line": 0, "character": end}}, "text": text}]})

    async def offered(self, text, count):
        """What is inserted for each offer after a text, once there are so many."""
        while True:
            self.type(text)
            answer = await self.peer.request("textDocument/completion", {
                "textDocument": {"uri": self.uri}, "position": {"line": 0, "character": len(self.text)}})
            items = answer["items"]
            if len(items) == count:
                return [(item["label"], (item.get("textEdit") or {}).get("newText", item.get("textEditText", item["label"])))
                        for item in items]


def lists(forge):
    """The lists that the forge was asked for, each once."""
    return sorted({urlsplit(path).path for path, _ in forge.asked})


async def test_people_issues_and_requests_are_offered_and_kept(start, root, forge, world, tmp_path):
    header, variable = TOKENS[forge.kind]
    notes = await Notes.open(start, root, {**world, variable: "s3cret"})
    people = [name for name, _ in await notes.offered("@", 2)]
    assert people == {"github": ["ada", "Grace Hopper"], "gitlab": ["Ada Lovelace", "Grace Hopper"],
                      "gitea": ["Ada Lovelace", "Grace Hopper"]}[forge.kind]
    assert await notes.offered("#12", 2) == [("Fix the parser", "#12"), ("Faster start", "#120")]
    if forge.kind == "gitlab":
        assert await notes.offered("!7", 1) == [("Merge the parser", "!7")]
    assert set(forge.lists) <= set(lists(forge))
    # What no list holds is asked for by its number.
    assert await notes.offered("#47", 1) == [("An old one", "#47")]
    single = {path for path in lists(forge) if path not in forge.lists}
    assert "47" in {path.rpartition("/")[2] for path in single} <= {"1", "4", "47"}
    assert all(headers.get("Authorization") == header for _, headers in forge.asked)
    count = len([path for path in forge.lists if not path.endswith("/commits")])
    while len(list((tmp_path / "cache" / "mentions-lsp").glob("*.catalog"))) < count:
        await notes.offered("@", 2)
    assert await notes.peer.finish() == 0
    assert list(strict.session(notes.peer.entries)) == []
    # No secret is kept or said.
    kept = b"".join(path.read_bytes() for path in (tmp_path / "cache").rglob("*") if path.is_file())
    for secret in (b"s3cret", b"pass@"):
        assert secret not in kept + json.dumps(notes.peer.entries, default=str).encode()

    # The next server needs no list of the forge. It may ask for issue 1 between the keys of `#12`.
    forge.asked.clear()
    forge.fault = 503
    notes = await Notes.open(start, root, world)
    assert [name for name, _ in await notes.offered("@", 2)] == people
    assert await notes.offered("#12", 2) == [("Fix the parser", "#12"), ("Faster start", "#120")]
    assert not set(lists(forge)) & set(forge.lists)
    assert await notes.peer.finish() == 0


@pytest.mark.parametrize("fault, why", [
    (401, "the service refused the request (401): check the token"), (404, "the service answered with 404"),
    (429, "the service is unavailable or has received too many requests (429)"), (500, "the service answered with 500"),
    ("html", "the answer contains no valid list"), ("elsewhere", "127.0.0.1"),
])
async def test_a_fault_is_one_message_for_each_list(start, root, forge, world, fault, why):
    forge.fault = fault
    notes = await Notes.open(start, root, world)

    def told():
        return [each["params"]["message"] for each in notes.peer.from_server("window/showMessage")
                if each["params"]["message"].startswith("mentions: forge: ")]

    await notes.peer.until(lambda: [each for each in told() if why in each], "the message")
    assert await notes.offered("@", 0) == []
    assert len(told()) == len(set(told())) <= 2
    assert await notes.peer.finish() == 0


def test_doctor_names_the_forge_and_where_the_token_comes_from(command, root, forge, world):
    _, variable = TOKENS[forge.kind]
    def said(**more):
        run = subprocess.run([*command, "doctor"], cwd=root, env={**world, **more}, capture_output=True, text=True, check=False)
        return run.stdout

    assert f"localhost/ada/notes, with the token in {variable}" in said(**{variable: "s3cret"})
    assert "localhost/ada/notes, without a token" in said()
    assert "s3cret" not in said(**{variable: "s3cret"})
    assert "4983 of 5000 requests left" in said()
