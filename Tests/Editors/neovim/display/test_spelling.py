"""Spell checking and abbreviations in Neovim, which stay off in mentions and in what is typed to make one."""


def unspelled(editor, *wanted):
    editor.until(f"{wanted} not spelled", lambda state: state and sorted(
        mark["text"] for mark in state["marks"] if mark.get("spell") is False) == sorted(wanted))


def test_mentions_and_keys_are_not_spelled(plugin):
    editor = plugin("")
    editor.ready()
    editor.keys("iBy @knu")
    unspelled(editor, "@knu")
    editor.until("the menu", lambda state: state["menu"])
    editor.keys("t")
    unspelled(editor, "@knut")
    editor.keys("<C-n><C-y>")
    unspelled(editor, "Donald Knuth")
    editor.keys(" @zzzz<Esc>")
    unspelled(editor, "Donald Knuth")
    editor.keys(":Mentions remove all<CR>")
    unspelled(editor)
    assert editor.complaints() == []


def test_with_the_option_all_is_spelled(plugin):
    editor = plugin("", options="{ spell = true }")
    editor.ready()
    editor.keys("i")
    editor.accept("@knu", "Donald Knuth")
    assert editor.messages("mentions/spelling", "server") == []
    unspelled(editor)


ABBREVIATIONS = "return vim.tbl_map(function(each) return each.lhs .. ' ' .. each.mode end, vim.fn.maplist(true))"


def test_abbreviations_are_suspended_while_a_mention_is_made(plugin):
    editor = plugin("", before="""
      vim.cmd('iabbrev knu KNEW')
      vim.cmd('noreabbrev adn and')
      vim.cmd('cabbrev qq quit')""")
    editor.ready()
    editor.lua("vim.cmd('iabbrev <buffer> don DONE')")
    every = sorted(editor.lua(ABBREVIATIONS))
    assert every == ["adn !", "don i", "knu i", "qq c"]
    editor.keys("iadn @knu")
    editor.until("only those of the command line", lambda found: sorted(found) == ["adn c", "qq c"],
                 lambda: editor.lua(ABBREVIATIONS))
    editor.keys(" don ")
    editor.until("the text", lambda state: state["lines"] == ["and @knu don "])
    editor.keys("<Esc>")
    editor.until("all again", lambda found: sorted(found) == every, lambda: editor.lua(ABBREVIATIONS))
    editor.keys("odon ")
    editor.until("an abbreviation", lambda state: state["lines"][-1] == "DONE ")
    editor.keys("adn <Esc>")
    editor.lua("require('mentions.editing.suspension').suspend()")
    assert sorted(editor.lua(ABBREVIATIONS)) == ["adn c", "qq c"]
    editor.lua("vim.cmd('iabbrev knu OTHER'); require('mentions.editing.suspension').resume()")
    assert sorted(editor.lua(ABBREVIATIONS)) == every
    assert editor.lua("return vim.fn.maparg('knu', 'i', true)") == "OTHER"
    assert editor.complaints() == []
