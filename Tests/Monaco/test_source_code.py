"""Source code in VS Code's core, beside a server of the language: its list is left alone, and comments have people."""

#: Another server's suggestions, by its trigger and by letters as the core asks for them; it counts how often.
OTHER = """globalThis.asked = 0; monaco.languages.registerCompletionItemProvider('swift', {
  triggerCharacters: ['.'],
  provideCompletionItems(model, place) {
    asked += 1;
    const { startColumn } = model.getWordUntilPosition(place);
    const range = new monaco.Range(place.lineNumber, startColumn, place.lineNumber, place.column);
    return { suggestions: [{ label: 'member', kind: 0, insertText: 'member', range }] };
  },
}); undefined"""


def test_the_list_of_the_language_comes_for_its_trigger_and_stays(window):
    page = window("let answer = 1\nanswer", languageId="swift", uri="file:///notes/notes.swift")
    page.run(OTHER)
    page.type(".")
    page.offers("member")
    # Letters more filter that list: nobody is asked for another one.
    page.type("mem")
    page.run("app.settled()")
    assert page.list == {"names": ["member"], "focused": "member"} and page.run("asked") == 1
    page.key("Enter")
    page.becomes("let answer = 1\nanswer.member|")


def test_a_comment_has_people(window):
    page = window("let answer = 1\n// by ", languageId="swift", uri="file:///notes/notes.swift")
    page.mention("@knu", "Donald Knuth")
    page.becomes("let answer = 1\n// by «Donald Knuth»|")
