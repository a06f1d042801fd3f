"""The list of people in VS Code's core: it opens, is filtered, an item is accepted, it closes."""

import pytest
from window import PEOPLE

PEOPLE_SETTINGS = {"sources": {"own": {"type": "list", "items": PEOPLE}}, "demo": False}
WIKI_SETTINGS = {**PEOPLE_SETTINGS, "triggers": [{"character": "[[", "sources": ["own"], "insert": {"default": "[[{name}]]"}}]}


def test_the_list_opens_at_the_control_character_is_filtered_and_enter_takes_somebody(window):
    page = window("Thanks to ")
    page.type("@")
    assert len(page.tab.until("the list is there", lambda: page.list)["names"]) > 5
    page.type("knu")
    page.offers("Donald Knuth")
    page.key("Enter")
    page.becomes("Thanks to «Donald Knuth»|")
    page.closes()


def test_tab_takes_somebody(window):
    page = window()
    page.type("@hoa")
    page.offers("Tony Hoare")
    page.key("Tab")
    page.becomes("«Tony Hoare»|")
    page.closes()


def test_arrow_keys_choose_somebody_else(window):
    page = window()
    page.type("@do")
    names = page.tab.until("several people", lambda: page.list, lambda seen: seen and len(seen["names"]) > 1)["names"]
    page.key("ArrowDown")
    page.offers(names[1])
    page.key("Enter")
    page.becomes(f"«{names[1]}»|")


def test_a_click_takes_somebody(window):
    page = window("Thanks to ")
    page.type("@knu")
    page.offers("Donald Knuth")
    x, y = page.run("""(() => {
        const { x, y, width, height } = document.querySelector('.suggest-widget .monaco-list-row').getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    })()""")
    page.tab.click(x, y)
    page.becomes("Thanks to «Donald Knuth»|")


def test_escape_closes_the_list_and_leaves_the_text(window):
    page = window()
    page.type("@knu")
    page.offers("Donald Knuth")
    page.key("Escape")
    page.closes()
    page.tab.until("nothing is being made", lambda: page.run(
        "app.host.client.sendRequest('mentions/state', {textDocument: {uri: app.uri}})")["state"], lambda state: state == "stalled")
    page.becomes("@knu|")
    page.type(" and @knu")
    page.offers("Donald Knuth")
    page.key("Enter")
    page.becomes("@knu and «Donald Knuth»|")


@pytest.mark.parametrize("name", PEOPLE)
def test_names_with_every_kind_of_character(window, name):
    page = window("to ", settings=PEOPLE_SETTINGS)
    page.type("@" + name.split()[0])
    page.offers(name)
    page.key("Enter")
    page.becomes(f"to «{name}»|")


@pytest.mark.parametrize("key", ["Jean-Luc O'B", "Zoë Müller-Ł", "Dr. A. B", "José María d’Á", "👩‍🚀 Astro N"])
def test_spaces_and_punctuation_in_what_is_typed(window, key):
    page = window("to ", settings=PEOPLE_SETTINGS)
    name = next(name for name in PEOPLE if name.startswith(key))
    page.type("@" + key)
    page.offers(name)
    page.key("Enter")
    page.becomes(f"to «{name}»|")


def test_typos_and_initials_find_in_the_servers_order(window):
    page = window()
    page.type("@dk")
    page.offers("Donald Knuth")
    for _ in "@dk":
        page.key("Backspace")
    page.type("@kunth")
    page.offers("Donald Knuth")
    page.key("Enter")
    page.becomes("«Donald Knuth»|")


def test_deleting_back_inside_the_key_keeps_the_list(window):
    page = window()
    page.type("@k")
    page.tab.until("the list is there", lambda: page.list)
    page.key("Backspace")
    page.type("knuth")
    page.offers("Donald Knuth")
    page.key("Enter")
    page.becomes("«Donald Knuth»|")


