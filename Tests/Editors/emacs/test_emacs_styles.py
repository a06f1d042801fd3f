"""Emacs with editors/emacs/mentions-styles.el, by Eglot and by lsp-mode."""

import json

import pytest
from test_emacs import BOTH, FILE, emacs  # noqa: F401: the fixture

EXTRA = """(require 'mentions-styles)
(defface test-person '((t :weight bold)) "A person.")
(defface test-task '((t :underline t)) "A task.")
(setq mentions-settings '(:styles [(:name "person" :when (:kind "person") :face "test-person")
                                   (:name "task" :when (:attribute "todo") :face "test-task")]))
(setq abbrev-file-name "/none")
(define-abbrev-table 'global-abbrev-table '(("adn" "and") ("gr" "GREAT")))
(setq-default abbrev-mode t)
"""


def lisp(editor, form):
    return editor.lisp(f"(with-current-buffer {json.dumps(FILE)} {form})")


def shown(editor):
    """The texts of mentions and attributes with their faces."""
    answer = lisp(editor, """(json-encode (mapcar (lambda (overlay)
      (vector (buffer-substring-no-properties (overlay-start overlay) (overlay-end overlay))
            (format "%s" (overlay-get overlay 'face))))
      (append (mentions--in-order) (seq-filter #'overlay-buffer mentions-styles--overlays))))""")
    return json.loads(answer) if answer else None


def until_shown(editor, *wanted):
    editor.until(f"{wanted}", lambda: shown(editor) == [list(each) for each in wanted], lambda: repr(shown(editor)))


@BOTH
def test_faces_attributes_spelling_and_abbrevs(emacs, client):  # noqa: F811
    editor = emacs(client, text="", extra=EXTRA)
    editor.type("Hi adn ")
    editor.accept("@ad", "Ada Lovelace")
    editor.type(" ok")
    person = ("Ada Lovelace", "(test-person mentions-face)")
    until_shown(editor, person)
    assert editor.state()["text"] == "Hi and Ada Lovelace ok"

    # An attribute in its face; what is typed behind it takes it.
    assert lisp(editor, """(length (mentions-attributes
      '((:beg 1 :end 3 :name "todo" :value 7 :whenTypedAt "grow"))))""") == 1
    until_shown(editor, person, ("Hi", "(test-task)"))
    editor.after("Hi")
    editor.type("!")
    until_shown(editor, person, ("Hi!", "(test-task)"))
    assert lisp(editor, "(length (mentions-attributes nil '(\"todo\")))") == 0
    until_shown(editor, person)

    # No spell checking in the mention, nor in what is typed to make one; and no abbrev there.
    off = "(progn (goto-char (point-min)) (search-forward {}) (if (mentions-spelling-off-p) 1 0))"
    assert [lisp(editor, off.format(json.dumps(text))) for text in ("Hi", "Love", "lace", " ok")] == [0, 1, 1, 0]
    check = "(progn (goto-char (point-min)) (search-forward {}) (if (funcall flyspell-generic-check-word-predicate) 1 0))"
    assert [lisp(editor, check.format(json.dumps(text))) for text in ("and", "Love")] == [1, 0]
    editor.keys("M->")
    editor.type(" @gr")
    editor.until("a mention being made", lambda: lisp(editor, "(if (mentions-creating-p) 1 0)") == 1)
    assert lisp(editor, "(progn (goto-char (point-max)) (if (mentions-spelling-off-p) 1 0))") == 1
    editor.type(" adn ")
    editor.until_state("no abbrev in the key", lambda state: "@gr a" in state["text"])
    assert "GREAT" not in editor.state()["text"]

    # Nothing is left.
    assert lisp(editor, """(progn (mentions-mode -1)
      (if (or (advice-function-member-p #'mentions-spelling--expand abbrev-expand-function)
              (memq #'mentions-styles--changed after-change-functions)) 1 0))""") == 0
