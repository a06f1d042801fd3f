"""Neovim's plug-in: repeated insertions, and what it reports about mentions that edits turned into plain text."""

import pytest


@pytest.fixture
def written(plugin):
    editor = plugin("", after="vim.o.report = 2")
    editor.ready()
    editor.keys("iBy ")
    editor.accept("@knu", "Donald Knuth")
    return editor


def until_mentions(editor, *texts):
    editor.until(f"the mentions {texts}", lambda mentions: mentions == list(texts), editor.mentions)


def test_an_insertion_is_repeated_with_its_mentions(written):
    editor = written
    editor.keys(" and ")
    editor.accept("@hopc", "John Hopcroft")
    editor.keys(", 漢字<Esc>")
    until_mentions(editor, "Donald Knuth", "John Hopcroft")
    editor.keys("o<Esc>.")
    editor.until("an empty line more", lambda state: len(state["lines"]) == 3)
    editor.keys("ccWith ")
    editor.accept("@hopc", "John Hopcroft")
    editor.keys("<CR>so 漢字 ")
    editor.accept("@knu", "Donald Knuth")
    editor.keys(".<Esc>")
    until_mentions(editor, "Donald Knuth", "John Hopcroft", "John Hopcroft", "Donald Knuth")
    editor.keys("ggj.")
    until_mentions(editor, *(["Donald Knuth", "John Hopcroft"] + 2 * ["John Hopcroft", "Donald Knuth"]))
    assert editor.state()["lines"] == ["By Donald Knuth and John Hopcroft, 漢字",
                                       *(2 * ["With John Hopcroft", "so 漢字 Donald Knuth."])]
    # Undone and done again, it is still there.
    editor.keys("u<C-r>")
    until_mentions(editor, *(["Donald Knuth", "John Hopcroft"] + 2 * ["John Hopcroft", "Donald Knuth"]))
    assert editor.complaints() == []


def test_a_repeat_of_other_text_is_no_mention(written):
    editor = written
    editor.keys("<Esc>oNobody<Esc>")
    # What "." is to other commands.
    editor.keys("0r.l.")
    editor.until("the text", lambda state: state["lines"] == ["By Donald Knuth", "..body"])
    until_mentions(editor, "Donald Knuth")
    assert editor.messages("mentions/add") == [] and editor.complaints() == []


def said(editor, text):
    editor.until("a word about it", lambda state: text in state["messages"].replace("\n", " "))
    editor.keys(":messages clear<CR>")


def test_an_accepted_name_is_an_undo_step_of_its_own(plugin):
    editor = plugin("")
    editor.ready()
    editor.keys("iHi there ")
    editor.accept("@knu", "Donald Knuth")
    editor.keys(" and more<Esc>u")
    editor.until("the name", lambda state: state["lines"] == ["Hi there Donald Knuth"])
    editor.keys("u")
    state = editor.until("no name", lambda state: "Donald" not in state["lines"][0])
    assert state["lines"][0].startswith("Hi there @") and editor.mentions() == []
    # What an undo makes plain, redo brings back.
    editor.keys("<C-r>")
    until_mentions(editor, "Donald Knuth")
    assert editor.complaints() == []


def test_a_line_that_is_deleted_and_put_elsewhere_keeps_its_mention(written):
    editor = written
    # The two lines are equal up to the middle of the names: where Neovim says that the change begins.
    editor.keys("<CR>By Donald ")
    editor.accept("@knu", "Donald Knuth")
    editor.keys("<Esc>oend<Esc>ggdd")
    until_mentions(editor, "Donald Knuth")
    editor.keys("Gp")
    until_mentions(editor, "Donald Knuth", "Donald Knuth")
    assert editor.state()["lines"] == ["By Donald Donald Knuth", "end", "By Donald Knuth"]
    assert editor.complaints() == []


def test_a_mention_that_an_edit_makes_plain_is_told(written):
    editor = written
    editor.keys("<Esc>")
    until_mentions(editor, "Donald Knuth")
    editor.until("it is known", lambda state: state["known"] and state["known"][0]["text"] == "Donald Knuth")
    editor.keys("bix<Esc>")
    said(editor, "mentions: Donald Knuth is plain text now; u takes that back")
    editor.keys("u")
    until_mentions(editor, "Donald Knuth")
    editor.until("it is known", lambda state: state["known"])
    # What goes with its text is told where it is many.
    editor.keys("yy3pGdd")
    until_mentions(editor, *3 * ["Donald Knuth"])
    editor.until("they are known", lambda state: len(state["known"]) == 3)
    editor.keys(":%d<CR>")
    said(editor, "mentions: 3 mentions are lost; u takes that back")
    assert editor.complaints() == []


