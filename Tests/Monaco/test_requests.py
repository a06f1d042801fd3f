"""What VS Code's core asks about a name with its own commands, and how it shows the answers."""

import pytest

PEOPLE = """{"name": "Ada Lovelace", "handle": "ada", "url": "https://people.example/ada"}
{"name": "Grace Hopper", "handle": "grace"}
"""
TEXT = "Thanks to @ada and @grace,\nand to @ada again.\n"
OTHER = "Ask @ada or @alan.\n"
HANDLES = {"triggers": [{"character": "@", "insert": {"default": "@{handle|name}"}}]}


@pytest.fixture
def notes(window, tmp_path):
    """A folder with a file of people and two notes; all three are open, and the core shows `notes.md`."""
    files = {"people.jsonl": PEOPLE, "other.md": OTHER, "notes.md": TEXT}

    def open(settings=None, **texts):
        held = {**files, **{f"{name}.md": text for name, text in texts.items()}}
        for name, text in held.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        address = tmp_path.as_uri()
        page = window(held["people.jsonl"], uri=f"{address}/people.jsonl", languageId="json", folders=[str(tmp_path)],
                      settings={"demo": False, **HANDLES, **(settings or {})})
        for name in ("other.md", "notes.md"):
            page.open(held[name], uri=f"{address}/{name}")
        page.tab.until("the mentions are read back", lambda: page.run("app.drawn.length"), lambda count: count > 0)
        return page

    return open


def cursor(page, word):
    """Puts the cursor inside the first occurrence of a word."""
    page.cursors(page.run("app.text").index(word) + 2)


def rows(page, widget):
    """The rows of a list of the core."""
    return page.run(f"""[...document.querySelectorAll('{widget} .monaco-list-row')]
        .map((row) => row.textContent.replaceAll('\\u00a0', ' '))""")


def test_definition_leads_to_the_line_of_the_people_file(notes):
    page = notes()
    page.run("""void monaco.editor.registerEditorOpener({ openCodeEditor(_, resource, place) {
        window.shown = [resource.path.split('/').pop(), place.startLineNumber];
        return true;
    } })""")
    cursor(page, "@grace")
    page.core("editor.action.revealDefinition")
    page.tab.until("the people file", lambda: page.run("window.shown"), lambda shown: shown == ["people.jsonl", 2])


def test_references_are_all_mentions_and_the_declaration(notes):
    page = notes()
    cursor(page, "@ada")
    page.core("editor.action.goToReferences")
    title = "document.querySelector('.reference-zone-widget .peekview-title')?.textContent"
    page.tab.until("the list", lambda: page.run(title), lambda text: text and "References (4)" in text)
    assert rows(page, ".reference-zone-widget")[1:3] == TEXT.splitlines()
    page.key("Escape")


def test_all_mentions_of_one_person_are_highlighted(notes):
    page = notes()
    page.run("app.editor.updateOptions({ occurrencesHighlight: 'singleFile' })")
    page.click(TEXT.index("@ada") + 2)
    marked = """app.editor.getModel().getAllDecorations()
        .filter(({ options }) => (options.className ?? '').startsWith('wordHighlight'))
        .map(({ range }) => [range.startLineNumber, range.startColumn, range.endColumn])"""
    # The core draws each twice.
    page.tab.until("both mentions", lambda: page.run(marked), lambda seen: (
        {tuple(each) for each in seen} == {(1, 11, 15), (2, 8, 12)}))


def test_the_outline_lists_the_mentions(notes):
    page = notes()
    page.core("editor.action.quickOutline")
    page.tab.until("the outline", lambda: rows(page, ".quick-input-list"), lambda seen: (
        [name for row in seen for name in ("Ada Lovelace", "Grace Hopper") if name in row]
        == ["Ada Lovelace", "Grace Hopper", "Ada Lovelace"]))
    page.key("Escape")


def test_a_growing_selection_takes_the_mention_as_one_step(notes):
    page = notes()
    cursor(page, "@ada")
    seen = []
    for _ in range(6):
        page.core("editor.action.smartSelect.expand")
        page.run("app.settled()")
        seen.append(page.run("app.editor.getModel().getValueInRange(app.editor.getSelection())"))
        page.tab.frame()
    assert "@ada" in seen, seen


def test_a_mention_is_a_link_to_the_profile(notes):
    page = notes()
    page.run("""void monaco.editor.registerLinkOpener({ open(resource) {
        window.opened = resource.toString(true);
        return true;
    } })""")
    cursor(page, "@ada")
    link = """app.editor.getModel().getAllDecorations()
        .filter(({ options }) => (options.inlineClassName ?? '').startsWith('detected-link'))
        .map(({ range }) => app.editor.getModel().getValueInRange(range))"""
    page.tab.until("the links", lambda: page.run(link), lambda seen: seen == ["@ada", "@ada"])
    page.core("editor.action.openLink")
    page.tab.until("the profile", lambda: page.run("window.opened"), lambda seen: seen == "https://people.example/ada")


