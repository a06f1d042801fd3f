"""The plug-in of Neovim: what it does to text and screen, and that it leaves no trace."""

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
