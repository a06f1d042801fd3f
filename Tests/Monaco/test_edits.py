"""What happens to mentions in VS Code's core when users change the text in various ways."""

import pytest

THANKS = "Thanks to Donald Knuth"


@pytest.fixture
def knuth(window):
    """Opens a document with one mention and the cursor right after it."""

    def open(before="Thanks to ", **more):
        page = window(before, **more)
        page.mention("@knu", "Donald Knuth")
        page.becomes(f"{before}«Donald Knuth»|")
        return page

    return open


def after(page):
    """Waits until the extension knows that the cursor is right after a mention."""
    page.tab.until("after a mention", lambda: page.run("app.contexts.get('mentions.afterMention')?.get() === true"))


def test_three_steps_of_backspace(knuth):
    page = knuth()
    after(page)
    page.key("Backspace")
    page.tab.until("it is lit up", lambda: page.run(
        "app.host.client.sendRequest('mentions/list', {textDocument: {uri: app.uri}}).then((a) => a.mentions[0].litUp)"))
    page.becomes("Thanks to «Donald Knuth»|")
    page.key("Backspace")
    page.becomes("Thanks to «Donald»|")
    page.key("Backspace")
    page.becomes("Thanks to |")
    page.tab.until("no mention there", lambda: page.run("app.contexts.get('mentions.afterMention').get() === false"))
    page.key("Backspace")
    page.becomes("Thanks to|")


def test_backspace_held_down(knuth):
    page = knuth()
    after(page)
    page.key("Backspace", "Backspace", "Backspace")
    page.becomes("Thanks to |")


def test_undo_and_redo_of_an_acceptance(knuth):
    page = knuth()
    page.key("z", control=True)
    page.becomes("Thanks to @knu|")
    page.key("y", control=True)
    page.becomes("Thanks to «Donald Knuth»|")


def test_undo_of_a_deletion_in_steps(knuth):
    page = knuth()
    after(page)
    page.key("Backspace", "Backspace", "Backspace")
    page.becomes("Thanks to |")
    page.key("z", control=True)
    page.becomes("Thanks to «Donald»|")
    page.key("z", control=True)
    page.becomes("Thanks to «Donald Knuth»|")


def test_cut_and_paste(knuth):
    page = knuth()
    page.select(10, 22)
    page.key("x", control=True)
    page.becomes("Thanks to |")
    page.type("us and ")
    page.key("v", control=True)
    page.becomes("Thanks to us and «Donald Knuth»|")


def test_copy_and_paste_twice(knuth):
    page = knuth()
    page.select(10, 22)
    page.key("c", control=True)
    page.key("ArrowRight")
    page.type(", ")
    page.key("v", control=True)
    page.becomes("Thanks to «Donald Knuth», «Donald Knuth»|")
    page.type(", ")
    page.key("v", control=True)
    page.becomes("Thanks to «Donald Knuth», «Donald Knuth», «Donald Knuth»|")


def test_drag_to_another_place(knuth):
    page = knuth()
    page.type(" then")
    page.select(10, 22)
    page.tab.drag(page.run("app.place(14)"), page.run("app.place(0)"))
    page.tab.until("it is dropped", lambda: page.run("app.text"), lambda text: text == "Donald KnuthThanks to  then")
    page.key("ArrowRight")
    page.becomes("«Donald Knuth»|Thanks to  then")


def test_lines_sorted(window):
    page = window("b ")
    page.mention("@knu", "Donald Knuth")
    page.type("\na ")
    page.mention("@hoare", "Tony Hoare")
    page.becomes("b «Donald Knuth»\na «Tony Hoare»|")
    page.run("app.editor.setSelection(app.editor.getModel().getFullModelRange())")
    page.core("editor.action.sortLinesAscending")
    page.tab.until("the lines are sorted", lambda: page.run("app.text"), lambda text: text.startswith("a "))
    page.key("End", control=True)
    page.becomes("a «Tony Hoare»\nb «Donald Knuth»|")


def test_lines_moved_and_doubled(knuth):
    page = knuth("")
    page.type("\nnext")
    page.cursors(0)
    page.key("ArrowDown", alt=True)
    page.becomes("next\n|«Donald Knuth»")
    page.core("editor.action.copyLinesDownAction")
    page.becomes("next\n«Donald Knuth»\n|«Donald Knuth»")


def test_typed_inside_it_is_text_and_undone_a_mention_again(knuth):
    page = knuth()
    page.cursors(13)
    page.type("x")
    page.becomes("Thanks to Donx|ald Knuth")
    page.key("z", control=True)
    page.becomes("Thanks to «Don|ald Knuth»")


