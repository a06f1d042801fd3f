"""Where Neovim's floating chooser is placed, and the line that is locked to an edge while it is open."""

import pytest

from neovim_chooser import first, floating, gone, new_line, shown, start, text_is

LONG = "".join(f"line {number}\n" for number in range(1, 101))
VIEW = """
  local view = vim.fn.winsaveview()
  return {
    top = view.topline, line = view.lnum, last = vim.fn.line('w$'), off = vim.wo.scrolloff,
    own = vim.api.nvim_get_option_value('scrolloff', { scope = 'local', win = 0 }),
  }"""


def view(editor):
    return editor.lua(VIEW)


def locked(editor, what, condition):
    return editor.until(what, condition, lambda: view(editor))


def at(editor, line, top):
    editor.lua(f"vim.fn.winrestview({{ lnum = {line}, col = 0, topline = {top} }})")
    editor.until("the view", lambda now: (now["line"], now["top"]) == (line, top), lambda: view(editor))


@pytest.mark.parametrize(("edge", "position"), [("top", "enclosedTop"), ("bottom", "enclosedBottom")])
def test_the_line_is_locked_while_somebody_is_chosen(plugin, edge, position):
    editor = start(plugin, LONG, options=f"viewport = '{edge}', position = '{position}'")
    height = editor.lua("return vim.api.nvim_win_get_height(0)")

    def is_locked(now):
        return now["own"] == 0 and (now["top"] if edge == "top" else now["last"]) == 50

    editor.lua("vim.o.scrolloff = 5")
    at(editor, 50, 40)
    for way in ("<CR>", "<Esc>", "<C-c>", " q ", "<C-o>:enew!<CR>"):
        before = view(editor)
        assert before["own"] == -1 and before["off"] == 5
        editor.keys("A @kn")
        locked(editor, "the line at the edge", is_locked)
        chooser = shown(editor, "the list")
        if edge == "top":
            assert (chooser["row"], chooser["border"], chooser["cursor"]) == (1, "top", 0)
        else:
            assert chooser["row"] + chooser["height"] + 1 == height - 1 == chooser["cursor"]
            assert chooser["border"] == "bottom"
        editor.keys("u")
        shown(editor, "Knuth", first("Donald Knuth"))
        assert is_locked(view(editor))
        editor.lua("vim.fn.winrestview({ topline = 45 })")
        locked(editor, "the line back at the edge", is_locked)
        editor.keys(way)
        editor.until(f"no chooser after {way}", lambda chooser: not chooser, lambda: floating(editor))
        if "enew" in way:
            assert editor.lua("return vim.wo.scrolloff") == 5
            editor.keys("<Esc>:edit! #<CR>")
            gone(editor)
        else:
            after = locked(editor, f"the view as before {way}", lambda now: now["top"] == before["top"])
            assert {**after, "last": 0} == {**before, "last": 0}
        editor.keys("<Esc>")
    assert editor.complaints() == []


def test_lines_that_wrap_and_a_text_that_is_short(plugin):
    wrapped = " ".join(f"word{number}" for number in range(60))
    editor = start(plugin, f"{wrapped}\n{wrapped}\nlast\n",
                   options="viewport = 'bottom', position = 'enclosedBottom'")
    editor.keys("GA @kn")
    shown(editor, "the list")
    # All lines fit: there is nothing above that could move the last one to the bottom.
    assert view(editor)["top"] == 1
    editor.keys("<Esc><Esc>")
    gone(editor)
    editor.lua("vim.o.lines = 12")
    editor.keys("A @kn")
    shown(editor, "the list again")
    locked(editor, "the last line at the bottom", lambda now: now["own"] == 0 and now["last"] == 3)
    rows = editor.lua("return { vim.fn.winline(), vim.api.nvim_win_get_height(0) }")
    assert rows[1] - rows[0] < 7, "no more than a part of a wrapped line is missing above"
    editor.keys("<Esc><Esc>")
    gone(editor)
    assert view(editor)["own"] == -1 and editor.complaints() == []


def test_a_window_that_is_closed_meanwhile(plugin):
    editor = start(plugin, LONG, options="viewport = 'top'")
    editor.keys("<C-w>v")
    at(editor, 50, 40)
    editor.keys("A @kn")
    locked(editor, "the line at the top", lambda now: now["top"] == 50)
    shown(editor, "the list")
    editor.lua("vim.api.nvim_win_close(0, true)")
    editor.until("no chooser", lambda chooser: not chooser, lambda: floating(editor))
    editor.keys("<Esc>")
    gone(editor)
    assert view(editor)["own"] == -1 and editor.complaints() == []


