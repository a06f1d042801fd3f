"""`textDocument/inlineCompletion` as VS Code's core shows it: the one person who fits, as ghost text."""

#: A format that begins with what is typed: the core shows no ghost text that takes typed letters away.
HANDLES = {"sources": {"own": {"type": "list", "items": [{"name": "Ada Lovelace", "handle": "ada"},
                                                         {"name": "Grace Hopper", "handle": "grace"}]}},
           "triggers": [{"character": "@", "sources": ["own"], "insert": {"default": "@{handle}"}}]}
GHOST = "[...document.querySelectorAll('[class*=ghost-text]')].map((each) => each.textContent).join('')"


def ghost(page):
    """The ghost text that is drawn, without the zero-width marks of the core."""
    return page.run(GHOST).replace("\u200b", "").strip()


def drawn(page):
    """The same; where nothing is drawn it is asked for by the core's command. On a busy machine the core may drop what
    it has asked for by itself, because its list of suggestions opens late; a user would type on."""
    shown = ghost(page)
    if not shown:
        page.core("editor.action.inlineSuggest.trigger")
    return shown


def test_the_one_person_who_fits_is_shown_and_accepted(window):
    page = window("Thanks to ", settings=HANDLES)
    page.type("@gr")
    page.offers("Grace Hopper")
    page.tab.until("the ghost text is drawn", lambda: drawn(page), lambda text: "ace" in text)
    page.core("editor.action.inlineSuggest.commit")
    page.becomes("Thanks to «@grace»|")
    assert page.entities() == ["Grace Hopper"]
