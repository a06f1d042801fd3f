"""The floating chooser of Neovim's plug-in, with the real server: what it shows, what keys do, what is left behind."""

import json

from neovim_chooser import STATE, first, floating, gone, new_line, shown, start, text_is
from test_traces import differences, later, no_client, snapshot  # noqa: F401 (a fixture)

KEYS = ("<C-E> cancel, <C-N> down, <C-P> up, <C-Y> accept, <CR> accept, <Down> down, <Esc> cancel, "
        "<M-Down> next, <M-Left> left, <M-Right> right, <M-Up> next, <PageDown> page_down, <PageUp> page_up, "
        "<Tab> accept, <Up> up")


def test_a_list_floats_below_what_is_typed(plugin):
    editor = start(plugin, "one\n\nthree\n")
    editor.keys("ji", "Hi @")
    # The cursor's place on the screen is known once the screen has been drawn.
    chooser = shown(editor, "the list", lambda chooser: len(chooser["lines"]) == 10 and chooser["cursor"] == 1)
    assert chooser["lines"][0] == " Ada Lovelace  Analyst"
    assert chooser["selected"] == chooser["lines"][:1] and chooser["matched"] == []
    assert (chooser["row"], chooser["col"], chooser["height"], chooser["border"]) == (2, 3, 10, "top")
    assert not chooser["focusable"] and not chooser["current"]
    assert editor.lua("return Keys()") == KEYS
    assert editor.state()["menu"] is None, "the editor's own menu stays closed"
    editor.keys("don")
    chooser = shown(editor, "Knuth", first("Donald Knuth"))
    assert chooser["matched"] == ["Don"] and len(chooser["lines"]) == chooser["height"] == 1
    editor.keys("q q")
    gone(editor)
    text_is(editor, "one", "Hi @donq q", "three")
    assert editor.complaints() == []


def test_a_match_in_the_handle_is_shown_there(plugin):
    editor = start(plugin)
    editor.keys("i@fox")
    chooser = shown(editor, "Fuchs", first("Renée 🦊 Fuchs"))
    assert chooser["matched"] == ["fox"] and "@fox" in chooser["lines"][0]
    assert editor.complaints() == []


def test_accepting_is_one_undo_step(plugin):
    editor = start(plugin, "\nlast\n")
    editor.keys("iHi @knu")
    shown(editor, "Knuth", first("Donald Knuth"))
    editor.keys("<CR>")
    text_is(editor, "Hi Donald Knuth", "last")
    gone(editor)
    editor.until("the mention", lambda mentions: mentions == ["Donald Knuth"], editor.mentions)
    assert editor.state()["cursor"] == [1, len("Hi Donald Knuth")] and editor.state()["mode"] == "i"
    editor.keys(", and")
    text_is(editor, "Hi Donald Knuth, and", "last")
    editor.keys("<Esc>u")
    text_is(editor, "Hi Donald Knuth", "last")
    editor.keys("u")
    text_is(editor, "Hi @knu", "last")
    editor.keys("<C-r>")
    text_is(editor, "Hi Donald Knuth", "last")
    editor.until("the mention again", lambda mentions: mentions == ["Donald Knuth"], editor.mentions)
    assert editor.complaints() == []
    editor.quit()


def test_keys_choose_while_there_is_something_to_choose(plugin):
    editor = start(plugin)
    editor.lua("Tabs = 0; local function count() Tabs = Tabs + 1 end"
               " vim.keymap.set('i', '<Tab>', count, { buffer = 0, desc = 'mine' })")
    editor.keys("i@")
    shown(editor, "the list", lambda chooser: len(chooser["lines"]) == 10)
    for key, name in (("<C-n>", "Alan Turing"), ("<Down>", "Grace Hopper"), ("<C-p>", "Alan Turing"),
                      ("<Up>", "Ada Lovelace"), ("<Up>", "Robert Tarjan"), ("<C-n>", "Ada Lovelace"),
                      ("<PageDown>", "John McCarthy"), ("<PageUp>", "Ada Lovelace"),
                      ("<C-n>", "Alan Turing")):
        editor.keys(key)
        chooser = shown(editor, name, lambda chooser: chooser["selected"] and name in chooser["selected"][0])
        assert len(chooser["lines"]) == chooser["height"] == 10
    editor.keys("<Tab>")
    text_is(editor, "Alan Turing")
    gone(editor)
    assert editor.lua("return vim.fn.maparg('<Tab>', 'i', false, true).desc") == "mine"
    editor.keys("<Tab>")
    assert editor.lua("return Tabs") == 1
    assert editor.mentions() == ["Alan Turing"] and editor.complaints() == []


