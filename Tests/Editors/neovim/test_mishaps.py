"""Neovim's plug-in when something interferes: other servers, text that changes, answers that do not come."""

import pytest
from test_traces import LATER

#: A server in Lua that offers names of its own everywhere, and counts how often it is asked.
OTHER = """
Asked = 0
function _G.Other()
  vim.lsp.start({ name = 'other', cmd = function()
    local closing, id = false, 0
    return {
      request = function(method, params, answer)
        id = id + 1
        if method == 'initialize' then
          answer(nil, { capabilities = { completionProvider = vim.empty_dict() } })
        elseif method == 'textDocument/completion' then
          Asked = Asked + 1
          answer(nil, { { label = 'of another server' } })
        else
          answer(nil, nil)
        end
        return true, id
      end,
      notify = function() return true end,
      is_closing = function() return closing end,
      terminate = function() closing = true end,
    }
  end })
  local id = vim.lsp.get_clients({ name = 'other' })[1].id
  vim.lsp.completion.enable(true, id, 0, { autotrigger = true })
end
"""

#: `mentions/list` is answered when `Answer()` is called, all else as usual; `Held` counts the answers that wait.
HOLD = """
Held, Waiting = 0, {}
function _G.Hold()
  local client = require('mentions.client')
  local request = client.request
  client.request = function(method, params, buffer, answer)
    if method ~= 'mentions/list' then
      return request(method, params, buffer, answer)
    end
    return request(method, params, buffer, function(...)
      local problem, result = ...
      Held = Held + 1
      table.insert(Waiting, function() answer(problem, result) end)
    end)
  end
end
function _G.Answer()
  local waiting = Waiting
  Waiting, Held = {}, 0
  for _, each in ipairs(waiting) do each() end
end
"""


def held(editor):
    return editor.until("an answer", lambda held: held, lambda: editor.lua("return Held"))


def a_mention(editor):
    editor.ready()
    editor.keys("iHi ")
    editor.accept("@knu", "Donald Knuth")
    editor.keys("<Esc>")
    assert editor.mentions() == ["Donald Knuth"]
    editor.until("it is known", lambda state: len(state["known"]) == 1)


def test_other_servers_are_not_asked_where_no_mention_is_made(plugin):
    editor = plugin("", before=OTHER)
    editor.ready()
    if not editor.lua("return vim.lsp.completion ~= nil"):
        pytest.skip("this Neovim has no vim.lsp.completion")
    editor.lua("Other()")
    editor.keys("iand ")
    asked = "textDocument/completion"
    editor.until("ours looks back", lambda _: editor.messages(asked))
    editor.keys("so - ")
    editor.until("ours looks back again", lambda _: len(editor.messages(asked)) > 1)
    # What was asked at the same time is answered by now.
    editor.mentions()
    assert editor.lua("return Asked") == 0 and editor.state()["menu"] is None
    editor.accept("@knu", "Donald Knuth")
    assert editor.complaints() == []


@pytest.mark.parametrize("chooser", ["A", "B"])
def test_a_buffer_without_a_name(plugin, chooser):
    editor = plugin("", options=f"{{ chooser = {{ type = '{chooser}' }} }}")
    editor.ready()
    editor.keys(":enew | set filetype=markdown<CR>")
    editor.until("the server", lambda state: state["attached"] and state["known"] is not None)
    before = editor.lua("return #vim.api.nvim_list_bufs()")
    editor.keys("iHi @knu")
    status = "return require('mentions').statusline()"
    editor.until("what is found", lambda text: text == "@ 1 found", lambda: editor.lua(status))
    if chooser == "A":
        editor.until("the menu", lambda state: state["menu"])
        assert editor.lua("return #vim.api.nvim_list_bufs()") == before
    else:
        visible = "return require('mentions.chooser').is_visible(0)"
        editor.until("the list", lambda is_visible: is_visible, lambda: editor.lua(visible))
        assert editor.lua("return require('mentions.chooser').model(0) ~= nil")
    assert editor.lua("return vim.fn.bufexists('/')") == 0
    editor.keys("<C-n><C-y>" if chooser == "A" else "<CR>")
    editor.until("the mention", lambda mentions: mentions == ["Donald Knuth"], editor.mentions)
    assert editor.complaints() == []


