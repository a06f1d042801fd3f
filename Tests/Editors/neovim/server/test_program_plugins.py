"""Programs that are plug-ins of the server, in Neovim."""

import shutil
from pathlib import Path

SAMPLES = Path(__file__).parents[3] / "Protocol" / "plugins" / "samples"


def test_an_emoji_instead_of_its_name(plugin):
    editor = plugin("")
    shutil.copytree(SAMPLES, editor.place.outside / "samples")
    editor.ready()
    editor.stop()
    editor = plugin("", options="""{ settings = { plugins = {
      emoji = { command = { 'python3', vim.env.HOME .. '/samples/emoji_expander.py' } },
    } } }""")
    editor.ready()
    editor.keys("i")
    editor.accept("@knu", "Donald Knuth")
    editor.keys(" :smile:")
    editor.until("the emoji", lambda state: state["lines"] == ["Donald Knuth 😄"])
    editor.keys("!")
    state = editor.until("what is typed behind it", lambda state: state["lines"] == ["Donald Knuth 😄!"])
    assert state["marks"] and editor.complaints() == []
