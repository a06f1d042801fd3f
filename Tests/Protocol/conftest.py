import json
import os
import subprocess
from pathlib import Path

import pytest
from lsprotocol import converters
from pytest_lsp import client_capabilities

import strict
from peers import LibraryPeer, RawPeer

HERE = Path(__file__).resolve().parent
PRESETS = ["visual_studio_code", "neovim@v0.11.0", "emacs"]
CAPTURED = sorted(path.stem for path in (HERE / "initialize").glob("*.json"))


def program():
    """The server under test: MENTIONS_LSP, else the newest build of this checkout."""
    if named := os.environ.get("MENTIONS_LSP"):
        return named
    built = [path for kind in ("install", "release", "debug") if (path := HERE.parents[1] / ".build" / kind / "mentions-lsp").exists()]
    if not built:
        pytest.exit("there is no mentions-lsp: swift build -c release, or set MENTIONS_LSP", 3)
    return str(max(built, key=lambda path: path.stat().st_mtime))


def parameters(name, root, options=None):
    """The parameters of a client's `initialize`: captured from a real client, or a preset of pytest-lsp."""
    if name in CAPTURED:
        params = json.loads((HERE / "initialize" / f"{name}.json").read_text(encoding="utf-8"))
    else:
        params = {"capabilities": json.loads(json.dumps(converters.get_converter().unstructure(client_capabilities(name))))}
    params["processId"] = os.getpid()
    params["rootUri"] = root.as_uri()
    if "rootPath" in params:
        params["rootPath"] = str(root)
    if "workspaceFolders" in params:
        params["workspaceFolders"] = [{"uri": root.as_uri(), "name": root.name}]
    params["initializationOptions"] = {"demo": True} if options is None else options
    return params


@pytest.fixture
def command():
    return [program()]


@pytest.fixture
def root(tmp_path):
    """An empty workspace folder, outside any repository."""
    folder = tmp_path / "workspace"
    folder.mkdir()
    return folder


@pytest.fixture
async def start(command, tmp_path):
    """Starts raw clients, and stops their servers at the end."""
    peers = []

    async def starter(arguments=(), **more):
        peers.append(await RawPeer.start([*command, *arguments], tmp_path, **more))
        return peers[-1]

    yield starter
    for peer in peers:
        await peer.stop()


@pytest.fixture(params=[*(f"pytest-lsp {name}" for name in PRESETS), *PRESETS[:1], *CAPTURED])
async def client(request, command, tmp_path, root):
    """An initialized session, once for each client; at its end every message from the server is checked."""
    kind, _, name = request.param.rpartition("pytest-lsp ")
    library = request.param.startswith("pytest-lsp ")
    peer = await (LibraryPeer if library else RawPeer).start(command, tmp_path)
    try:
        await peer.initialize(parameters(name, root))
        yield peer
        assert await peer.finish() == 0
        assert list(strict.session(peer.entries)) == []
    finally:
        await peer.stop()


@pytest.fixture
async def peer(start, root):
    """An initialized session of a client with many capabilities, checked at its end."""
    started = await start()
    await started.initialize(parameters("neovim-0.12.4", root))
    yield started
    assert await started.finish() == 0
    assert list(strict.session(started.entries)) == []


@pytest.fixture
def git(tmp_path):
    """Runs git without any configuration of this machine."""
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(tmp_path)}

    def run(*arguments, cwd, data=None):
        return subprocess.run(["git", *arguments], cwd=cwd, input=data, env=environment, check=True,
                              capture_output=True).stdout

    return run
