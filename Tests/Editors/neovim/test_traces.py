"""Neovim's plug-in and the user's own settings: it replaces nothing, and leaves nothing behind when it is disabled."""

from collections import Counter
from pathlib import Path

import pytest

SNAPSHOT = (Path(__file__).parent / "support" / "snapshot.lua").read_text()
#: In place of `setup`: the tests call it themselves, after a client of Neovim's own was there and is gone.
#: What Neovim keeps of any client is not ours.
LATER = """
function _G.Setup(more)
  local given = { cmd = COMMAND, init_options = { demo = true }, backspace = { deadline = 2000 } }
  require('mentions').setup(vim.tbl_extend('force', given, more or {}))
end
function _G.Bare()
  vim.lsp.start({ name = 'bare', cmd = COMMAND, root_dir = vim.fn.getcwd() })
end
function _G.Stop()
  for _, each in ipairs(vim.lsp.get_clients({ name = 'bare' })) do
    vim.lsp.stop_client(each.id)
  end
end
function _G.Count(name)
  local initialized = vim.tbl_filter(function(each)
    return each.initialized
  end, vim.lsp.get_clients({ name = name }))
  return #initialized
end
-- The server is a child of the program that watches it.
function _G.Signal(name)
  for _, child in ipairs(vim.api.nvim_get_proc_children(vim.fn.getpid())) do
    for _, server in ipairs(vim.api.nvim_get_proc_children(child)) do
      vim.uv.kill(server, name)
    end
  end
end
do return end
"""


@pytest.fixture
def later(plugin):
    def start(before="", text="Hi \n"):
        editor = plugin(text, before=before + LATER)
        editor.until("an editor", lambda state: state["lines"])
        (editor.place.outside / "snapshot.lua").write_text(SNAPSHOT)
        editor.lua("Bare()")
        editor.until("a client", lambda count: count == 1, lambda: editor.lua("return Count('bare')"))
        editor.keys("A.<Esc>u")
        editor.lua("Stop()")
        no_client(editor)
        return editor

    return start


def snapshot(editor):
    return editor.lua(f"return dofile('{editor.place.folder}/snapshot.lua')()")


def differences(one, other):
    """By kind, what is only in one and only in the other."""
    def counted(value):
        return Counter(map(str, value if isinstance(value, list) else [value]))
    return {kind: (counted(one[kind]) - counted(other[kind]), counted(other[kind]) - counted(one[kind]))
            for kind in one if one[kind] != other[kind]}


def no_client(editor):
    count = "return #vim.lsp.get_clients()"
    editor.until("no client", lambda count: count == 0, lambda: editor.lua(count))


def test_nothing_is_left_when_it_is_disabled(later):
    editor = later()
    before = snapshot(editor)
    editor.lua("Setup()")
    editor.ready()
    during = snapshot(editor)
    kinds = {"mappings", "autocommands", "options", "highlights", "clients"}
    assert kinds <= differences(before, during).keys()
    editor.keys("A")
    editor.accept("@knu", "Donald Knuth")
    editor.keys("<BS>")
    editor.until("it lit up", lambda state: editor.lit(state, "@lsp.typemod.mention.litUp"))
    editor.keys("<Esc>")
    editor.lua("require('mentions').disable()")
    no_client(editor)
    assert differences(before, snapshot(editor)) == {}
    # And once more, by the command that does both.
    editor.keys(":Mentions toggle<CR>")
    editor.ready()
    editor.keys(":Mentions toggle<CR>")
    no_client(editor)
    assert differences(before, snapshot(editor)) == {}
    assert editor.complaints() == []


