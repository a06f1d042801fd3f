"""Messages of Neovim's plug-in appear in `:messages` and never ask for a key, which would be the next one typed."""

import pytest
from test_readme import Recording

#: Longer than the screen, several at once, and of several lines.
WRONG = """filetype = { 'markdown' }, backspace = { deadline = 0, keys = 'a key that is named at great length' },
settings = { limit = 'few', implicit = { minimumLength = 'so many that no line of a screen has room for them' } },
entities = function() error(('nobody knows the names\\n'):rep(9) .. ('x'):rep(200)) end"""


@pytest.fixture
def terminal(place_for):
    editor = Recording(place_for("nvim", (0, 12)), WRONG)
    yield editor
    editor.close()


def test_what_is_wrong_asks_for_no_key(terminal):
    editor = terminal
    editor.ready()
    assert "Press ENTER" not in editor.screen()
    editor.type("GoHi @gra")
    editor.until_shown("Grace Hopper")
    editor.until_shown("Hi @gra")
    assert "Press ENTER" not in editor.screen()
    editor.keys("C-e", "Escape")
    editor.type(":redir! > said | silent messages | redir END")
    editor.keys("Enter")
    said = editor.place.outside / "notes" / "said"
    text = editor.until("the messages", lambda: said.exists() and said.read_text(encoding="utf-8"))
    lines = text.splitlines()
    assert all(len(line) <= 72 for line in lines), lines
    words = text.replace("\nmentions: …", "")
    for whole in ('mentions: there is no option "filetype": do you mean "filetypes"?',
                  'mentions: "backspace.deadline" is 0, expected a whole number from 1 to 2000',
                  'mentions: "backspace.keys" is "a key that is named at great length", expected a list of texts',
                  "nobody knows the names " * 9):
        assert whole in words, words
    assert "x" * 40 in text and text.count("x") >= 200
    assert "limit" in text and "mentions: server:" in text
