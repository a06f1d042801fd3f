"""What Neovim shows by its own functions while somebody writes: ghost text, folds, growing selections."""

import pytest

TEXT = "Thanks to @ada and @grace,\nand to @ada again.\n"
READ_BACK = "{ init_options = { demo = false, triggers = { { character = '@', insert = { default = '@{handle|name}' } } } } }"
MESSAGE = "Say who did it\n\nThe body.\n\nReviewed-by: Ada\nAcked-by: Grace\nCc: Alan\n"


@pytest.fixture
def notes(plugin):
    editor = plugin(TEXT, options=READ_BACK)
    editor.ready()
    editor.until("the mentions", lambda _: editor.mentions() == ["@ada", "@grace", "@ada"])
    return editor


def test_a_growing_selection_takes_the_whole_mention(notes):
    notes.lua("vim.api.nvim_win_set_cursor(0, { 1, 12 })")
    notes.keys("v")
    grown = []
    for _ in range(3):
        notes.lua("vim.lsp.buf.selection_range(1)")
        grown += notes.lua("return vim.fn.getregion(vim.fn.getpos('v'), vim.fn.getpos('.'))")
    assert grown == ["ada", "@ada", "Thanks to @ada and @grace,"]
    notes.keys("<Esc>")


def test_the_one_person_who_fits_is_ghost_text(notes):
    notes.lua("vim.lsp.inline_completion.enable(true)")
    notes.keys("Go@gra")
    ghost = notes.until("the ghost text", lambda seen: seen, ask=lambda: notes.lua(
        "local found = '' for name, space in pairs(vim.api.nvim_get_namespaces()) do"
        " if name:find('inline_completion') then for _, mark in ipairs("
        "vim.api.nvim_buf_get_extmarks(0, space, 0, -1, { details = true })) do"
        " for _, part in ipairs(mark[4].virt_text or {}) do found = found .. part[1] end end end end return found"))
    assert ghost == "ce"
    notes.lua("vim.lsp.inline_completion.get()")
    notes.until("the whole handle", lambda line: line == "@grace", ask=lambda: notes.lua(
        "return vim.api.nvim_get_current_line()"))
    notes.keys("<Esc>")
    notes.until("a fourth mention", lambda _: notes.mentions() == ["@ada", "@grace", "@ada", "@grace"])


def test_the_trailers_of_a_commit_message_are_one_fold(plugin):
    editor = plugin(MESSAGE, options=READ_BACK, after="vim.filetype.add({ filename = { ['notes.md'] = 'gitcommit' } })")
    editor.ready()
    editor.lua("vim.wo.foldmethod = 'expr'; vim.wo.foldexpr = 'v:lua.vim.lsp.foldexpr()'")
    levels = editor.until("the fold", lambda seen: any(seen), ask=lambda: editor.lua(
        "return vim.tbl_map(vim.fn.foldlevel, { 1, 2, 3, 4, 5, 6, 7 })"))
    assert levels == [0, 0, 0, 0, 1, 1, 1]