def test_deleting_back_shows_whom_the_shorter_key_finds(window):
    page = window()
    page.type("@knutx")
    page.key("Backspace")
    page.offers("Donald Knuth")
    page.key("Backspace", "Backspace", "Backspace", "Backspace")
    everybody = page.tab.until("everybody is there", lambda: page.list, lambda seen: seen and len(seen["names"]) > 5)
    assert everybody["focused"]
    page.type("hoare")
    page.offers("Tony Hoare")


def test_enter_ahead_of_the_answer_takes_whom_was_typed_for(window):
    page = window()
    page.type("@k")
    first = page.tab.until("the list is there", lambda: page.list)["focused"]
    assert first != "Donald Knuth"
    page.servers.hold("textDocument/completion")
    page.type("nu")
    page.tab.until("the older rows stay", lambda: page.run("app.text") == "@knu" and page.list["focused"] == first)
    page.key("Enter")
    page.run("app.settled()")
    assert page.run("app.text") == "@knu"
    page.servers.release()
    page.becomes("«Donald Knuth»|")


@pytest.mark.parametrize("key, then", [("m", "inskey"), ("t", "ha")])
def test_a_complete_list_would_not_be_the_servers(window, key, then):
    """Why lists stay incomplete: for a longer key the core's filter finds other people, nobody, or another order."""
    page = window()
    page.type(f"@{key}{then}")
    names = page.tab.until(
        "the server's answer is shown", lambda: page.run("app.answered === app.text") and page.list)["names"]
    page.key("Escape")
    page.closes()
    page.type("\n")
    page.run("app.isComplete = true")
    page.type(f"@{key}")
    page.tab.until("the list is there", lambda: page.list)
    page.type(then)
    page.tab.until("the core has filtered", lambda: page.run("app.text"), lambda text: text.endswith(then))
    assert page.list is None or page.list["names"] != names


def test_a_word_behind_the_cursor_goes_with_the_acceptance(window):
    page = window("see |Edsger now")
    page.type("@")
    page.offers("Edsger W. Dijkstra")
    page.key("Enter")
    page.becomes("see «Edsger W. Dijkstra»| now")
    assert page.list is None


@pytest.mark.parametrize("key", ["", "Jea", "Jean-Luc O'Brien"])
def test_brackets_that_the_core_closed_go_with_the_acceptance(window, key):
    page = window("see | now", settings=WIKI_SETTINGS)
    page.type("[[")
    page.tab.until("the list is there", lambda: page.list)
    assert page.run("app.text") == "see [[]] now"
    page.type(key)
    page.offers("Jean-Luc O'Brien")
    page.key("Enter")
    page.becomes("see «[[Jean-Luc O'Brien]]»| now")
    assert page.list is None


def test_brackets_that_the_core_closed_and_keys_typed_at_once(window):
    page = window("see ", settings=WIKI_SETTINGS)
    page.type("[[Anna")
    page.key("Backspace", "Backspace", "Backspace", "Backspace")
    page.type("Jea")
    page.offers("Jean-Luc O'Brien")
    page.key("Tab")
    page.becomes("see «[[Jean-Luc O'Brien]]»|")
    page.type(" and [[Zoë")
    page.offers("Zoë Müller-Łukasz")
    page.key("Enter")
    page.becomes("see «[[Jean-Luc O'Brien]]» and «[[Zoë Müller-Łukasz]]»|")


def test_an_implicit_mention_opens_the_list_that_markdown_has_off(window):
    page = window("")
    page.type("Don")
    names = page.tab.until("the list is there", lambda: page.list)["names"]
    assert "Donald Knuth" in names
    page.type("ald K")
    page.offers("Donald Knuth")
    page.key("Tab")
    page.becomes("«Donald Knuth»|")


def test_asked_for_by_the_command(window):
    page = window("see Knu|")
    page.command("mentions.complete")
    page.offers("Donald Knuth")
    page.key("Enter")
    page.becomes("see «Donald Knuth»|")


def test_no_list_after_a_letter_and_no_mention_of_an_address(window):
    page = window("")
    page.type("mail foo@knuth.org @knu")
    page.offers("Donald Knuth")
    page.key("Enter")
    page.becomes("mail foo@knuth.org «Donald Knuth»|")