def test_lines_that_go_while_the_server_is_asked_for_mentions(plugin):
    editor = plugin("one\ntwo\n", before=HOLD)
    editor.ready()
    editor.keys("G")
    editor.keys("o")
    editor.accept("@knu", "Donald Knuth")
    editor.keys("<Esc>")
    editor.until("it is known", lambda state: len(state["known"]) == 1)
    editor.lua("Hold()")
    editor.keys(":Mentions remove<CR>")
    held(editor)
    editor.lua("vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'new' }); Answer()")
    while "text was changed" not in editor.state()["messages"]:
        editor.until("an answer or a word", lambda state: "text was changed" in state["messages"] or
                     editor.lua("return Held"))
        editor.lua("Answer()")
    assert not editor.messages("mentions/remove") and editor.complaints() == []


def test_what_was_answered_for_an_older_text_is_not_shown(plugin):
    editor = plugin("", before=HOLD)
    a_mention(editor)
    editor.lua("Hold(); local marks, buffer = require('mentions.marks'), vim.api.nvim_get_current_buf()"
               " marks.lists[buffer] = {}; marks.refresh(buffer)")
    held(editor)
    editor.lua("vim.api.nvim_buf_set_text(0, 0, 0, 0, 0, { 'Oh! ' }); Answer()")
    assert editor.state()["known"] == []
    held(editor)
    editor.lua("Answer()")
    assert [each["range"]["start"]["character"] for each in editor.state()["known"]] == [len("Oh! Hi ")]


def test_all_mentions_are_listed_without_a_server_that_is_silent(plugin):
    editor = plugin("", before=HOLD)
    a_mention(editor)
    editor.keys(":write<CR>:edit notes/other.md<CR>")
    editor.until("the other one", lambda state: state["lines"] == [""] and state["known"] == [])
    editor.lua("Hold()")
    editor.keys(":Mentions list all<CR>")
    editor.until("two answers", lambda held: held == 2, lambda: editor.lua("return Held"))
    # One comes, the other never.
    editor.lua("Waiting[1](); Waiting = {}")
    editor.until("the list", lambda kind: kind == "quickfix", lambda: editor.lua("return vim.bo.buftype"))
    said = editor.until("a word about it", lambda state: "has not answered" in state["messages"])
    assert "other.md" in said["messages"] or "notes.md" in said["messages"]


def test_buffers_that_go_while_the_server_is_asked_for_mentions(plugin):
    editor = plugin("", before=HOLD)
    a_mention(editor)
    editor.keys(":write<CR>:edit notes/other.md<CR>")
    editor.until("the other one", lambda state: state["lines"] == [""] and state["known"] == [])
    editor.lua("Hold()")
    editor.keys(":Mentions list all<CR>")
    editor.until("two answers", lambda held: held == 2, lambda: editor.lua("return Held"))
    gone = editor.lua("Gone = vim.api.nvim_get_current_buf(); vim.cmd('bwipeout!'); Answer(); return Gone")
    state = editor.until("a word about it", lambda state: f"buffer {gone}: no server" in state["messages"])
    assert state["errmsg"] == "" and len(editor.lua("return vim.fn.getqflist()")) == 1
    editor.lua("require('mentions.marks').refresh(Gone)")


def test_all_mentions_are_listed_where_one_server_refuses(plugin):
    editor = plugin("", before=HOLD)
    a_mention(editor)
    editor.lua("""local client = require('mentions.client')
      client.request = function(_, _, _, answer)
        vim.schedule(function() answer({ code = 1, message = 'out of order' }) end)
        return true
      end""")
    editor.keys(":Mentions list all<CR>")
    editor.until("the list", lambda kind: kind == "quickfix", lambda: editor.lua("return vim.bo.buftype"))
    editor.until("a word about it", lambda state: "notes.md: out of order" in state["messages"])
    editor.keys(":cclose<CR>:messages clear<CR>:Mentions list<CR>")
    editor.until("a word about it", lambda state: "out of order" in state["messages"])
    editor.keys(":messages clear<CR>:Mentions remove<CR>")
    editor.until("a word about it", lambda state: "out of order" in state["messages"])


