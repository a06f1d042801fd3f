from pathlib import Path

import pytest

from room import Place, find


def server():
    import importlib.util
    place = Path(__file__).resolve().parents[1] / "Protocol" / "conftest.py"
    spec = importlib.util.spec_from_file_location("protocol_conftest", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.program()


@pytest.fixture
def place_for(tmp_path):
    """A place where an editor runs; the test is skipped where there is none."""

    def place(editor, oldest, beside=None):
        where, why = find(editor, oldest, beside)
        if where is None:
            pytest.skip(why)
        return Place(tmp_path, server(), where == "room")

    return place


@pytest.fixture
def plugin(place_for):
    """Starts Neovim with the plug-in; further editors share the place, one after another."""
    from neovim_editor import Neovim
    place, started = place_for("nvim", (0, 10)), []

    def start(text="", **more):
        editor = Neovim(place, text, **more)
        started.append(editor)  # before anything can fail, so that it is ended in any case
        return editor

    yield start
    for editor in started:
        editor.stop()
