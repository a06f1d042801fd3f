"""Neovim's plug-in where the program is not installed."""


def test_the_first_document_says_that_the_program_is_missing_once(plugin):
    editor = plugin("", options="{ cmd = { 'no-such-mentions-lsp' } }")
    said = "no-such-mentions-lsp: the program is not on your PATH, see :checkhealth mentions"
    editor.until("a word about it", lambda state: said in state["messages"].replace("\n", " "))
    editor.keys(":edit notes/other.md<CR>")
    state = editor.until("the other one", lambda state: state["lines"] == [""])
    assert state["messages"].count("no-such-mentions-lsp") == 1 and state["errmsg"] == ""