def test_line_ends_of_windows(window):
    page = window("one\ntwo ", eol="CRLF")
    page.mention("@knu", "Donald Knuth")
    page.becomes("one\ntwo «Donald Knuth»|")
    page.type("\nthree ")
    page.mention("@hoare", "Tony Hoare")
    page.becomes("one\ntwo «Donald Knuth»\nthree «Tony Hoare»|")
    assert page.run("app.text") == "one\r\ntwo Donald Knuth\r\nthree Tony Hoare"
    after(page)
    page.key("Backspace", "Backspace")
    page.becomes("one\ntwo «Donald Knuth»\nthree «Tony»|")


def test_two_cursors_make_two_mentions(window):
    page = window("one |\ntwo |")
    page.type("@")
    page.tab.until("the list is there", lambda: page.list)
    page.key("ArrowDown")
    name = page.tab.until("the second row", lambda: page.list["focused"], lambda name: name == page.list["names"][1])
    page.key("Enter")
    page.becomes(f"one «{name}»|\ntwo «{name}»|")


def test_backspace_with_two_cursors_is_the_editors_own(knuth):
    page = knuth("")
    page.type("\nx")
    page.cursors(12, 14)
    page.key("Backspace")
    page.becomes("Donald Knut|\n|")


@pytest.mark.parametrize("deletion, left", [("trim", "Thanks to «Donald»|"), ("delete", "Thanks to |")])
def test_what_the_server_does_with_the_rest(window, deletion, left):
    page = window("Thanks to ", settings={"deletion": deletion, "backspace": False})
    page.mention("@knu", "Donald Knuth")
    page.key("Backspace")
    page.becomes(left)
    page.key("z", control=True)
    page.tab.until("the server's edit is undone", lambda: page.run("app.text"), lambda text: text == "Thanks to Donald Knut")


def test_a_snippet_with_a_mention_in_its_first_place(window):
    page = window("")
    page.run("app.editor.getContribution('snippetController2').insert('- ${1:who}: ${2:what}$0')")
    page.type("@knu")
    page.offers("Donald Knuth")
    page.key("Enter")
    page.closes()
    page.key("Tab")
    page.type("typesetting")
    page.becomes("- «Donald Knuth»: typesetting|")


def test_tokens_are_drawn_where_the_mentions_are(knuth):
    page = knuth()
    page.type(" and more")
    page.tab.until("it is drawn", lambda: page.run("app.drawn.map(({text}) => text).join('')"),
                   lambda text: text == "Donald Knuth")
    page.cursors(13)
    page.tab.until("it is lit up", lambda: page.run("app.drawn.map(({style}) => style)[0]"), lambda style: style == "700")
    page.cursors(3)
    page.tab.until("it is dark again", lambda: page.run("app.drawn.map(({style}) => style)[0]"), lambda style: style == "400")


@pytest.fixture
def hangul(window):
    """A document with the list open after `@`, and a function that composes syllables there."""
    page = window("to ", settings={"sources": {"own": {"type": "list", "items": ["김철수", "김영희"]}}, "demo": False})
    page.type("@")
    page.tab.until("the list is there", lambda: page.list)

    def compose(*steps, commit=None):
        for step in steps:
            page.tab.call("Input.imeSetComposition", text=step, selectionStart=1, selectionEnd=1)
        if commit:
            page.tab.call("Input.insertText", text=commit)

    return page, compose


def test_composed_by_an_input_method(hangul):
    page, compose = hangul
    compose("ㄱ", "기", "김", commit="김")
    compose("ㅊ", "처", "철", commit="철")
    page.offers("김철수")
    page.key("Enter")
    page.becomes("to «김철수»|")


def test_an_answer_arrives_in_the_middle_of_a_syllable(hangul):
    """While a syllable is being composed, the core does not filter the list, but it filters an arriving answer by the
    unfinished syllable. If that empties the list, it is closed and nothing reopens it."""
    page, compose = hangul
    page.servers.hold("textDocument/completion")
    compose("ㄱ", "기", "김", commit="김")
    page.tab.until("김 is asked for", lambda: page.servers.waiting)
    compose("ㅊ")
    page.servers.release()
    page.servers.hold("textDocument/completion")
    page.tab.until("ㅊ is asked for", lambda: page.servers.waiting)
    compose("처")
    page.servers.release()
    page.tab.until("the answer is there", lambda: page.run("app.answered"), lambda text: text.endswith("@김처"))
    compose("철", commit="철")
    page.offers("김철수")
    page.key("Enter")
    page.becomes("to «김철수»|")
