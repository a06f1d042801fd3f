"""The extension's own chooser, shown in VS Code's quick input."""

import pytest

QUICK_PICK = {"chooser": "quickPick"}


def rows(page):
    return page.run("""[...document.querySelectorAll('.quick-input-widget:not([style*="display: none"]) .quick-input-list-entry')]
        .map((row) => row.querySelector('.label-name').textContent)""")


def test_what_is_typed_in_its_box_is_typed_in_the_document(window):
    page = window("Thanks to ", settings=QUICK_PICK)
    page.type("@")
    page.tab.until("everybody is there", lambda: rows(page), lambda names: len(names) > 4)
    page.type("knu")
    page.tab.until("Knuth is there", lambda: rows(page), lambda names: names[:1] == ["Donald Knuth"])
    assert page.run("app.text") == "Thanks to @knu"
    page.key("Enter")
    page.becomes("Thanks to «Donald Knuth»|")
    page.tab.until("it is gone", lambda: rows(page), lambda names: names == [])
    assert page.list is None


@pytest.mark.parametrize("key", ["d", "e", "al"])
def test_the_order_is_the_servers(window, key):
    page = window("", settings=QUICK_PICK)
    page.type("@")
    page.tab.until("everybody is there", lambda: rows(page), lambda names: len(names) > 4)
    page.type(key)
    asked = "app.host.client.sendRequest('mentions/chooserItems', {textDocument: {uri: app.uri}, start: 0, count: 5})"
    page.tab.until("the key is in the document", lambda: page.run("app.text"), lambda text: text == f"@{key}")
    servers = page.run(f"{asked}.then(({{ items }}) => items.map(({{ label }}) => label))")
    page.tab.until("its order is shown", lambda: rows(page), lambda seen: seen[:5] == servers)


def test_escape_ends_the_mention(window):
    page = window("", settings=QUICK_PICK)
    page.type("@")
    page.tab.until("everybody is there", lambda: rows(page), lambda names: len(names) > 4)
    page.key("Escape")
    page.tab.until("it is gone", lambda: rows(page), lambda names: names == [])
    page.tab.until("nothing is being made", lambda: page.run(
        "app.host.client.sendRequest('mentions/state', {textDocument: {uri: app.uri}})")["state"], lambda state: state != "creating")
    page.becomes("@|")


def test_what_matched_is_highlighted_in_names_and_handles(window):
    page = window("", settings={**QUICK_PICK, "demo": False, "sources": {"own": {"type": "list", "items": [
        {"name": "Ada Lovelace", "handle": "countess"}, {"name": "Constance", "handle": "grace"}]}}})
    page.type("@")
    page.tab.until("everybody is there", lambda: rows(page), lambda names: len(names) == 2)
    page.type("co")
    page.tab.until("what matched is highlighted", lambda: page.run(
        "[...document.querySelectorAll('.quick-input-list-entry .highlight')].map((each) => each.textContent)"),
        lambda seen: sorted(seen) == ["Co", "co"])