def test_text_replaced_by_itself_keeps_its_marks(plugin):
    editor = plugin("")
    a_mention(editor)

    def is_marked(state):
        return any(mark["text"] == "Donald Knuth" and mark.get("spell") is False for mark in state["marks"])

    editor.keys("0")
    editor.mentions()
    # So that the list after the replacement is the same as before.
    refresh = "require('mentions.marks').refresh(vim.api.nvim_get_current_buf()); return State()"
    editor.until("no light", lambda state: not state["known"][0]["litUp"] and is_marked(state),
                 lambda: editor.lua(refresh))
    tick = "return vim.b.changedtick"
    before = editor.lua(tick)
    editor.keys(":%!cat<CR>")
    editor.until("the text as it was", lambda now: now > before, lambda: editor.lua(tick))
    assert editor.state()["lines"] == ["Hi Donald Knuth"]
    editor.until("no spell checking there", is_marked)
    assert editor.complaints() == []


BEFOREHAND = """
Command = COMMAND
if vim.lsp.enable then
  vim.lsp.config('mentions', { cmd = COMMAND })
  vim.lsp.enable('mentions')
end
"""


def needs_enable(editor):
    has = editor.until("an editor", lambda has: has, lambda: editor.lua("return vim.lsp.enable and 'yes' or 'no'"))
    if has == "no":
        pytest.skip("this Neovim has no vim.lsp.enable")


@pytest.mark.parametrize("chooser", ["A", "B"])
def test_setup_after_the_server_was_enabled(plugin, chooser):
    editor = plugin("", before=BEFOREHAND + LATER)
    needs_enable(editor)
    count = "return Count('mentions')"
    editor.until("the server", lambda count: count == 1, lambda: editor.lua(count))
    editor.lua(f"Setup({{ chooser = {{ type = '{chooser}' }} }})")
    editor.ready()
    editor.keys("iMr Knu")  # of the demo, which only `setup` knows
    status = "return require('mentions').statusline()"
    editor.until("what is found", lambda text: text == "1 found", lambda: editor.lua(status))
    editor.until("one server", lambda count: count == 1, lambda: editor.lua(count))
    editor.keys("<Esc>")
    editor.lua("require('mentions').disable()")
    editor.until("no server", lambda count: count == 0, lambda: editor.lua(count))
    assert editor.complaints() == []


def test_setup_while_the_enabled_server_starts(plugin):
    # As a plug-in manager does that loads by file type.
    lazy = "vim.api.nvim_create_autocmd('FileType', { callback = function() Setup() end, once = true })"
    editor = plugin("", before=BEFOREHAND + lazy + LATER)
    needs_enable(editor)
    editor.ready()
    editor.keys("iMr Knu")
    status = "return require('mentions').statusline()"
    editor.until("what is found", lambda text: text == "1 found", lambda: editor.lua(status))
    assert editor.lua("return #require('mentions.client').all()") == 1
    # Not its log, where Neovim notes that it asked a server for tokens that was about to end.
    state = editor.state()
    assert state["errmsg"] == "" and "rror" not in state["messages"]


def test_health_knows_a_client_that_somebody_else_started(plugin):
    editor = plugin("", before=BEFOREHAND)
    editor.ready()
    health = "vim.cmd('checkhealth mentions'); return vim.api.nvim_buf_get_lines(0, 0, -1, false)"
    warning = "was not started by the plug-in"
    assert warning not in "".join(editor.lua(health))
    editor.lua("vim.cmd.bdelete()")
    editor.lua("vim.lsp.start({ name = 'mentions', cmd = Command, root_dir = '/' })")
    clients = "return #require('mentions.client').all()"
    editor.until("another client", lambda count: count == 2, lambda: editor.lua(clients))
    assert warning in "".join(editor.lua(health))
