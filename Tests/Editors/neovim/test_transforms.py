"""Neovim's plug-in: :Mentions transform, and the code actions of transforms."""

import pytest
from test_sessions import judge, over


@pytest.fixture
def written(plugin):
    editor = plugin("")
    editor.ready()
    editor.keys("iBy ")
    editor.accept("@knu", "Donald Knuth")
    editor.keys(" and ")
    editor.accept("@hopc", "John Hopcroft")
    editor.keys(", 漢字<Esc>")
    until_mentions(editor, "Donald Knuth", "John Hopcroft")
    return editor


def until_mentions(editor, *texts):
    editor.until(f"the mentions {texts}", lambda mentions: mentions == list(texts), editor.mentions)


def until_lines(editor, *lines):
    editor.until(f"the lines {lines}", lambda state: state["lines"] == list(lines))


def test_a_line_is_reversed_and_its_mentions_are_still_known(written):
    editor = written
    editor.keys(":.Mentions transform reverse<CR>")
    until_lines(editor, "字漢 ,John Hopcroft dna Donald Knuth yB")
    until_mentions(editor, "John Hopcroft", "Donald Knuth")
    editor.keys("u")
    until_lines(editor, "By Donald Knuth and John Hopcroft, 漢字")
    until_mentions(editor, "Donald Knuth", "John Hopcroft")
    editor.keys("<C-r>")
    until_lines(editor, "字漢 ,John Hopcroft dna Donald Knuth yB")
    until_mentions(editor, "John Hopcroft", "Donald Knuth")
    assert editor.complaints() == []


def test_selected_characters_are_widened_to_the_mention_that_they_cut(written):
    editor = written
    editor.keys("gg0v6l:Mentions transform upper<CR>")
    until_lines(editor, "BY Donald Knuth and John Hopcroft, 漢字")
    editor.keys("gg0fav$:Mentions transform upper<CR>")
    until_lines(editor, "BY Donald Knuth AND John Hopcroft, 漢字")
    until_mentions(editor, "Donald Knuth", "John Hopcroft")
    editor.keys("gg0fHv2l:Mentions transform rot13<CR>gg0fAv2l:Mentions transform rot13<CR>")
    until_lines(editor, "BY Donald Knuth NAQ John Hopcroft, 漢字")
    assert editor.complaints() == []


def test_the_mention_at_the_cursor_is_written_otherwise(written):
    editor = written
    editor.keys("gg0fK:Mentions transform asHandle<CR>")
    until_lines(editor, "By @knuth and John Hopcroft, 漢字")
    until_mentions(editor, "@knuth", "John Hopcroft")
    editor.keys("u")
    until_mentions(editor, "Donald Knuth", "John Hopcroft")
    editor.keys(":messages clear<CR>gg0fH:Mentions transform asPlainText<CR>")
    until_mentions(editor, "Donald Knuth")
    editor.until("a word about it", lambda state: "1 mention is plain text now" in state["messages"])
    until_lines(editor, "By Donald Knuth and John Hopcroft, 漢字")
    assert editor.complaints() == []


def test_names_are_completed_picked_and_checked(written):
    editor = written
    complete = "return vim.fn.getcompletion('Mentions transform {}', 'cmdline')"
    assert editor.lua(complete.format("as")) == ["asName", "asHandle", "asMail", "asLink", "asPlainText"]
    assert "format:@:default" in editor.lua(complete.format(""))
    editor.lua("""vim.ui.select = function(items, options, done)
      vim.g.asked = vim.tbl_map(options.format_item, items)
      done(items[3])
    end""")
    editor.keys("gg0V:Mentions transform<CR>")
    until_lines(editor, "BY Donald Knuth AND John Hopcroft, 漢字")
    assert editor.lua("return vim.g.asked")[:3] == ["Reverse", "ROT13", "Change to Upper Case"]
    editor.keys(":Mentions transform revers<CR>")
    editor.until("the error", lambda state: "there is no transform “revers”; did you mean “reverse”?"
                 in state["messages"])
    until_mentions(editor, "Donald Knuth", "John Hopcroft")


def test_a_code_action_is_one_edit_and_one_undo(written):
    editor = written
    editor.keys("gg0V")
    editor.lua("""vim.lsp.buf.code_action({ apply = true, filter = function(action)
      return action.kind == 'refactor.rewrite.mentions.reverse'
    end })""")
    editor.keys("<Esc>")
    until_lines(editor, "字漢 ,John Hopcroft dna Donald Knuth yB")
    until_mentions(editor, "John Hopcroft", "Donald Knuth")
    assert len(editor.messages("codeAction/resolve")) == 1
    editor.keys("u")
    until_lines(editor, "By Donald Knuth and John Hopcroft, 漢字")
    until_mentions(editor, "Donald Knuth", "John Hopcroft")
    editor.keys(":silent write<CR>")
    over(editor)
    judge(editor, "neovim/transforms")