def test_renaming_changes_all_files_in_one_step(notes):
    page = notes()
    cursor(page, "@ada")
    page.core("editor.action.rename")
    box = "document.querySelector('.rename-input')"
    page.tab.until("the box", lambda: page.run(f"document.activeElement === {box} && {box}.value"), lambda seen: (
        seen == "ada"))
    page.run(f"{box}.select()")
    page.type("countess")
    page.key("Enter")
    texts = "[...app.models.values()].map((model) => model.getValue())"
    page.tab.until("all files", lambda: page.run(texts), lambda seen: seen == [
        PEOPLE.replace('"ada"', '"countess"'), OTHER.replace("@ada", "@countess"), TEXT.replace("@ada", "@countess")])
    page.becomes("Thanks to «@countess»| and «@grace»,\nand to «@countess» again.\n")


def test_what_cannot_be_renamed_is_refused_with_the_reason(notes):
    page = notes({"sources": {"people": None, "own": {"type": "list", "items": [
        {"name": "Ada Lovelace", "handle": "ada"}]}}})
    cursor(page, "@ada")
    page.core("editor.action.rename")
    message = "document.querySelector('.monaco-editor-overlaymessage')?.textContent"
    page.tab.until("the reason", lambda: page.run(message), lambda text: text and "Ada Lovelace" in text)


def test_the_name_behind_a_handle_is_drawn_as_a_hint(notes):
    page = notes({"nameHints": True})
    drawn = "document.querySelector('.view-lines').textContent.replaceAll('\\u00a0', ' ')"
    page.tab.until("the hints", lambda: page.run(drawn), lambda text: (
        "Ada Lovelace" in text and "Grace Hopper" in text and text.count("Lovelace") == 2))


def test_a_long_hint_is_not_cut(notes):
    page = notes({"inlayHint": "({handle}, who wrote the first program for a machine that was never built)"})
    drawn = "document.querySelector('.view-lines').textContent.replaceAll('\\u00a0', ' ')"
    page.tab.until("the hints", lambda: page.run(drawn), lambda text: text.count("that was never built)") == 3)


def test_a_lens_counts_the_people(notes):
    page = notes({"codeLens": "document"})
    lens = "[...document.querySelectorAll('.codelens-decoration')].map((each) => each.textContent).join()"
    page.tab.until("the lens", lambda: page.run(lens), lambda text: text == "2 people")
    page.cursors(len(TEXT))
    page.type("@nobody ")
    page.tab.until("the lens", lambda: page.run(lens), lambda text: text == "2 people, 1 unknown")


def test_diagnostics_follow_what_is_typed_and_have_quick_fixes(notes):
    page = notes({"diagnostics": {"unknown": "warning"}})
    markers = """monaco.editor.getModelMarkers({ resource: app.editor.getModel().uri })
        .map(({ message, startLineNumber }) => [startLineNumber, message])"""
    page.cursors(len(TEXT))
    # As long as it could become somebody's name, nothing is told.
    page.type("@gracee as ever")
    page.tab.until("the marker", lambda: page.run(markers), lambda seen: seen == [[3, "No one is known as “@gracee”."]])
    cursor(page, "@gracee")
    page.core("editor.action.autoFix")
    page.tab.until("no marker", lambda: page.run(markers), lambda seen: seen == [])
    page.tab.until("the text", lambda: page.run("app.text"), lambda text: text == TEXT + "@grace as ever")


def test_trailers_of_a_commit_message_fold(window):
    body = "Fix it\n\nBecause.\n\nReviewed-by: Ada Lovelace <a@example.org>\nAcked-by: Grace Hopper <g@example.org>\n"
    page = window(body, languageId="git-commit", uri="file:///notes/COMMIT_EDITMSG")
    page.run("app.editor.updateOptions({ folding: true })")
    hidden = "app.editor._getViewModel().getHiddenAreas().map((each) => [each.startLineNumber, each.endLineNumber])"

    def folded():
        page.core("editor.foldAll")
        return page.run(hidden)

    page.tab.until("the fold", folded, lambda seen: seen == [[6, 6]])


def test_the_hover_tells_where_else_somebody_is_mentioned(notes):
    page = notes()
    cursor(page, "@ada")
    # The workspace is searched by the references.
    page.core("editor.action.goToReferences")
    page.tab.until("the list", lambda: rows(page, ".reference-zone-widget"), lambda seen: seen)
    page.key("Escape")
    cursor(page, "@ada")
    page.core("editor.action.showHover")
    hover = "document.querySelector('.monaco-hover-content')?.textContent"
    page.tab.until("the hover", lambda: page.run(hover), lambda text: (
        text and "Ada Lovelace" in text and "3 mentions in this document and 1 other file: other.md:1" in text))