def test_what_the_user_wished_is_not_told(written):
    editor = written
    editor.keys("<BS>")
    editor.until("it lit up", lambda state: editor.lit(state, "@lsp.typemod.mention.litUp"))
    editor.keys("<BS>")
    until_mentions(editor, "~Donald")
    editor.keys("<BS>")
    until_mentions(editor)
    editor.accept("@knu", "Donald Knuth")
    editor.keys("<Esc>:Mentions remove<CR>")
    until_mentions(editor)
    editor.until("a word about it", lambda state: "1 mention is plain text now" in state["messages"])
    editor.keys("oSee ")
    editor.accept("@hopc", "John Hopcroft")
    editor.keys("<Esc>")
    editor.until("it is known", lambda state: state["known"])
    editor.keys("bx")
    editor.until("the last word", lambda state: "John Hopcroft is plain text now" in state["messages"].replace("\n", " "))
    text = editor.state()["messages"]
    assert text.count("Hopcroft is plain") == 1 and "Donald Knuth is" not in text and "lost" not in text, text


def test_no_menu_is_asked_for_once_a_name_is_taken(written):
    editor = written
    editor.keys(" and @hopc")
    editor.until("the list", lambda state: state["menu"] and "John Hopcroft" in state["menu"][0])
    # Sources that answer late have the menu asked for anew, just as the name is taken.
    editor.lua("require('mentions.events').emit('chooser', { event = 'changed', count = 9 }, 1)"
               " vim.api.nvim_feedkeys(vim.keycode('<C-n><C-y>'), 'nt', false)")
    editor.until("the mention", lambda state: len(state["known"]) == 2)
    text = "By Donald Knuth and John Hopcroft"
    state = editor.state()
    assert state["menu"] is None and state["lines"] == [text]
    asked = [message["params"]["position"]["character"] for message in editor.messages("textDocument/completion")]
    assert asked and len(text) not in asked


def test_lines_that_are_joined_keep_their_mentions(plugin):
    editor = plugin("word word word word word word word \nmore text\nBy \n", before="vim.o.textwidth = 40")
    editor.ready()
    editor.keys("A")
    editor.accept("@ada", "Ada Lovelace")
    editor.keys("<Esc>jjA")
    editor.accept("@knu", "Donald Knuth")
    editor.keys("<Esc>gggqj")
    editor.until("a wrapped name", lambda state: state["lines"][:2] == [
        "word word word word word word word Ada", "Lovelace more text"])
    for keys, lines in [("gg3J", 1), ("u", 3), ("<C-r>", 1), ("u", 3)]:
        sent = len(editor.messages("textDocument/didChange"))
        editor.keys(keys)
        editor.until("the lines", lambda state: len(state["lines"]) == lines)
        # Until the change is sent, the server answers for the text before it.
        editor.until("the change", lambda count: count > sent, lambda: len(editor.messages("textDocument/didChange")))
        assert [" ".join(name.split()) for name in editor.mentions()] == ["Ada Lovelace", "Donald Knuth"], keys
    assert "plain" not in editor.state()["messages"] and "lost" not in editor.state()["messages"]
    assert editor.complaints() == []


def test_sorted_lines_and_trimmed_names_are_not_reported_as_lost(plugin):
    editor = plugin("", options="{ settings = { deletion = 'trim' } }")
    editor.ready()
    for word, key, name in [("z", "@love", "Ada Lovelace"), ("a", "@knu", "Donald Knuth")]:
        editor.keys(f"o{word} ")
        editor.accept(key, name)
        editor.keys("<Esc>")
    editor.until("they are known", lambda state: len(state["known"] or []) == 2)
    editor.keys(":%!sort<CR>")
    until_mentions(editor, "Donald Knuth", "Ada Lovelace")
    editor.until("they are known", lambda state: [each["text"] for each in state["known"]] == ["Donald Knuth", "Ada Lovelace"])
    editor.keys("G0fdx")
    until_mentions(editor, "Donald Knuth", "~Ada")
    editor.until("it is known", lambda state: [each["text"] for each in state["known"]] == ["Donald Knuth", "Ada"])
    # Messages come in order: before that of a real loss there was none.
    editor.keys("k0fDax<Esc>")
    text = "Donald Knuth is plain text now"
    said = editor.until("a word about it", lambda state: text in state["messages"].replace("\n", " "))["messages"]
    assert "Ada" not in said and "lost" not in said, said
    assert editor.complaints() == []


def test_an_insertion_in_several_steps_of_undo_is_repeated(plugin):
    editor = plugin("a\nb\n")
    editor.ready()
    editor.keys("A ")
    editor.accept("@ada", "Ada Lovelace")
    editor.keys(", you<Esc>j.")
    editor.until("the text", lambda state: state["lines"] == ["a Ada Lovelace, you", "b Ada Lovelace, you"])
    until_mentions(editor, "Ada Lovelace", "Ada Lovelace")
    assert editor.complaints() == []