def test_what_the_user_has_stays_in_force(later):
    editor = later("""
vim.o.completeopt = 'menu,preview'
vim.api.nvim_set_hl(0, 'MentionsMention', { fg = '#123456' })
vim.keymap.set('i', '<BS>', function()
  vim.g.pressed = (vim.g.pressed or 0) + 1
  return '<BS>'
end, { expr = true })
vim.api.nvim_create_autocmd('LspAttach', { callback = function(event) vim.g.seen = event.data.client_id end })
vim.lsp.handlers['mentions/didCreate'] = function() vim.g.handler = true end
""")
    before = snapshot(editor)
    editor.lua("Setup({ on_attach = 1 })")
    editor.ready()
    assert 'there is no option "on_attach"' in editor.state()["messages"]
    assert editor.lua("return vim.api.nvim_get_hl(0, { name = 'MentionsMention' }).fg") == 0x123456
    assert editor.lua("return vim.g.seen") is not None
    editor.keys("Aab<BS>")
    editor.until("the user's own key", lambda state: state["lines"] == ["Hi a"])
    assert editor.lua("return vim.g.pressed") == 1
    editor.keys("<BS>@knu")
    editor.until("the menu", lambda state: state["menu"])
    assert editor.lua("return vim.o.completeopt") == "menu,preview,menuone,noselect"
    editor.keys("<BS><BS><BS><BS>")
    editor.until("the key is gone", lambda state: state["lines"] == ["Hi "])
    pressed = editor.lua("return vim.g.pressed")
    editor.accept("@knu", "Donald Knuth")
    editor.keys("<BS>")
    editor.until("it lit up", lambda state: editor.lit(state, "@lsp.typemod.mention.litUp"))
    assert editor.lua("return vim.g.pressed") == pressed  # it was not asked for
    editor.keys("<Esc>")
    editor.lua("require('mentions').disable()")
    no_client(editor)
    assert differences(before, snapshot(editor)) == {}


def test_a_key_mapped_in_the_buffer_comes_back(later):
    editor = later("vim.api.nvim_create_autocmd('FileType', { callback = function(event) "
                   "vim.keymap.set('i', '<BS>', '<Left><Del>!', { buffer = event.buf }) end })\n")
    before = snapshot(editor)
    editor.lua("Setup()")
    editor.ready()
    editor.keys("Axy<BS>")
    editor.until("its own doing", lambda state: state["lines"] == ["Hi x!"])
    # A plug-in that maps the key later is called too, and stays when ours goes.
    editor.keys("<Esc>")
    editor.lua("vim.keymap.set('i', '<BS>', '<Left><Del>?', { buffer = 0 })")
    editor.keys("A<BS>")
    editor.until("the later one", lambda state: state["lines"] == ["Hi x?"])
    editor.keys("<Esc>")
    editor.lua("require('mentions').disable()")
    no_client(editor)
    keys = differences(before, snapshot(editor))
    assert list(keys) == ["mappings"] and len(keys["mappings"][0]) == len(keys["mappings"][1]) == 1
    assert "<Left><Del>?" in [*keys["mappings"][1]][0]


#: Writes to a file what the plug-in says to the server after Neovim has told it to end.
LAST_WORDS = """
vim.api.nvim_create_autocmd('VimLeavePre', { callback = function()
  local said = 'nothing'
  local function hear(one, other)
    local method = type(one) == 'table' and other or one
    said = vim.startswith(method, 'mentions/') and method or said
    return true, 0
  end
  local clients = vim.lsp.get_clients()
  for _, client in ipairs(clients) do
    client.request, client.notify = hear, hear
  end
  -- As it is until Neovim has noticed the server's end.
  vim.o.eventignore, vim.lsp.get_clients = 'LspDetach', function() return clients end
  vim.wait(500, function() return said ~= 'nothing' end)
  vim.fn.writefile({ said }, 'said')
end })
"""


def test_nothing_is_said_to_the_server_after_the_last_word(plugin):
    """A message would go into a pipe without a reader, and SIGPIPE would end Neovim."""
    editor = plugin("", after=LAST_WORDS)
    editor.ready()
    editor.keys("iHi @knu")
    editor.until("the menu", lambda state: state["menu"])
    editor.quit()
    assert (editor.place.outside / "said").read_text() == "nothing\n"


def test_an_option_changed_meanwhile_stays(later):
    editor = later()
    editor.lua("Setup()")
    editor.ready()
    editor.lua("vim.cmd('setlocal completeopt=menuone,noinsert')")
    editor.lua("require('mentions').disable()")
    no_client(editor)
    assert editor.lua("return vim.o.completeopt") == "menuone,noinsert"


def test_a_server_that_does_not_answer_never_stops_the_keys(later):
    editor = later()
    editor.lua("Setup({ backspace = { deadline = 50 } })")
    editor.ready()
    editor.keys("A")
    editor.accept("@knu", "Donald Knuth")
    # The server sleeps: after the deadline the key does what it always did, and the next ones do not ask.
    editor.lua("Signal('sigstop')")
    editor.keys("<BS><BS><BS>")
    editor.until("the keys' own doing", lambda state: state["lines"] == ["Hi Donald Kn"])
    editor.lua("Signal('sigcont')")
    editor.until("plain text", lambda mentions: mentions == [], editor.mentions)
    # The answer came after the answers to all earlier requests.
    asked = len(editor.messages("mentions/backspace"))
    assert asked == 1, f"asked {asked} times"
