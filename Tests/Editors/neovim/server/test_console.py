"""Neovim's plug-in: :Mentions console, which tells what the user does to the text."""

CONSOLE = """
local buffer = vim.fn.bufnr('mentions://console')
if buffer < 0 then return nil end
local marks = vim.api.nvim_buf_get_extmarks(buffer, -1, 0, -1, { details = true })
return {
  lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false),
  groups = vim.tbl_map(function(mark) return mark[4].hl_group end, marks),
  windows = vim.tbl_map(function(window)
    return vim.api.nvim_win_get_cursor(window)[1]
  end, vim.fn.win_findbuf(buffer)),
  modifiable = vim.bo[buffer].modifiable,
}
"""


def told(editor):
    """The lines of the console without the time, which is seconds to three places."""
    console = editor.lua(CONSOLE)
    if not console or console["lines"] == [""]:
        return []
    rows = [line.split("  ", 1) for line in console["lines"]]
    assert all(len(time.split(".")[1]) == 3 and float(time) >= 0 for time, _ in rows)
    return [rest for _, rest in rows]


def until_told(editor, *lines):
    def has(found):
        at = 0
        for line in found:
            at += at < len(lines) and line == lines[at]
        return at == len(lines)

    return editor.until(f"{lines} in the console", has, lambda: told(editor))


def test_the_console_follows_what_is_done(plugin):
    editor = plugin("", options="{ text_events = true }")
    editor.ready()
    editor.keys(":Mentions console<CR>")
    editor.until("the console", lambda console: console["windows"] == [1], lambda: editor.lua(CONSOLE))
    assert editor.lua("return vim.fn.expand('%:t')") == "notes.md"
    editor.keys('i"\\<Esc>')
    until_told(editor, 'notes.md:1:1  moved  certain', 'notes.md:1:1  inserted  "\\""  typing, likely',
               'notes.md:1:2  inserted  "\\\\"  typing, likely')
    editor.keys("x")
    until_told(editor, 'notes.md:1:2  deleted  "\\\\"  typing, certain')
    console = editor.lua(CONSOLE)
    assert console["windows"] == [len(console["lines"])] and not console["modifiable"]
    assert set(console["groups"]) == {
        "MentionsConsolePlace", "MentionsConsoleEvent", "MentionsConsoleSource"}
    assert editor.complaints() == []


def test_long_texts_are_cut_and_old_lines_forgotten(plugin):
    editor = plugin("", options="{ text_events = true }")
    editor.ready()
    editor.keys(":Mentions console<CR>")
    editor.lua("""for number = 1, 503 do
      require('mentions.events').emit('text', {
        textDocument = { uri = 'file:///a/b.md' }, event = 'inserted', certainty = 'guess',
        text = number .. ('é'):rep(60), range = { start = { line = 0, character = 0 },
          ['end'] = { line = 0, character = 0 } },
      }, vim.api.nvim_get_current_buf())
    end""")
    lines = told(editor)
    assert len(lines) == 500
    # The server may have told an event of its own before or after.
    texts = [line for line in lines if "é" in line]
    numbers = [int(line.split('"')[1].rstrip("é…")) for line in texts]
    assert len(numbers) > 490 and numbers == list(range(504 - len(numbers), 504))
    assert texts[-1] == 'b.md:1:1  inserted  "503' + "é" * 45 + '…"  guess'


def test_a_server_without_events_is_restarted_and_keeps_the_mentions_of_files(plugin):
    editor = plugin("")
    editor.ready()
    editor.keys("iBy ")
    editor.accept("@knu", "Donald Knuth")
    editor.keys("<Esc>:silent write<CR>")
    editor.keys(":Mentions console<CR>")
    editor.until("the mention, known to the new server", lambda mentions: mentions == ["Donald Knuth"],
                 lambda: len(editor.messages("initialize")) == 2 and editor.mentions())
    assert [message["params"]["initializationOptions"].get("textEvents")
            for message in editor.messages("initialize")] == [None, True]
    editor.keys("A!<Esc>")
    until_told(editor, 'notes.md:1:16  inserted  "!"  typing, certain')
    editor.keys(":Mentions toggle<CR>")
    editor.until("no console", lambda state: state is True, lambda: editor.lua(f"return (function() {CONSOLE} end)() == nil"))


def test_a_buffer_without_a_file_keeps_its_mentions(plugin):
    editor = plugin("")
    editor.ready()
    editor.keys(":enew | setf markdown<CR>")
    editor.ready()
    editor.keys("i")
    editor.accept("@knu", "Donald Knuth")
    editor.keys("<Esc>")
    editor.until("it is known here", lambda state: state["known"])
    editor.keys(":Mentions console<CR>")
    editor.until("a message", lambda state: "has mentions and no file: write it first" in state["messages"])
    assert editor.mentions() == ["Donald Knuth"] and editor.lua(CONSOLE) is None
    assert all("textEvents" not in message["params"]["initializationOptions"]
               for message in editor.messages("initialize"))
