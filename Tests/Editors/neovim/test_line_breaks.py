"""A key that crosses 'textwidth': the line is broken once the name is there, not under the list."""

import pytest


def wrapping(plugin, chooser, before=""):
    editor = plugin("", options=f"{{ chooser = {{ type = '{chooser}' }} }}", before=f"vim.o.textwidth = 28\n{before}")
    editor.ready()
    return editor


def take(editor, chooser, name):
    """Waits until the list holds the name alone, and takes it."""
    if chooser == "A":
        editor.until(f"{name} alone", lambda state: state["menu"] and len(state["menu"]) == 1 and name in state["menu"][0])
        editor.keys("<C-n><C-y>")
    else:
        number = "return require('mentions.chooser').number_shown(0)"
        editor.until(f"{name} alone", lambda number: number == 1, lambda: editor.lua(number))
        editor.keys("<CR>")


@pytest.mark.parametrize("chooser", ["A", "B"])
@pytest.mark.parametrize("pace", ["slow", "fast"])
def test_the_line_stays_whole_until_the_name_is_there(plugin, chooser, pace):
    editor = wrapping(plugin, chooser)
    editor.keys("iThanks for all of that, ")
    if pace == "slow":
        for letter in "@knuth":
            editor.keys(letter)
            editor.mentions()
    else:
        editor.keys("@knuth")
    take(editor, chooser, "Donald Knuth")
    state = editor.until("the name", lambda state: "Donald Knuth" in state["lines"][-1])
    assert state["lines"] == ["Thanks for all of that, Donald Knuth"]
    # The user's own options are back once the server has said that nothing is being made any more.
    assert editor.mentions() == ["Donald Knuth"]
    editor.keys(" and others")
    state = editor.until("the rest", lambda state: "others" in state["lines"][-1])
    assert state["lines"] == ["Thanks for all of that,", "Donald Knuth and others"]
    assert editor.mentions() == ["Donald Knuth"]
    assert editor.complaints() == []


def test_the_users_own_options_hold_where_no_mention_is_made(plugin):
    editor = wrapping(plugin, "A", "vim.o.formatexpr = 'v:lua.vim.lsp.formatexpr()'")
    options = "return { vim.bo.formatoptions, vim.bo.formatexpr }"
    before = editor.lua(options)
    editor.keys("iHi @knuth")
    editor.until("the menu", lambda state: state["menu"])
    assert editor.lua(options) != before
    take(editor, "A", "Donald Knuth")
    editor.until("the user's own options", lambda now: now == before, lambda: editor.lua(options))
    editor.keys(" @knuth")
    editor.until("the menu", lambda state: state["menu"])
    editor.keys("<Esc>")
    assert editor.lua(options) == before and editor.complaints() == []


def test_an_abbreviation_in_a_burst_is_no_correction_of_a_key(plugin):
    editor = plugin("", before="vim.cmd('iabbrev knu canoe')")
    editor.ready()
    editor.keys("i@knu ")
    editor.until("the key as it is", lambda state: state["lines"] == ["@knu "])
    editor.keys("<Esc>:set nomodified<CR>cc")
    editor.until("the abbreviation", lambda _: True, lambda: editor.lua("return vim.fn.maparg('knu', 'i', true)"))
    editor.keys("knu ")
    editor.until("what it stands for", lambda state: state["lines"] == ["canoe "])
