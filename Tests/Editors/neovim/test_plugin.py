"""Neovim's plug-in: what it does to text and screen, and that it leaves no trace."""

LIT_UP = "@lsp.typemod.mention.litUp"


def test_a_mention_by_keyboard_is_lit_and_not_spelled(plugin):
    editor = plugin("# Notes\n\n")
    editor.ready()
    editor.keys("GoHi ")
    state = editor.accept("@knu", "Donald Knuth")
    assert state["lines"][-1] == "Hi Donald Knuth"
    state = editor.until("no spell checking there", lambda state: any(
        mark["text"] == "Donald Knuth" and mark.get("spell") is False for mark in state["marks"]))
    assert editor.mentions() == ["Donald Knuth"]
    assert editor.complaints() == []


def test_typing_faster_than_the_trigger_still_opens_the_menu(plugin):
    editor = plugin("")
    editor.ready()
    editor.keys("iwith @jos and all", "<Esc>cc")
    editor.keys("with @hopc")
    editor.until("the menu", lambda state: state["menu"] and "Hopcroft" in state["menu"][0])
    assert editor.complaints() == []


def test_a_name_without_a_trigger_opens_the_menu(plugin):
    editor = plugin("")
    editor.ready()
    editor.keys("iMr Knu")
    editor.until("the menu", lambda state: state["menu"] and "Knuth" in state["menu"][0])
    editor.keys("<C-n><C-y>")
    editor.until("the mention", lambda state: "Donald Knuth" in editor.lit(state))
    assert editor.mentions() == ["Donald Knuth"]


def test_an_issue_that_is_edited_by_octo_has_mentions(plugin):
    editor = plugin("")
    editor.ready()
    # As octo.nvim makes its buffers.
    editor.lua("local buffer = vim.api.nvim_create_buf(true, false)"
               " vim.api.nvim_buf_set_name(buffer, 'octo://ada/notes/issue/1')"
               " vim.api.nvim_set_current_buf(buffer)"
               " vim.bo[buffer].buftype, vim.bo[buffer].filetype = 'acwrite', 'octo'")
    editor.ready()
    editor.keys("iAsk ")
    assert editor.accept("@knu", "Knuth")["lines"] == ["Ask Donald Knuth"]
    opened = [message["params"]["textDocument"] for message in editor.messages("textDocument/didOpen")]
    assert ("octo://ada/notes/issue/1", "octo") in [(each["uri"], each["languageId"]) for each in opened]
    assert editor.complaints() == []


def test_implicit_mentions_can_be_switched_off(plugin):
    editor = plugin("", options="{ implicit = false }")
    editor.ready()
    editor.keys("iMr Knuth and @knu")
    editor.until("the menu", lambda state: state["menu"] and "Knuth" in state["menu"][0])
    states = editor.messages("mentions/didChangeState", "server")
    kinds = [message["params"].get("kind") for message in states]
    assert "implicit" not in kinds and "explicit" in kinds


def test_a_closed_menu_stays_closed(plugin):
    editor = plugin("")
    editor.ready()
    editor.keys("iHi @kn")
    editor.until("the menu", lambda state: state["menu"])
    editor.keys("<C-e>")
    editor.until("the server knows", lambda _: editor.messages("mentions/cancel"))
    editor.keys("ut")
    state = editor.until("the text", lambda state: state["lines"] == ["Hi @knut"])
    assert state["menu"] is None


def test_backspace_lights_up_then_trims_then_deletes(plugin):
    editor = plugin("")
    editor.ready()
    editor.keys("iHi ")
    editor.accept("@knu", "Donald Knuth")
    editor.keys(" ok<BS><BS><BS>")
    editor.until("the space gone", lambda state: state["lines"] == ["Hi Donald Knuth"])
    editor.keys("<BS>")
    editor.until("it lit up", lambda state: editor.lit(state, LIT_UP) == ["Donald Knuth"])
    assert editor.state()["lines"] == ["Hi Donald Knuth"]
    editor.keys("<BS>")
    state = editor.until("the short form", lambda state: state["lines"] == ["Hi Donald"])
    assert state["cursor"] == [1, len("Hi Donald")] and editor.mentions() == ["~Donald"]
    editor.keys("<BS>")
    editor.until("nothing left of it", lambda state: state["lines"] == ["Hi "])
    editor.keys("<BS>!")
    editor.until("ordinary typing", lambda state: state["lines"] == ["Hi!"])
    assert editor.mentions() == [] and editor.complaints() == []
    editor.quit()


def test_a_file_that_is_read_again_keeps_its_mentions_and_keys(plugin):
    editor = plugin("")
    editor.ready()
    editor.keys("iHi ")
    editor.accept("@knu", "Donald Knuth")
    editor.keys("<Esc>:write<CR>:edit!<CR>")
    editor.until("the mention again", lambda state: editor.lit(state) == ["Donald Knuth"])
    editor.lua("vim.v.errmsg = ''")  # Neovim unmaps its own K twice
    editor.keys("A and ")
    editor.accept("@hopc", "John Hopcroft")
    editor.keys("<BS>")
    editor.until("it lit up", lambda state: editor.lit(state, LIT_UP) == ["John Hopcroft"])
    assert editor.mentions() == ["Donald Knuth", "John Hopcroft"] and editor.complaints() == []


def test_two_buffers_have_their_own(plugin):
    editor = plugin("")
    editor.ready()
    editor.keys("i")
    editor.accept("@knu", "Donald Knuth")
    editor.keys("<Esc>:write<CR>:edit notes/other.md<CR>")
    editor.until("the other one", lambda state: state["lines"] == [""] and state["known"] == [])
    editor.keys("i")
    editor.accept("@hopc", "John Hopcroft")
    assert editor.mentions() == ["John Hopcroft"]
    editor.keys("<Esc>:write<CR>:bdelete<CR>:buffer notes.md<CR>A<BS>")
    editor.until("the first lit up", lambda state: editor.lit(state, LIT_UP) == ["Donald Knuth"])
    editor.keys(" ok")
    editor.until("the text", lambda state: state["lines"] == ["Donald Knuth ok"])
    assert editor.complaints() == []


def test_a_server_that_dies_leaves_an_editor(plugin):
    editor = plugin("")
    editor.ready()
    editor.keys("iHi ")
    editor.accept("@knu", "Donald Knuth")
    # Started again, it would be asked about the backspaces.
    editor.lua("require('mentions.server.crash').note = function() return false end")
    editor.lua("for _, child in ipairs(vim.api.nvim_get_proc_children(vim.fn.getpid())) do"
               " vim.uv.kill(child, 'sigkill') end")
    editor.until("its end", lambda state: not state["attached"])
    editor.keys("<BS><BS> @x")
    state = editor.until("the text", lambda state: state["lines"] == ["Hi Donald Knu @x"])
    assert state["errmsg"] == "" and editor.lit(state) == []
    assert "quit with exit code" in state["messages"]  # Neovim's own word about it
    assert "lua" not in state["messages"].lower().replace("lsp.log", "")
