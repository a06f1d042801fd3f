"""Whole sessions with Neovim's plug-in, recorded and replayed by the Swift tests."""

import time

from neovim_editor import PATIENCE
from people import NOTES, saved
from watch import Watch

LIT_UP = "@lsp.typemod.mention.litUp"
#: Only the people of the notes.
PEOPLE = "{ init_options = { demo = false } }"


def browse(editor, name):
    """Looks through the menu until a name is shown in the text, and takes it."""
    editor.keys("@")
    count = len(editor.until("the menu", lambda state: state["menu"])["menu"])
    for _ in range(count):
        before = editor.state()["lines"]
        editor.keys("<C-n>")
        state = editor.until("the next one", lambda state: state["lines"] != before)
        if name in "\n".join(state["lines"]):
            editor.keys("<C-y>")
            return editor.until(f"{name} highlighted", lambda state: name in " ".join(editor.lit(state)))
    raise AssertionError(f"{name} is not in the menu")


def all_known(editor, *texts):
    """The server's mentions and what the editor highlights are these, in this order."""
    editor.until(f"the mentions {texts}", lambda found: found == [*texts], editor.mentions)
    plain = [text.removeprefix("~") for text in texts]
    return editor.until(f"the highlights {plain}", lambda state: editor.lit(state) == plain)


def over(editor):
    assert editor.complaints() == []
    editor.quit()


def judge(editor, name):
    """All of the place's sessions keep to the protocol, and are recorded."""
    watch, end = Watch(editor.place), time.monotonic() + PATIENCE
    while not watch.is_over():
        assert time.monotonic() < end, "the server did not end"
    watch.judge()
    editor.place.transcript(name)


def test_from_the_first_mention_to_opening_again(plugin):
    editor = plugin(NOTES, options=PEOPLE)
    editor.ready()
    editor.keys("GoHi ")
    editor.accept("@ad", "Ada Lovelace")
    editor.keys(" and ")
    browse(editor, "Grace Hopper")
    editor.keys(", ok.<Esc>o😀👩‍👩‍👧 漢字 ")
    editor.accept("@yam", "山田 太郎")
    editor.keys(" with ")
    editor.accept("@ren", "Renée 🦊 Fuchs")
    editor.keys("<Esc>")
    line, other = "Hi Ada Lovelace and Grace Hopper, ok.", "😀👩‍👩‍👧 漢字 山田 太郎 with Renée 🦊 Fuchs"
    whole = ["Ada Lovelace", "Grace Hopper", "山田 太郎", "Renée 🦊 Fuchs"]
    state = all_known(editor, *whole)
    assert state["lines"] == [*NOTES.splitlines(), line, other]

    # A backspace after a mention: it lights up, then is trimmed; undo brings it back.
    editor.keys("A<BS>")
    editor.until("it lit up", lambda state: editor.lit(state, LIT_UP) == ["Renée 🦊 Fuchs"])
    editor.keys("<BS>")
    editor.until("the short form", lambda state: state["lines"][-1].endswith("with Renée"))
    all_known(editor, *whole[:3], "~Renée")
    editor.keys("<Esc>u")
    editor.until("the text as it was", lambda state: state["lines"][-1] == other)
    all_known(editor, *whole)

    # Into a mention by a key that does not ask: plain text, and a mention again when it is undone.
    editor.keys("gg/Lovelace<CR>x")
    editor.until("the damage", lambda state: "Hi Ada ovelace" in state["lines"][3])
    all_known(editor, *whole[1:])
    editor.keys("u")
    all_known(editor, *whole)

    # Three lines pasted over a mention.
    editor.keys("gg/Grace<CR>vt,c")
    editor.until("nobody there", lambda state: state["lines"][3] == "Hi Ada Lovelace and , ok.")
    editor.lua("vim.api.nvim_paste('one\\ntwo\\n𝕏three', true, -1)")
    state = editor.until("the lines", lambda state: len(state["lines"]) == 7)
    assert state["lines"][3:6] == ["Hi Ada Lovelace and one", "two", "𝕏three, ok."]
    all_known(editor, "Ada Lovelace", *whole[2:])
    editor.keys("<Esc>u")
    editor.until("the text as it was", lambda state: state["lines"][3:] == [line, other])
    all_known(editor, *whole)

    editor.keys(":w<CR>")
    editor.until("the file", lambda _: (saved(editor.file) or "").endswith(f"{line}\n{other}\n"))
    editor.keys(":bdelete<CR>")
    editor.until("no buffer", lambda state: state["lines"] == [""])
    editor.keys(":edit notes/notes.md<CR>")
    editor.until("the file again", lambda state: state["lines"][3:] == [line, other] and state["attached"])
    all_known(editor, *whole)
    over(editor)

    editor = plugin(None, options=PEOPLE)
    editor.ready()
    all_known(editor, *whole)
    over(editor)
    judge(editor, "neovim/writing")


def test_the_life_of_mentions_from_cut_to_opening_again(plugin):
    editor = plugin(NOTES, options=PEOPLE)
    editor.ready()
    editor.keys("GoAsk ")
    editor.accept("@gr", "Grace Hopper")
    editor.keys(".<CR>Tell ")
    editor.accept("@ad", "Ada Lovelace")
    editor.keys(" and ")
    editor.accept("@ala", "Alan Turing")
    editor.keys(".<Esc>")
    ask, tell = "Ask Grace Hopper.", "Tell Ada Lovelace and Alan Turing."
    head = NOTES.splitlines()
    # What is typed and what cuts it must not come as one change: the full stop would never have been.
    editor.until("the text", lambda state: state["lines"] == [*head, ask, tell])
    all_known(editor, "Grace Hopper", "Ada Lovelace", "Alan Turing")

    # Cut a line and paste it elsewhere.
    editor.keys("dd")
    editor.until("the line gone", lambda state: state["lines"] == [*head, ask])
    all_known(editor, "Grace Hopper")
    editor.keys("ggp")
    editor.until("the line there", lambda state: state["lines"] == [head[0], tell, *head[1:], ask])
    all_known(editor, "Ada Lovelace", "Alan Turing", "Grace Hopper")

    # Undo both.
    editor.keys("uu")
    editor.until("the text as it was", lambda state: state["lines"] == [*head, ask, tell])
    all_known(editor, "Grace Hopper", "Ada Lovelace", "Alan Turing")

    # Copied into another file, and by itself to the end of this one.
    editor.keys("Gyy:write<CR>:edit notes/other.md<CR>")
    editor.until("the other file", lambda state: state["lines"] == [""] and state["attached"])
    editor.keys("P")
    all_known(editor, "Ada Lovelace", "Alan Turing")
    editor.keys(":write<CR>:buffer notes.md<CR>G/Ada<CR>v2eyA And <Esc>")
    editor.until("the text before it", lambda state: state["lines"][-1].endswith("Turing. And "))
    editor.keys("p")
    editor.until("the copy", lambda state: state["lines"][-1].endswith("Turing. And Ada Lovelace"))
    all_known(editor, "Grace Hopper", "Ada Lovelace", "Alan Turing", "Ada Lovelace")
    editor.keys(":wall<CR>")
    over(editor)

    editor = plugin(None, options=PEOPLE)
    editor.ready()
    all_known(editor, "Grace Hopper", "Ada Lovelace", "Alan Turing", "Ada Lovelace")
    editor.keys(":edit notes/other.md<CR>")
    editor.until("the other file", lambda state: state["lines"][0] == tell and state["attached"])
    all_known(editor, "Ada Lovelace", "Alan Turing")
    over(editor)
    judge(editor, "neovim/life")