def test_escape_closes_the_chooser_and_leaves_the_text(plugin):
    editor = start(plugin)
    for key in ("<Esc>", "<C-e>"):
        editor.mentions()
        editor.keys("iHi @kn")
        shown(editor, "the list")
        editor.keys(key)
        gone(editor)
        assert editor.state()["mode"] == "i"
        editor.keys("ut, ")
        text_is(editor, "Hi @knut, ")
        assert not floating(editor)
        editor.keys("<Esc>0D")
    assert editor.mentions() == [] and editor.complaints() == []
    assert len(editor.messages("mentions/cancel")) == 2


def test_a_list_that_offers_itself_takes_no_key_unasked(plugin):
    editor = start(plugin)
    editor.keys("iMr Knu")
    chooser = shown(editor, "Knuth", first("Donald Knuth"))
    assert chooser["selected"] == []
    editor.keys("<CR>")
    text_is(editor, "Mr Knu", "")
    gone(editor)
    editor.mentions()
    editor.keys("next Knu")
    shown(editor, "Knuth again", first("Donald Knuth"))
    editor.keys("<Esc>")
    editor.until("normal mode", lambda state: state["mode"] == "n")
    gone(editor)
    new_line(editor, "o")
    editor.keys("Mr Knu")
    shown(editor, "Knuth once more", first("Donald Knuth"))
    editor.keys("<C-n>")
    shown(editor, "Knuth picked", lambda chooser: chooser["selected"])
    editor.keys("<CR>")
    text_is(editor, "Mr Knu", "next Knu", "Mr Donald Knuth")
    assert editor.mentions() == ["Donald Knuth"] and editor.complaints() == []


def test_typing_on_while_the_answer_is_on_its_way(plugin):
    editor = start(plugin)
    editor.keys("iHi @knu")
    shown(editor, "Knuth", first("Donald Knuth"))
    editor.keys("<CR>t")  # both at once: the answer to the first is for a text that is no more
    text_is(editor, "Hi Donald Knuth")
    editor.until("the mention", lambda mentions: mentions == ["Donald Knuth"], editor.mentions)
    assert len(editor.messages("mentions/select")) == 2, "asked anew, once"
    editor.keys("<Esc>S@knu")
    shown(editor, "Knuth", first("Donald Knuth"))
    editor.keys("<CR>rst")
    text_is(editor, "@knurst")
    gone(editor)
    assert editor.mentions() == [] and editor.complaints() == []


def test_the_word_behind_the_cursor_goes_with_the_mention(plugin):
    editor = start(plugin, "😀 Edsger wrote\n")
    editor.keys("wi@")
    shown(editor, "Dijkstra", first("Edsger W. Dijkstra"))
    editor.keys("<C-y>")
    text_is(editor, "😀 Edsger W. Dijkstra wrote")
    assert editor.state()["cursor"] == [1, len("😀 Edsger W. Dijkstra".encode())]
    editor.until("the mention", lambda mentions: mentions == ["Edsger W. Dijkstra"], editor.mentions)
    # What was typed is plain text again, and no trimmed mention.
    editor.keys("<Esc>u")
    text_is(editor, "😀 @Edsger wrote")
    editor.until("no mention", lambda mentions: mentions == [], editor.mentions)
    assert editor.complaints() == []


def test_going_away_closes_the_chooser(plugin):
    editor = start(plugin, "one\n")
    for away, back in (("<C-o>:split<CR>", "<Esc>:only<CR>"), ("<C-o>:enew!<CR>", "<Esc>:edit! #<CR>"),
                       ("<C-c>", ""), ("<C-o>:lua vim.cmd.normal('gg')<CR>", "<Esc>")):
        new_line(editor, "Go")
        editor.keys("@")
        shown(editor, "the list")
        editor.keys(away)
        editor.until(f"no chooser after {away}", lambda chooser: not chooser, lambda: floating(editor))
        editor.keys(back)
        gone(editor)
        editor.keys("<Esc>")
    new_line(editor, "Go")
    editor.keys("@")
    shown(editor, "the list")
    assert editor.complaints() == []
    editor.lua("require('mentions').disable()")
    gone(editor)
    assert editor.lua("return vim.fn.exists('#mentions')") == 0
    assert not editor.lua("return vim.api.nvim_get_hl(0, { name = 'MentionsChooser' })")


