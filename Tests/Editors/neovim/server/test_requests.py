"""What Neovim asks of a name with its own commands: definition, references, symbols, links, growing selections."""

import pytest

TEXT = "Thanks to @ada and @grace,\nand to @ada again.\n"
READ_BACK = ("{ init_options = { demo = false, nameHints = true,"
             " triggers = { { character = '@', insert = { default = '@{handle|name}' } } } } }")


@pytest.fixture
def notes(plugin):
    editor = plugin(TEXT, options=READ_BACK)
    editor.ready()
    editor.until("the mentions", lambda _: editor.mentions() == ["@ada", "@grace", "@ada"])
    # On the first mention of Ada.
    editor.lua("vim.api.nvim_win_set_cursor(0, { 1, 12 })")
    return editor


def place(editor):
    return editor.lua("return { vim.fn.expand('%:t'), vim.api.nvim_get_current_line(), vim.fn.line('.') }")


def listed(editor, command):
    """The file, line and column of each row that a function of `vim.lsp.buf` lists; `%s` is its table of options."""
    editor.lua("LIST = nil; " + command % "{ on_list = function(found) LIST = found.items end }")
    return editor.until("the list", lambda items: items, ask=lambda: editor.lua(
        "return LIST and vim.tbl_map(function(item)"
        " return { vim.fn.fnamemodify(item.filename, ':t'), item.lnum, item.col, item.text } end, LIST)"))


def test_definition_leads_to_the_line_of_the_people_file(notes):
    notes.lua("vim.lsp.buf.definition()")
    name, line, number = notes.until("the people file", lambda seen: seen[0] == "people.jsonl", ask=lambda: place(notes))
    assert number == 1 and "Ada Lovelace" in line


def test_references_are_all_mentions_in_open_and_closed_files(notes):
    (notes.file.parent / "other.md").write_text("Ask @ada or @alan.\n", encoding="utf-8")
    found = listed(notes, "vim.lsp.buf.references({ includeDeclaration = false }, %s)")
    assert sorted(row[:3] for row in found) == [["notes.md", 1, 11], ["notes.md", 2, 8], ["other.md", 1, 5]]


def test_the_outline_has_a_row_for_each_mention(notes):
    found = listed(notes, "vim.lsp.buf.document_symbol(%s)")
    assert [(text.partition("] ")[2], line) for _, line, _, text in found] == [
        ("Ada Lovelace", 1), ("Grace Hopper", 1), ("Ada Lovelace", 2)]


def test_all_mentions_of_the_person_are_highlighted(notes):
    notes.lua("vim.lsp.buf.document_highlight()")
    marks = notes.until("the highlights", lambda seen: len(seen) > 1, ask=lambda: notes.lua(
        "local found = {} for name, space in pairs(vim.api.nvim_get_namespaces()) do"
        " if name:find('references') then for _, mark in ipairs("
        "vim.api.nvim_buf_get_extmarks(0, space, 0, -1, {})) do table.insert(found, { mark[2], mark[3] }) end end end"
        " return found"))
    assert sorted(marks) == [[0, 10], [1, 7]]


def test_a_link_leads_to_a_letter(notes):
    answer = notes.lua(
        "local answers = vim.lsp.buf_request_sync(0, 'textDocument/documentLink',"
        " { textDocument = vim.lsp.util.make_text_document_params() }, 5000)"
        " local targets = {} for _, answer in pairs(answers) do for _, link in ipairs(answer.result or {}) do"
        " table.insert(targets, link.target or 'later') end end return targets")
    assert answer == ["mailto:ada@example.org", "mailto:ada@example.org"]


def lines(editor, name=None):
    """The lines of a buffer, of the current one or that of a file; nil where there is none."""
    return editor.lua(
        "local buffer = %s return buffer >= 0 and vim.api.nvim_buf_get_lines(buffer, 0, -1, true) or nil"
        % (f"vim.fn.bufnr('{name}')" if name else "0"))


def written(file):
    """What a file holds; nothing while Neovim puts a new one in its place."""
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None


def test_rename_changes_mentions_in_open_and_closed_files_and_the_people_file(notes):
    other = notes.file.parent / "other.md"
    other.write_text("Ask @ada or @alan.\n", encoding="utf-8")
    notes.lua("vim.lsp.buf.rename('countess')")
    notes.until("the new handle", lambda seen: seen[0] == "Thanks to @countess and @grace,", ask=lambda: lines(notes))
    assert lines(notes) == ["Thanks to @countess and @grace,", "and to @countess again."]
    # Neovim opens what it changes, and writes nothing.
    assert lines(notes, "other.md") == ["Ask @countess or @alan."]
    assert '"handle": "countess"' in lines(notes, "people.jsonl")[0]
    assert other.read_text(encoding="utf-8") == "Ask @ada or @alan.\n"
    notes.keys(":wall<CR>")
    notes.until("the files", lambda text: text == "Ask @countess or @alan.\n", ask=lambda: written(other))
    notes.until("the mentions", lambda seen: seen == ["@countess", "@grace", "@countess"], ask=notes.mentions)


def test_the_prompt_begins_with_the_handle(notes):
    notes.lua("PROMPT = nil vim.ui.input = function(options, done) PROMPT = options.default done(nil) end"
              " vim.lsp.buf.rename()")
    assert notes.until("the prompt", lambda seen: seen, ask=lambda: notes.lua("return PROMPT")) == "ada"


def test_a_name_that_is_taken_is_refused_with_the_reason(notes):
    notes.lua("vim.lsp.buf.rename('grace')")
    notes.until("the reason", lambda seen: "it already belongs to Grace Hopper" in seen,
                ask=lambda: notes.lua("return vim.api.nvim_exec2('messages', { output = true }).output"))
    assert lines(notes)[0] == "Thanks to @ada and @grace,"


def test_people_and_their_mentions_are_found_in_the_workspace(notes):
    (notes.file.parent / "other.md").write_text("Ask @ada or @alan.\n", encoding="utf-8")
    found = listed(notes, "vim.lsp.buf.workspace_symbol('lovelace', %s)")
    assert [(name, line) for name, line, _, _ in found] == [
        ("people.jsonl", 1), ("notes.md", 1), ("other.md", 1)]
    assert all("Ada Lovelace" in text for _, _, _, text in found)


def test_hover_tells_where_else_once_the_workspace_has_been_searched(notes):
    (notes.file.parent / "other.md").write_text("Ask @ada or @alan.\n", encoding="utf-8")

    def hover():
        return notes.lua(
            "local answers = vim.lsp.buf_request_sync(0, 'textDocument/hover',"
            " vim.lsp.util.make_position_params(0, 'utf-8'), 5000)"
            " for _, answer in pairs(answers) do return answer.result.contents.value end")

    assert hover().endswith("2 mentions in this document")
    listed(notes, "vim.lsp.buf.references(nil, %s)")
    assert "3 mentions in this document and 1 other file: [other.md:1](file://" in hover()


def test_who_is_meant_stands_behind_a_handle(notes):
    hints = notes.until("the hints", lambda seen: len(seen) == 3, ask=lambda: notes.lua(
        "return vim.tbl_map(function(each) return { each.inlay_hint.position.line, each.inlay_hint.label } end,"
        " vim.lsp.inlay_hint.get({ bufnr = 0 }))"))
    assert hints == [[0, "Ada Lovelace"], [0, "Grace Hopper"], [1, "Ada Lovelace"]]
