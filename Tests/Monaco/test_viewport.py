"""The single-line viewport: the editor shows afterwards what it showed before, as the core scrolls."""

import pytest

#: Headings that stick to the top, which the core keeps room for above a line that it reveals, and lines that wrap.
TEXT = "# Notes\n\n## People\n\n" + "".join(f"{line} " + "word " * (line % 3 * 40) + "\n\n" for line in range(60))


def first(page):
    return page.run("app.editor.getVisibleRanges()[0].startLineNumber")


@pytest.mark.parametrize("edge", ["top", "bottom"])
@pytest.mark.parametrize("line", [2, 14, 42])
def test_the_view_is_the_same_after_each_mention(window, edge, line):
    page = window(TEXT, settings={"viewport": edge}, editor={"stickyScroll": {"enabled": True, "maxLineCount": 5}})
    page.run(f"app.editor.setScrollTop(app.editor.getTopForLineNumber({max(1, line - 8)})); "
             f"app.editor.setPosition({{lineNumber: {line}, column: 1}}); app.settled()")
    before = first(page)
    for _ in range(3):
        page.mention("@knu", "Donald Knuth")
        page.tab.until("the view is back", lambda: first(page), lambda seen: seen == before)
        page.type(" ")
