"""Everything that may happen to a mention in Helix, as in the tests of other clients' engines."""

from test_helix import helix  # noqa: F401: the fixture

TEXT = "# Notes\n\n"
ADA, ALAN, GRACE, YAMADA = "Ada Lovelace", "Alan Turing", "Grace Hopper", "山田 太郎"


def take(editor, key, name, text, other=ALAN):
    """Types a key, letter by letter as a person would, and takes the name once the other one is not listed."""
    editor.key(key)
    count = editor.text.count(name) + 1
    editor.until(f"{name} for {key}", lambda: (screen := editor.screen()).count(name) >= count and other not in screen)
    editor.keys("Tab", "Enter")
    editor.until_text(text)


def test_names_are_listed_filtered_and_taken_with_and_without_the_trigger(helix):  # noqa: F811
    editor = helix(TEXT)
    editor.type("geoHi ")
    editor.key("@")
    editor.until_shown(ALAN)
    take(editor, "hop", GRACE, f"{TEXT}Hi {GRACE}\n")
    editor.type(", ")
    take(editor, "@ada lo", ADA, f"{TEXT}Hi {GRACE}, {ADA}\n")
    editor.type(", ")
    take(editor, "@山", YAMADA, f"{TEXT}Hi {GRACE}, {ADA}, {YAMADA}\n")
    editor.type(" and ")
    take(editor, "Gra", GRACE, f"{TEXT}Hi {GRACE}, {ADA}, {YAMADA} and {GRACE}\n")
    editor.normal()
    assert editor.highlights(GRACE) == [GRACE, GRACE]
    assert editor.highlights(ADA) == [ADA] and editor.highlights(YAMADA) == [YAMADA]
    editor.quit()
    editor.watch.judge()


def test_a_mention_is_undone_filled_sorted_and_trimmed(helix):  # noqa: F811
    editor = helix(TEXT, 'config = { deletion = "trim" }')
    editor.type("geoThanks for all of that, ")
    line = f"{TEXT}Thanks for all of that, "
    take(editor, "@grace h", GRACE, f"{line}{GRACE}\n")
    editor.type(" and others")
    editor.normal()

    # What was typed after it goes with the name; the key is left.
    editor.type("u")
    editor.until_text(f"{line}@grace h\n")
    assert editor.highlights("Grace") == []
    editor.type("U")
    editor.until_text(f"{line}{GRACE} and others\n")
    assert editor.highlights("Grace") == [GRACE]

    editor.normal()
    editor.type(",x")
    editor.command("reflow 28")
    editor.until_text(f"{TEXT}Thanks for all of that,\n{GRACE} and others\n")
    editor.type("%|")
    editor.until_shown("pipe:")
    editor.type("sort")
    editor.keys("Enter")
    text = f"\n# Notes\n{GRACE} and others\nThanks for all of that,\n"
    editor.until_text(text)
    assert editor.highlights("Grace") == [GRACE]

    editor.select("Hopper")
    editor.type("a")
    for left in "Grace", "":
        editor.keys("BSpace")
        editor.until_text(text.replace(GRACE, left))
    editor.quit()
    editor.watch.judge()
