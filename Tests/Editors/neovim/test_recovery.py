"""Neovim's plug-in when the server ends: disabled and enabled again, killed, ended by the user."""

import os
import signal
from pathlib import Path

import pytest

OFF = "return vim.lsp.get_clients({ name = 'mentions' })[1] == nil"


def descendants(process):
    """The processes below one, by what the system says of each one's parent."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            pass  # it has ended meanwhile
    below, found = {process}, []
    while below:
        below = {child for child, parent in parents.items() if parent in below}
        found += below
    return found


def kill_server(editor):
    """Kills what Neovim has started as its server."""
    started = [process for process in descendants(editor.process.pid)
               if b"tap.py" in Path(f"/proc/{process}/cmdline").read_bytes()]
    assert len(started) == 1
    os.kill(started[0], signal.SIGKILL)


def test_text_changed_while_the_plug_in_was_off_is_known_to_the_server_again(plugin):
    editor = plugin("one\n")
    editor.ready()
    editor.keys(":Mentions toggle<CR>")
    editor.until("the server's end", lambda is_off: is_off, lambda: editor.lua(OFF))
    editor.keys("otwo<Esc>")
    editor.until("the edit", lambda state: state["lines"] == ["one", "two"])
    editor.keys(":Mentions toggle<CR>")
    editor.ready()
    editor.keys("A and ")
    editor.accept("@knu", "Donald Knuth")
    assert editor.mentions() == ["Donald Knuth"]
    assert editor.state()["lines"] == ["one", "two and Donald Knuth"]
    assert editor.complaints() == []


def test_off_and_on_without_an_edit_sends_each_change_once(plugin):
    editor = plugin("one\n")
    editor.ready()
    editor.keys(":Mentions toggle<CR>")
    editor.until("the server's end", lambda is_off: is_off, lambda: editor.lua(OFF))
    editor.keys(":Mentions toggle<CR>")
    editor.ready()
    before = len(editor.messages("textDocument/didChange"))
    editor.keys("A!<Esc>")
    editor.until("the change", lambda count: count > before,
                 lambda: len(editor.messages("textDocument/didChange")))
    editor.mentions()
    changes = editor.messages("textDocument/didChange")[before:]
    assert [change["text"] for message in changes for change in message["params"]["contentChanges"]] == ["!"]


def test_omnifunc_is_as_it_was(plugin):
    editor = plugin("x\n", before="vim.cmd.filetype('plugin on')")
    editor.ready()
    assert editor.lua("return vim.bo.omnifunc") == "v:lua.vim.lsp.omnifunc"
    before = editor.lua("return vim.filetype.get_option('markdown', 'omnifunc')")
    assert before == "htmlcomplete#CompleteTags"
    editor.keys(":Mentions toggle<CR>")
    editor.until("the server's end", lambda is_off: is_off, lambda: editor.lua(OFF))
    editor.until("the option of before", lambda value: value == before, lambda: editor.lua("return vim.bo.omnifunc"))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found by /proc")
def test_a_server_that_died_is_started_again_three_times_a_minute(plugin):
    editor = plugin("x\n")
    editor.ready()
    for number in range(1, 5):
        record = editor.place.outside / f"record-{number}.jsonl"
        editor.until("its record", lambda there: there, lambda: record.exists())
        editor.ready()
        pids = editor.lua("return vim.tbl_map(function(c) return c.id end, vim.lsp.get_clients({ name = 'mentions' }))")
        assert len(pids) == 1
        kill_server(editor)
        ends = "return vim.tbl_map(function(e) return e.restarted end, require('mentions.server.crash').ends)"
        found = editor.until("its end", lambda ends: len(ends) == number, lambda: editor.lua(ends))
        assert found == ([True] * 3 + [False])[:number]
    editor.until("no server", lambda state: not state["attached"])
    editor.until("a word about it", lambda state: "it is not started again" in state["messages"])
    editor.keys(":checkhealth mentions<CR>")
    editor.until("the report", lambda state: any("ended by signal 9" in line for line in state["lines"]))
    assert sum("and was started again" in line for line in editor.state()["lines"]) == 3
    editor.keys(":bwipeout<CR>:Mentions toggle<CR>:Mentions toggle<CR>")
    editor.ready()


def test_a_server_that_was_told_to_end_stays_away(plugin):
    editor = plugin("x\n")
    editor.ready()
    # The function is no method in Neovim 0.10.
    editor.lua("local client = vim.lsp.get_clients({ name = 'mentions' })[1]\n"
               "if vim.fn.has('nvim-0.11') == 1 then client:stop() else client.stop() end")
    editor.until("its end", lambda is_off: is_off, lambda: editor.lua(OFF))
    assert editor.lua("return #require('mentions.server.crash').ends") == 0
