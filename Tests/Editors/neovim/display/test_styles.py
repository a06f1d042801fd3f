"""Styles of the settings and attributes of the host in Neovim: highlight groups, round ends, functions that draw."""

import pytest

#: Marks of the styles: text or the virtual text, and group.
DRAWN = """
local space = vim.api.nvim_get_namespaces()['mentions.styles']
local drawn = {}
for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, space, 0, -1, { details = true })) do
  local row, col, details = mark[2], mark[3], mark[4]
  if details.virt_text then
    table.insert(drawn, ('%s @%d:%d %s'):format(details.virt_text[1][1], row, col, details.virt_text[1][2]))
  end
  if details.hl_group then
    local text = vim.api.nvim_buf_get_text(0, row, col, details.end_row, details.end_col, {})
    table.insert(drawn, ('%s %s'):format(table.concat(text, '|'), details.hl_group))
  end
end
table.sort(drawn)
return drawn
"""

STYLES = """{ settings = { styles = {
  { name = 'somebody', when = { kind = 'person' }, highlight = 'Type' },
  { name = 'lit up', when = { state = 'litUp' }, rounded = true },
  { name = 'task', when = { attribute = 'todo' } },
} } }"""


def drawn(editor, *wanted):
    editor.until(f"{wanted} drawn", lambda found: found == sorted(wanted), lambda: editor.lua(DRAWN) or [])


@pytest.fixture
def styled(plugin):
    editor = plugin("", options=STYLES, before="vim.api.nvim_set_hl(0, 'MentionsRounded', { bg = 0x336699 })")
    editor.ready()
    editor.keys("iBy ")
    editor.accept("@knu", "Donald Knuth")
    editor.keys(" and 漢<Esc>0")
    drawn(editor, "Donald Knuth Type")
    return editor


def test_a_mention_is_drawn_by_kind_and_state(styled):
    editor = styled
    editor.keys("fK")
    drawn(editor, "Donald Knuth Type", "Donald Knuth MentionsStyle_lit_up", "▐ @0:3 MentionsStyle_lit_upCap",
          "▌ @0:15 MentionsStyle_lit_upCap")
    assert editor.lua("return vim.api.nvim_get_hl(0, { name = 'MentionsStyle_lit_upCap' }).fg") == 0x336699
    editor.keys("0iOh! <Esc>0")
    drawn(editor, "Donald Knuth Type")
    editor.keys(":Mentions remove all<CR>")
    drawn(editor)
    assert editor.complaints() == []


def test_attributes_are_added_drawn_moved_and_stripped(styled):
    editor = styled
    editor.lua("""local styles = require('mentions.display.styles')
      local range = { row = 0, col = 20, end_row = 0, end_col = 23 }
      styles.attributes(0, { add = {
        { range = { row = 0, col = 0, end_row = 0, end_col = 2 }, name = 'todo', whenTypedAt = 'grow' },
        { range = range, name = 'own', value = { by = 'Ada' } },
        { range = { row = 0, col = 1, end_row = 0, end_col = 1 }, name = 'none' },
      } }, function(answer) Answer = answer end)""")
    drawn(editor, "By MentionsStyle_task", "漢 MentionsStyle_own", "Donald Knuth Type")
    assert editor.lua("return Answer.attributes[2].value") == {"by": "Ada"}
    editor.until("the refusal", lambda state: "attribute 3: the range is empty" in state["messages"])
    # What is typed behind the first takes it, by its policy.
    editor.keys("ela!<Esc>")
    editor.keys("u0ea!<Esc>")
    drawn(editor, "By! MentionsStyle_task", "漢 MentionsStyle_own", "Donald Knuth Type")
    editor.lua("require('mentions.display.styles').attributes(0, { strip = { names = { 'todo' } } })")
    drawn(editor, "漢 MentionsStyle_own", "Donald Knuth Type")
    editor.lua("require('mentions.display.styles').attributes(0, { strip = {} })")
    drawn(editor, "Donald Knuth Type")
    assert editor.complaints() == []


def test_a_function_draws_its_attribute(styled):
    editor = styled
    editor.lua("""local styles = require('mentions.display.styles')
      styles.draw('own', function(buffer, range, what)
        Drawn = { range.row, range.col, what.attribute.value.by, what.style.name }
        return { hl_group = 'Todo', virt_text = { { ' by ' .. what.attribute.value.by, 'Comment' } } }
      end)
      styles.draw('somebody', function() error('no ink') end)
      local range = { row = 0, col = 0, end_row = 0, end_col = 2 }
      styles.attributes(0, { add = { { range = range, name = 'own', value = { by = 'Ada' } } } })""")
    drawn(editor, "By Todo", " by Ada @0:0 Comment", "Donald Knuth Type")
    assert editor.lua("return Drawn") == [0, 0, "Ada", "own"]
    editor.until("the complaint", lambda state: "the function that draws 'somebody'" in state["messages"]
                 and "no ink" in state["messages"])
    editor.lua("require('mentions.display.styles').draw('own', nil)")
    drawn(editor, "By MentionsStyle_own", "Donald Knuth Type")


def test_caps_are_chosen_and_nothing_is_left(plugin):
    editor = plugin("", options=STYLES[:-2] + ", caps = { '(', ')' } }",
                    before="vim.api.nvim_set_hl(0, 'MentionsRounded', { bg = 0x336699 })")
    editor.ready()
    editor.keys("i")
    editor.accept("@knu", "Donald Knuth")
    editor.keys("<Esc>03l")
    drawn(editor, "Donald Knuth Type", "Donald Knuth MentionsStyle_lit_up", "( @0:0 MentionsStyle_lit_upCap",
          ") @0:12 MentionsStyle_lit_upCap")
    editor.keys(":Mentions toggle<CR>")
    drawn(editor)
    assert editor.lua("return vim.api.nvim_get_hl(0, { name = 'MentionsStyle_lit_up' })") in ({}, [])


def test_what_is_no_group_is_named_once_and_drawn_by_another(plugin):
    options = """{ settings = { styles = {
      { name = 'somebody', when = { kind = 'person' }, highlight = 'no group', rounded = true } } } }"""
    editor = plugin("", options=options)
    editor.ready()
    editor.keys("iBy ")
    editor.accept("@knu", "Donald Knuth")
    editor.keys(" and ")
    editor.accept("@hopc", "John Hopcroft")
    editor.keys("<Esc>")
    group = "MentionsStyle_somebody"
    editor.until("both drawn", lambda found: found and {f"Donald Knuth {group}", f"John Hopcroft {group}"} <= set(found),
                 lambda: editor.lua(DRAWN))
    messages = editor.state()["messages"]
    assert messages.count("'no group' is no name of a highlight group") == 1 and "E5248" not in messages
