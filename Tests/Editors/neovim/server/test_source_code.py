"""Neovim's plug-in in source code, beside a server of the language: names are offered in comments, and code is left to the
other server."""

from test_mishaps import OTHER

CODE = "vim.filetype.add({ filename = { ['notes.md'] = 'lua' } })\n"


def test_a_comment_has_a_list_and_code_has_none(plugin):
    editor = plugin("local answer = 1\n", before=OTHER + CODE)
    editor.ready()
    editor.lua("Other()")
    option = "return vim.bo.completeopt"
    before = editor.lua(option)
    # Code, letter by letter: our server neither opens a list nor asks for another one's.
    editor.keys("oanswer.")
    editor.keys("sum = answer @kn")
    editor.mentions()
    state = editor.state()
    assert state["menu"] is None and editor.lua("return Asked") == 0 and editor.lua(option) == before
    editor.keys("<Esc>o-- Thanks to ")
    editor.accept("@knu", "Donald Knuth")
    state = editor.state()
    assert state["lines"] == ["local answer = 1", "answer.sum = answer @kn", "-- Thanks to Donald Knuth"]
    assert editor.mentions() == ["Donald Knuth"] and editor.complaints() == []
    editor.until("the user's own option", lambda now: now == before, lambda: editor.lua(option))


def test_the_list_of_the_language_comes_for_its_trigger_and_stays(plugin):
    dotted = OTHER.replace("vim.empty_dict()", "{ triggerCharacters = { '.' } }")
    editor = plugin("local answer = 1\n", before=dotted + CODE + "vim.o.completeopt = 'menuone,noinsert'")
    editor.ready()
    editor.lua("Other()")
    editor.keys("oanswer.")
    editor.until("the other list", lambda state: state["menu"] == ["of another server"])
    # Each further letter filters that list; nobody is asked for another one.
    editor.keys("o")
    editor.keys("f")
    editor.mentions()
    assert editor.state()["menu"] == ["of another server"] and editor.lua("return Asked") == 1
    assert editor.complaints() == []
