"""Transforms by code action in Helix, which keep the mentions."""

from test_helix import helix  # noqa: F401: the fixture


def act(editor, title):
    """Takes a code action by its title from the menu that Space a opens."""
    editor.type(" a")
    lines = editor.until_shown(title).splitlines()
    first = next(number for number, line in enumerate(lines)
                 if any(word in line for word in ("Mention ", "Change to ", "Reverse", title)))
    wanted = next(number for number, line in enumerate(lines) if title in line)
    editor.keys(*["C-n"] * (wanted - first), "Enter")
    editor.until_gone(title)


def test_lines_and_a_mention_are_transformed_by_code_action(helix):  # noqa: F811
    editor = helix("")
    editor.type("iHi ")
    editor.key("@ad")
    editor.accept("Ada Lovelace", "Tab")
    editor.type(" and ")
    editor.key("@gr")
    editor.accept("Grace Hopper", "Tab")
    editor.type("!")
    editor.normal()
    editor.until_text("Hi Ada Lovelace and Grace Hopper!")

    # The whole line, whose mentions stay whole.
    editor.type("%")
    act(editor, "Reverse")
    editor.until_text("!Grace Hopper dna Ada Lovelace iH")
    assert editor.highlights("Ada") == ["Ada Lovelace"] and editor.highlights("Grace") == ["Grace Hopper"]
    editor.type("u")
    editor.until_text("Hi Ada Lovelace and Grace Hopper!")
    assert editor.highlights("Ada") == ["Ada Lovelace"] and editor.highlights("Grace") == ["Grace Hopper"]

    # A selection that cuts a mention is widened to hold it.
    editor.select("Lovelace and G")
    act(editor, "Change to Upper Case")
    editor.until_text("Hi Ada Lovelace AND Grace Hopper!")
    assert editor.highlights("Ada") == ["Ada Lovelace"] and editor.highlights("Grace") == ["Grace Hopper"]

    # A mention, written otherwise.
    editor.select("Grace Hopper")
    act(editor, "Write Mention as Handle")
    editor.until_text("Hi Ada Lovelace AND @grace!")
    assert editor.highlights("@grace") == ["@grace"]
    editor.quit()
    editor.watch.judge()
    editor.place.transcript("helix/transforms")
