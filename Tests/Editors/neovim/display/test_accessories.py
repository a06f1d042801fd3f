"""Accessories in Neovim: inlay hints and code lenses of the settings and of the host."""

SHOWN = "{ settings = { inlayHint = '({handle})', codeLens = 'document' } }"

#: All virtual text and lines of the buffer, in order.
VIRTUAL = """
local found = {}
for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, -1, 0, -1, { details = true })) do
  local function add(chunks, kind)
    local texts = vim.tbl_map(function(chunk) return chunk[1] end, chunks)
    table.insert(found, ('%s %s'):format(kind, vim.trim(table.concat(texts))))
  end
  if mark[4].virt_text then add(mark[4].virt_text, ('%d:%d'):format(mark[2], mark[3])) end
  for _, line in ipairs(mark[4].virt_lines or {}) do add(line, ('above %d'):format(mark[2])) end
end
table.sort(found)
return found
"""


def virtual(editor, *wanted):
    editor.until(f"{wanted} beside the text", lambda found: found == sorted(wanted), lambda: editor.lua(VIRTUAL) or [])


def test_hints_and_lenses_of_the_settings(plugin):
    editor = plugin("", options=SHOWN)
    editor.ready()
    editor.keys("iBy ")
    editor.accept("@knu", "Donald Knuth")
    editor.keys(".<Esc>")
    virtual(editor, "0:15 (knuth)", "above 0 1 person")
    editor.keys(":Mentions toggle<CR>")
    virtual(editor)
    assert editor.complaints() == []


def test_accessories_of_the_host(plugin):
    editor = plugin("one two three\n")
    editor.ready()
    editor.lua("""local accessories = require('mentions.display.accessories')
      accessories.change(0, { add = {
        { id = 'a', at = { row = 0, col = 3 }, label = 'here', place = 'after' },
        { id = 'b', at = { row = 0, col = 4, end_row = 0, end_col = 7 }, label = 'there', place = 'above' },
      } }, function(answer) Answer = answer end)""")
    virtual(editor, "0:3 here", "above 0 there")
    assert editor.lua("return #Answer.accessories") == 2
    editor.keys("Izero <Esc>")
    virtual(editor, "0:8 here", "above 0 there")
    editor.lua("""require('mentions.display.accessories').change(0, {
      remove = { 'b' }, move = { { id = 'a', at = { row = 0, col = 4 } } } })""")
    virtual(editor, "0:4 here")
    assert editor.complaints() == []


def test_without_the_option_they_are_the_users_to_enable(plugin):
    editor = plugin("", options=SHOWN[:-2] + ", accessories = false }")
    editor.ready()
    editor.keys("i")
    editor.accept("@knu", "Donald Knuth")
    editor.keys("<Esc>")
    assert editor.lua("return vim.lsp.inlay_hint.is_enabled({ bufnr = 0 })") is False
    virtual(editor)
