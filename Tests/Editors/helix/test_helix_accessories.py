"""Accessories in Helix: its inlay hints."""

from test_helix import helix  # noqa: F401: the fixture

HINTS = "[editor.lsp]\ndisplay-inlay-hints = true\n"


def test_hints_after_mentions(helix):  # noqa: F811
    editor = helix("", 'config = { demo = true, inlayHint = "({handle})" }', HINTS)
    editor.type("iBy ")
    editor.key("@kn")
    editor.accept("Donald Knuth", "Tab")
    editor.type(".")
    editor.normal()
    editor.until_shown("By Donald Knuth (knuth).")
    assert editor.text.rstrip("\n") == "By Donald Knuth."
    editor.quit()
