"""What Helix asks of a name: definition, references, symbols."""

from people import saved
from test_helix import helix  # noqa: F401: the fixture

TEXT = "Thanks to @ada and @grace,\nand to @ada again.\n"
HANDLES = 'config = { triggers = [{ character = "@", insert = { default = "@{handle|name}" } }] }'


def notes(helix):  # noqa: F811
    """Helix on the notes, with the cursor on the first mention of Ada."""
    editor = helix(TEXT, HANDLES)
    # The server reads the people first.
    editor.until("the mentions", lambda: editor.highlights("@ada") == ["@ada", "@ada"])
    editor.keys("Escape", ",")
    editor.select("ada")
    return editor


def test_definition_leads_to_the_line_of_the_people_file(helix):  # noqa: F811
    editor = notes(helix)
    editor.type("gd")
    editor.until_shown("people.jsonl")
    editor.until_shown('"Alan Turing"')
    editor.command("q!")


def test_references_are_all_mentions_in_open_and_closed_files(helix):  # noqa: F811
    editor = notes(helix)
    (editor.file.parent / "other.md").write_text("Ask @ada or @alan.\n", encoding="utf-8")
    editor.type("gr")
    editor.until_shown("other.md")
    assert editor.screen().count("notes.md:") == 2 and editor.screen().count("other.md:") == 1
    editor.keys("Escape")
    editor.quit()


def test_the_outline_has_a_row_for_each_mention(helix):  # noqa: F811
    editor = notes(helix)
    editor.type(" s")
    editor.until_shown("Grace Hopper")
    assert editor.screen().count("Ada Lovelace") == 2
    editor.type("grace")
    editor.until_gone("Ada Lovelace")
    editor.keys("Enter")
    editor.until_normal()
    editor.type("c")
    editor.keys("Escape")
    editor.until_text("Thanks to @ada and ,\nand to @ada again.\n")
    editor.type("u")
    editor.quit()


def test_rename_changes_mentions_in_open_and_closed_files_and_the_people_file(helix):  # noqa: F811
    editor = notes(helix)
    other, people = editor.file.parent / "other.md", editor.file.parent / "people.jsonl"
    other.write_text("Ask @ada or @alan.\n", encoding="utf-8")
    editor.type(" r")
    # The prompt begins with what the server says is renamed.
    editor.until_shown("rename-to:ada")
    editor.keys("C-u")
    editor.type("countess")
    editor.keys("Enter")
    editor.until_text("Thanks to @countess and @grace,\nand to @countess again.\n")
    editor.command("wa")
    editor.until("the other file", lambda: saved(other) == "Ask @countess or @alan.\n", lambda: saved(other))
    editor.until("the people", lambda: '"handle": "countess"' in (saved(people) or ""), lambda: saved(people))
    editor.quit()


def test_a_name_that_is_taken_is_refused_with_the_reason(helix):  # noqa: F811
    editor = notes(helix)
    editor.type(" r")
    editor.until_shown("rename-to:ada")
    editor.keys("C-u")
    editor.type("grace")
    editor.keys("Enter")
    editor.until_shown("it already belongs to Grace Hopper")
    editor.command("q!")


def test_people_and_their_mentions_are_found_in_the_workspace(helix):  # noqa: F811
    editor = notes(helix)
    (editor.file.parent / "other.md").write_text("Ask @ada or @alan.\n", encoding="utf-8")
    editor.type(" S")
    editor.type("lovelace")
    editor.until_shown("other.md")
    editor.until_shown("people.jsonl")
    editor.keys("Escape")
    editor.quit()


def test_who_is_meant_stands_behind_a_handle(helix):  # noqa: F811
    editor = helix(TEXT, HANDLES.replace("{", "{ nameHints = true,", 1), "[editor.lsp]\ndisplay-inlay-hints = true\n")
    editor.until("the mentions", lambda: editor.highlights("@ada") == ["@ada", "@ada"])
    # Helix cannot be told to ask again once the people have been read: the first answer waits for them.
    editor.until_shown("@ada Ada Lovelace and @grace Grace Hopper,")
    editor.quit()