def test_it_comes_back_after_the_server_was_restarted(plugin):
    editor = start(plugin)
    editor.keys("i@kn")
    shown(editor, "the list")
    editor.lua("require('mentions').disable()")
    gone(editor)
    no_client(editor)
    editor.lua("require('mentions').enable()")
    editor.ready()
    new_line(editor, "<Esc>o")
    editor.keys("@knu")
    shown(editor, "Knuth", first("Donald Knuth"))
    editor.keys("<CR>")
    text_is(editor, "@kn", "Donald Knuth")
    gone(editor)
    assert editor.complaints() == []


def test_typing_that_comes_in_one_piece(plugin):
    editor = start(plugin, "one\n")
    editor.keys("oHi @kn")
    shown(editor, "Knuth", first("Donald Knuth"))
    editor.keys("u", "<CR>")
    text_is(editor, "one", "Hi Donald Knuth")
    gone(editor)
    assert editor.mentions() == ["Donald Knuth"] and editor.complaints() == []


def test_asking_by_hand(plugin):
    editor = start(plugin, "Hi @kn\nand Lo", before="vim.keymap.set('i', '<F5>', function()"
                   " require('mentions.chooser').complete() end)\n")
    editor.keys("A")
    editor.until("the server knows the cursor", lambda _: editor.messages("mentions/didChangeSelection"))
    assert not floating(editor)
    editor.keys("<F5>")
    shown(editor, "the list", first("Donald Knuth"))
    editor.keys("<CR>")
    text_is(editor, "Hi Donald Knuth", "and Lo")
    assert editor.complaints() == []


def test_nothing_is_left_when_it_is_disabled(later):
    editor = later(before=STATE)
    before = snapshot(editor)
    editor.lua("Setup({ chooser = { type = 'B', background = '#102030' }, viewport = 'top' })")
    editor.ready()
    editor.keys("A @kn")
    shown(editor, "the list")
    editor.lua("require('mentions').disable()")
    gone(editor)
    editor.keys("<Esc>u")
    no_client(editor)
    assert differences(before, snapshot(editor)) == {}


PEOPLE = json.dumps([{"name": f"Person {number:03}", "id": str(number)} for number in range(200)])


def test_rows_are_fetched_when_they_are_looked_at(plugin):
    people = f"vim.json.decode([==[{PEOPLE}]==])"
    sources = f"{{ many = {{ type = 'list', items = {people} }} }}"
    triggers = "{ { character = '@', sources = { 'many' } } }"
    settings = f"{{ limit = 200, sources = {sources}, triggers = {triggers} }}"
    editor = start(plugin, options=f"settings = {settings}")
    editor.keys("i@")
    shown(editor, "the list", first("Person 000"))
    assert {message["params"]["start"] for message in editor.messages("mentions/chooserItems")} == {0}
    editor.keys("<C-p>")
    chooser = shown(editor, "the last rows", lambda chooser: "Person 199" in (chooser["selected"] or [""])[0])
    assert [line.strip() for line in chooser["lines"]] == [f"Person {number}" for number in range(190, 200)]
    assert {message["params"]["start"] for message in editor.messages("mentions/chooserItems")} == {0, 180}
    editor.keys("<CR>")
    text_is(editor, "Person 199")
    assert editor.complaints() == []


SLOW = """settings = { sources = { some = { type = 'list', items = { 'Ada', 'Adam' } } },
  triggers = { { character = '@', sources = { 'some', 'editor' } } } },
  entities = function(query, answer) Answer = answer end"""


def test_a_line_says_that_more_is_searched_for(plugin):
    editor = start(plugin, options=SLOW)
    editor.keys("i@a")
    chooser = shown(editor, "the loading line", lambda chooser: len(chooser["lines"]) == 3)
    assert [line.strip() for line in chooser["lines"]] == ["Ada", "Adam", "Searching…"]
    editor.until("the question", lambda asked: asked, lambda: editor.lua("return Answer ~= nil"))
    editor.lua("Answer({ { name = 'Alan', id = 'al' } })")
    chooser = shown(editor, "Alan", lambda chooser: "Alan" in str(chooser["lines"]))
    assert [line.strip() for line in chooser["lines"]] == ["Ada", "Adam", "Alan"] and chooser["height"] == 3
    editor.keys("<C-p><CR>")
    text_is(editor, "Alan")
    assert editor.complaints() == []
