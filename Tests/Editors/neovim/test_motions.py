"""Neovim's plug-in: jumps between mentions, the text object, the picker, and removed mentions that are restored."""

import pytest

MAPS = """
vim.keymap.set({ 'n', 'x', 'o' }, ']k', '<Plug>(mentions-next)')
vim.keymap.set({ 'n', 'x', 'o' }, '[k', '<Plug>(mentions-previous)')
vim.keymap.set({ 'x', 'o' }, 'ik', '<Plug>(mentions-select)')
"""
TEXT = ["漢字 Donald Knuth", "and", "John Hopcroft, too"]


@pytest.fixture
def written(plugin):
    """A buffer with two mentions, the cursor at its start."""
    editor = plugin("", after=MAPS)
    editor.ready()
    editor.keys("i漢字 ")
    editor.accept("@knu", "Donald Knuth")
    editor.keys("<Esc>oand<CR>")
    editor.mentions()
    editor.accept("@hopc", "John Hopcroft")
    editor.keys(", too<Esc>gg0")
    editor.until("the text", lambda state: state["lines"] == TEXT and state["mode"] == "n")
    assert editor.mentions() == ["Donald Knuth", "John Hopcroft"]
    return editor


def cursor(editor, *place):
    editor.until(f"the cursor at {place}", lambda state: state["cursor"] == list(place))


def test_jumps_go_round_and_take_a_count(written):
    first, second = (1, len("漢字 ".encode())), (3, 0)
    for keys, place in (("]k", first), ("]k", second), ("]k", first), ("[k", second), ("2[k", second), ("gg0", (1, 0)),
                        ("2]k", second), ("``", (1, 0))):
        written.keys(keys)
        cursor(written, *place)
    written.keys(":set nowrapscan<CR>[k")
    written.until("a word about it", lambda state: "there is no further mention" in state["messages"])
    cursor(written, 1, 0)


def test_an_operator_takes_a_mention_as_a_whole(written):
    written.keys("dik")
    written.until("the text", lambda state: state["lines"][0] == "漢字 ")
    assert written.mentions() == ["John Hopcroft"]
    written.keys("u")
    written.until("the mention", lambda mentions: mentions == ["Donald Knuth", "John Hopcroft"], written.mentions)
    written.keys("gg0d]k")
    written.until("up to the mention", lambda state: state["lines"][0] == "Donald Knuth")
    written.keys("jdik")
    written.until("a word about it", lambda state: "there is no mention here" in state["messages"])


def test_a_mention_is_picked_from_a_list(written):
    written.lua("""vim.ui.select = function(items, options, done)
      vim.g.asked = vim.tbl_map(options.format_item, items)
      done(items[2])
    end""")
    written.keys(":Mentions list pick<CR>")
    cursor(written, 3, 0)
    assert written.lua("return vim.g.asked") == ["1: Donald Knuth (knuth, demo)", "3: John Hopcroft (hopcroft, demo)"]


def test_what_was_removed_is_brought_back_where_the_text_is_the_same(written):
    written.keys(":Mentions remove all<CR>")
    written.until("none", lambda mentions: mentions == [], written.mentions)
    written.until("a word about it", lambda state: "2 mentions are plain text now" in state["messages"])
    written.keys("gg0iSee <Esc>Gfcx")
    written.until("the edits", lambda state: state["lines"][2] == "John Hoproft, too")
    written.keys(":Mentions undo<CR>")
    written.until("one of them", lambda mentions: mentions == ["Donald Knuth"], written.mentions)
    written.keys(":Mentions undo<CR>")
    written.until("a word about it", lambda state: "nothing to take back" in state["messages"])
    assert written.complaints() == []
