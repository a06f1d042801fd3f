"""What Emacs asks of a name with its own commands, by Eglot and by lsp-mode: xref, imenu, renaming, Flymake."""

import json

import pytest
from test_emacs import BOTH, emacs  # noqa: F401: the fixture

TEXT = "Thanks to @ada and @grace,\nand to @ada and @nobody.\n"
#: `mentions-settings` of these tests.
SETTINGS = '(setq mentions-settings (quote (:diagnostics (:unknown "warning"))))'
#: File, line and text of what xref would list.
ROWS = """(json-encode (vconcat (mapcar (lambda (item) (let ((place (xref-item-location item)))
  (vector (file-name-nondirectory (xref-location-group place)) (xref-location-line place)))) %s)))"""


class Notes:
    """Emacs on the notes, with the cursor on the first mention of Ada."""

    def __init__(self, editor):
        self.editor = editor
        editor.after("@ad")

    def rows(self, function, *arguments):
        """What a function of xref's back end finds for what is at the cursor."""
        call = f"({function} backend {' '.join(arguments) or '(xref-backend-identifier-at-point backend)'})"
        found = self.ask(ROWS % f"(let ((backend (xref-find-backend))) {call})")
        return sorted(map(tuple, json.loads(found)))

    def ask(self, form):
        found = self.editor.lisp(f'(with-current-buffer "notes.md" {form})')
        assert found is not None, form
        return found


@pytest.fixture
def notes(emacs):  # noqa: F811
    opened = []

    def start(client):
        editor = emacs(client, text=TEXT, extra=SETTINGS)
        opened.append(Notes(editor))
        return opened[0]

    yield start
    editor = opened[0].editor
    # What a rename has changed in other buffers is not to be asked about.
    editor.lisp("(progn (dolist (each (buffer-list)) (with-current-buffer each (set-buffer-modified-p nil))) 1)")
    editor.keys("C-x", "C-c")
    assert editor.until_over() == 0
    editor.watch.judge()


@BOTH
def test_definition_leads_to_the_line_of_the_people_file(notes, client):
    assert notes(client).rows("xref-backend-definitions") == [("people.jsonl", 1)]


@BOTH
def test_a_request_of_a_timer_does_not_cancel_one_that_is_awaited(notes, client):
    """lsp-mode has one cancellation token for all requests that are awaited, and company awaits answers in a timer."""
    assert notes(client).ask("""(let ((buffer (current-buffer)) (found 0))
      (run-at-time 0 nil (lambda ()
        (with-current-buffer buffer
          (let ((backend (xref-find-backend)))
            (setq found (length (xref-backend-definitions backend (xref-backend-identifier-at-point backend))))))))
      (let ((answer (mentions--send 'wait "mentions/list" (mentions--document))))
        (while (= found 0) (accept-process-output nil 0.01))
        (json-encode (vector (length (mentions--get answer :mentions)) found))))""") == "[3,1]"


@BOTH
def test_references_are_all_mentions_in_open_and_closed_files(notes, client):
    asked = notes(client)
    (asked.editor.place.outside / "notes/other.md").write_text("Ask @ada or @alan.\n", encoding="utf-8")
    # Both want the declaration too.
    assert asked.rows("xref-backend-references") == [
        ("notes.md", 1), ("notes.md", 2), ("other.md", 1), ("people.jsonl", 1)]


@BOTH
def test_people_of_the_workspace_are_found_by_name(notes, client):
    # lsp-mode counts the lines of what it finds from 0.
    line = {"eglot": 1, "lsp-mode": 0}[client]
    assert notes(client).rows("xref-backend-apropos", '"lovelace"') == [("notes.md", line), ("people.jsonl", line)]


@BOTH
def test_imenu_has_a_row_for_each_mention(notes, client):
    asked = notes(client)
    index = asked.ask('(progn (require (quote imenu)) (format "%S" (imenu--make-index-alist t)))')
    assert index.count("Ada Lovelace") == 2 and index.count("Grace Hopper") == 1


@BOTH
def test_a_new_handle_is_written_everywhere(notes, client):
    asked = notes(client)
    rename = {"eglot": "eglot-rename", "lsp-mode": "lsp-rename"}[client]
    # Eglot asks before it changes a file that is not shown.
    asked.ask(f'(let ((eglot-confirm-server-edits nil)) ({rename} "countess") 1)')
    asked.editor.until_state("the new handle", lambda state: state["text"] == TEXT.replace("@ada", "@countess"))
    told = asked.editor.lisp('(with-current-buffer (find-file-noselect (expand-file-name "people.jsonl"'
                             ' (file-name-directory (buffer-file-name (get-buffer "notes.md")))))'
                             ' (buffer-substring-no-properties (point-min) (point-max)))')
    assert '"handle": "countess"' in told and '"handle": "grace"' in told


@BOTH
def test_nobody_is_reported(notes, client):
    asked = notes(client)
    form = {"eglot": "(mapcar (function flymake-diagnostic-text) (flymake-diagnostics))",
            "lsp-mode": '(mapcar (lambda (each) (lsp:diagnostic-message each)) (gethash (lsp--fix-path-casing'
                        ' (buffer-file-name)) (lsp-diagnostics)))'}[client]
    asked.editor.until("the report", lambda: "nobody" in (asked.ask(f'(format "%s" {form})') or ""))


def test_a_server_that_ends_while_it_is_awaited_is_reported_at_once(emacs):  # noqa: F811
    editor = emacs("lsp-mode", text=TEXT)
    said = editor.lisp("""(with-current-buffer "notes.md"
      (let ((process (lsp--workspace-proc (cdr (mentions--connected)))))
        (signal-process process 'SIGKILL)
        (condition-case problem (mentions--send 'wait "mentions/list" (mentions--document))
          (error (error-message-string problem)))))""")
    assert said and "no answer" not in said
