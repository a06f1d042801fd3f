"""Accessories in Emacs: the inlay hints of lsp-mode. Those of Eglot were not seen in a terminal."""

from test_emacs import emacs  # noqa: F401: the fixture

EXTRA = """(setq mentions-settings '(:inlayHint "({handle})"))
(setq lsp-inlay-hint-enable t)
"""


def test_hints_after_mentions(emacs):  # noqa: F811
    editor = emacs("lsp-mode", text="", extra=EXTRA)
    editor.type("Hi ")
    editor.accept("@ad", "Ada Lovelace")
    editor.type(" ok")
    editor.until_shown("Hi Ada Lovelace (ada) ok")
    assert editor.state()["text"] == "Hi Ada Lovelace ok"
