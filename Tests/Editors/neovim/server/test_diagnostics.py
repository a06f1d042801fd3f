"""Diagnostics of mentions as Neovim pulls them with the plug-in, and their quick fix."""

TEXT = "Ask @gracee, please.\n"
OPTIONS = ("{ init_options = { demo = false, diagnostics = { unknown = 'warning' },"
           " triggers = { { character = '@', insert = { default = '@{handle|name}' } } } } }")


def told(editor):
    return editor.lua("return vim.tbl_map(function(each) return { each.lnum, each.code, each.message } end,"
                      " vim.diagnostic.get(0))")


def until_told(editor, *expected):
    editor.until(f"diagnostics {expected}", lambda seen: seen == [list(each) for each in expected],
                 ask=lambda: told(editor))


def test_somebody_unknown_is_told_and_replaced_by_the_quick_fix(plugin):
    editor = plugin(TEXT, options=OPTIONS)
    editor.ready()
    until_told(editor, (0, "unknown-mention", "No one is known as “@gracee”."))
    editor.lua("vim.api.nvim_win_set_cursor(0, { 1, 6 })")
    editor.lua("vim.lsp.buf.code_action({ apply = true, filter = function(action) return action.isPreferred end })")
    until_told(editor)
    assert editor.lua("return vim.api.nvim_get_current_line()") == "Ask @grace, please."
    editor.until("a mention", lambda _: editor.mentions() == ["@grace"])
    assert editor.complaints() == []


def test_what_is_typed_is_told_once_it_can_be_nobody(plugin):
    editor = plugin("\n", options=OPTIONS)
    editor.ready()
    editor.keys("iAsk @gracee as ever<Esc>")
    until_told(editor, (0, "unknown-mention", "No one is known as “@gracee”."))
    editor.keys("u")
    until_told(editor)
