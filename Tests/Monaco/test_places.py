"""Documents that are not files, several documents, and a server that crashes."""

import pytest


@pytest.mark.parametrize("uri", [
    "untitled:Untitled-1", "vscode-vfs://github/owner/repository/notes.md", "vscode-scm:git/scm0/input?rootUri=x",
    "comment://mentions/commentinput-1.md",
])
def test_every_kind_of_document(window, uri):
    page = window("Thanks to ", uri=uri)
    page.mention("@knu", "Donald Knuth")
    page.becomes("Thanks to «Donald Knuth»|")
    assert page.entities() == ["Donald Knuth"]


def test_a_document_that_is_not_served_is_left_alone(window):
    page = window("", uri="file:///notes/first.md")
    page.open("Thanks to ", uri="output:log")
    page.type("@knu")
    page.open("", uri="file:///notes/other.md")
    page.mention("@knu", "Donald Knuth")
    page.becomes("«Donald Knuth»|")
    assert page.run("app.models.get('output:log').getValue()") == "Thanks to @knu"


def test_pasted_into_another_document(window):
    page = window("Thanks to ")
    page.mention("@knu", "Donald Knuth")
    page.becomes("Thanks to «Donald Knuth»|")
    page.select(10, 22)
    page.key("c", control=True)
    page.open("And to ", uri="file:///notes/other.md")
    page.key("v", control=True)
    page.becomes("And to «Donald Knuth»|")


def test_a_server_that_dies_is_started_again_with_what_was_mentioned(window):
    page = window("Thanks to ", uri="file:///notes/dies.md")
    page.mention("@knu", "Donald Knuth")
    page.becomes("Thanks to «Donald Knuth»|")
    before = len(page.servers.processes)
    page.servers.kill()
    page.tab.until("another one runs", lambda: len(page.servers.processes) > before and page.run(
        "app.contexts.get('mentions.running').get()"))
    page.type(" and ")
    page.mention("@hoare", "Tony Hoare")
    page.tab.until("the new one is a mention", lambda: "Tony Hoare" in page.entities())
    assert page.run("app.host.messages") == []


def test_with_a_list_that_is_switched_to_the_quick_pick_and_back(window):
    page = window()
    page.run("app.host.configure('chooser', 'quickPick')")
    page.type("@")
    page.tab.until("the quick pick is there", lambda: page.run("document.querySelectorAll('.quick-input-list-entry').length"))
    assert page.list is None
    page.key("Escape")
    page.run("app.host.configure('chooser', 'suggest')")
    page.type(" ")
    page.mention("@knu", "Donald Knuth")
    page.becomes("@ «Donald Knuth»|")