def test_the_chooser_follows_resizing_and_scrolling(plugin):
    editor = start(plugin, LONG)
    at(editor, 12, 1)
    editor.keys("A @")
    chooser = shown(editor, "the list", lambda chooser: chooser["row"] == 12)
    assert chooser["height"] == 9, "no lower than the window's end"
    editor.lua("vim.fn.winrestview({ topline = 6 })")
    shown(editor, "the list five rows up", lambda chooser: chooser["row"] == 7 and chooser["height"] == 10)
    editor.lua("vim.o.lines = 14")
    shown(editor, "a lower list", lambda chooser: chooser["row"] + chooser["height"] <= 12)
    editor.lua("vim.o.columns = 30")
    shown(editor, "a narrower list", lambda chooser: chooser["col"] + chooser["width"] <= 30 and
          "…" in chooser["lines"][-1])
    editor.lua("vim.o.lines = 4")
    chooser = shown(editor, "one line", lambda chooser: chooser["height"] <= 1)
    editor.lua("vim.o.lines = 3")
    editor.until("no room", lambda chooser: not chooser, lambda: floating(editor))
    assert editor.lua("return Keys()") == ""
    editor.lua("vim.o.lines, vim.o.columns = 24, 80")
    shown(editor, "the list again", lambda chooser: chooser["height"] >= 9)
    assert editor.lua("return Keys()") != ""
    editor.keys("<CR>")
    editor.until("the name", lambda state: "line 12 Ada Lovelace" in state["lines"])
    gone(editor)
    assert editor.complaints() == []


def test_small_windows(plugin):
    editor = start(plugin, "one\ntwo\n")
    for command in ("1split", "1vsplit", "botright 3vsplit", "topleft 1split | 1vsplit"):
        new_line(editor, f"<Esc>:{command}<CR>O")
        editor.keys("@don")
        chooser = shown(editor, f"the list in {command}", lambda chooser: "D" in chooser["lines"][0])
        assert chooser["width"] >= 1 and chooser["height"] >= 1
        editor.keys("<CR>")
        editor.until("the name", lambda state: state["lines"][0] == "Donald Knuth")
        editor.keys("<Esc>:only<CR>", "u", "u")
        gone(editor)
    assert editor.complaints() == []


def test_a_function_says_where_the_chooser_goes(plugin):
    editor = start(plugin, options="""position = function(window, config)
      Placed = (Placed or 0) + 1
      config.row, config.col, config.width = 15, 40, 20
      return config
    end""")
    editor.keys("i@")
    chooser = shown(editor, "the list", lambda chooser: len(chooser["lines"]) == 10)
    assert (chooser["row"], chooser["col"], chooser["width"], chooser["focusable"]) == (15, 40, 20, False)
    editor.keys("don")
    chooser = shown(editor, "Knuth", first("Donald Knuth"))
    assert (chooser["row"], chooser["col"], chooser["height"]) == (15, 40, 1)
    assert editor.lua("return Placed") == 1
    editor.keys("<CR>")
    text_is(editor, "Donald Knuth")
    gone(editor)
    assert editor.complaints() == []


@pytest.mark.parametrize(("body", "complaint"), [
    ("error('oh')", "mentions: position: "), ("return { relative = 'nowhere' }", "mentions: position: "),
    ("vim.api.nvim_win_close(window, true)", ""), ("return 7", "")])
def test_a_function_that_fails_leaves_the_chooser_usable(plugin, body, complaint):
    editor = start(plugin, options=f"position = function(window, config) {body} end")
    editor.keys("i@don")
    if "close" in body:
        editor.until("the server's answer", lambda _: editor.messages("mentions/chooserItems"))
    else:
        shown(editor, "Knuth", first("Donald Knuth"))
        editor.keys("<CR>")
        text_is(editor, "Donald Knuth")
    editor.keys("<Esc>")
    gone(editor)
    messages = editor.state()["messages"]
    assert complaint in messages if complaint else "rror" not in messages, messages


def test_the_line_is_locked_with_the_editors_own_menu(plugin):
    # Without a window that shows details: it would take room from the text.
    editor = plugin(LONG, options="{ viewport = 'top' }", before="vim.o.completeopt = 'menuone,noselect'")
    editor.ready()
    at(editor, 50, 40)
    editor.keys("A @knu")
    editor.until("the menu", lambda state: state["menu"] and "Knuth" in state["menu"][0])
    locked(editor, "the line at the top", lambda now: (now["top"], now["own"]) == (50, 0))
    editor.keys("<C-n><C-y>")
    editor.until("the name", lambda state: state["lines"][49] == "line 50 Donald Knuth")
    locked(editor, "the view as before", lambda now: (now["top"], now["own"]) == (40, -1))
    assert editor.complaints() == []
