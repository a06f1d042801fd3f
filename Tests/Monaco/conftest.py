import os
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE))


def _missing():
    """What these tests need and is not installed; None if everything is."""
    try:
        import rocher  # noqa: F401
        import websockets  # noqa: F401
    except ImportError as error:
        return f"the Python package {error.name} (Tests/Protocol/requirements.txt)"
    from chromium import program
    libraries = Path(os.environ.get("MENTIONS_NODE_MODULES", "/nowhere"))
    if not program():
        return "Chromium"
    if not (libraries / "vscode-jsonrpc").is_dir():
        return "vscode-jsonrpc (Tests/run --editors puts it into the room of editors)"
    if not os.environ.get("MENTIONS_LSP"):
        return "a release server (MENTIONS_LSP)"
    return None


def pytest_collection_modifyitems(items):
    if why := _missing():
        for item in items:
            item.add_marker(pytest.mark.skip(reason=f"not here: {why}"))


@pytest.fixture(scope="session")
def core(tmp_path_factory):
    """Chromium, the page's files and the servers, shared by all tests."""
    from chromium import Chromium
    from host import Files, Servers
    home = tmp_path_factory.mktemp("home")
    # All tests share the home: what one chooses must not come first in the next.
    settings = home / "config" / "mentions-lsp" / "config.json"
    settings.parent.mkdir(parents=True)
    settings.write_text('{"learning": false}', encoding="utf-8")
    environment = {**os.environ, "HOME": str(home), "XDG_STATE_HOME": str(home / "state"),
                   "XDG_CONFIG_HOME": str(home / "config"), "XDG_CACHE_HOME": str(home / "cache")}
    files, servers = Files(Path(os.environ["MENTIONS_NODE_MODULES"])), Servers(os.environ["MENTIONS_LSP"], environment)
    browser = Chromium()
    yield browser.tab("about:blank"), files, servers
    browser.stop()
    servers.stop()
    files.stop()


@pytest.fixture
def window(core):
    """Opens VS Code's core with the extension and a text; the cursor is at its end, or a cursor at each |."""
    from window import Window
    tab, files, servers = core
    opened = []

    def open(text="", **more):
        opened.append(Window(tab, files, servers, text, **more))
        return opened[-1]

    yield open
    for each in opened:
        each.close()
