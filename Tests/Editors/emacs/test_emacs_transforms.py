"""Emacs with editors/emacs/mentions-transform.el, by Eglot and by lsp-mode."""

import subprocess
from pathlib import Path

import pytest
from terminal import PATIENCE
from test_emacs import BOTH, emacs  # noqa: F401: the fixture

PACKAGE = Path(__file__).resolve().parents[3] / "editors/emacs"


@pytest.mark.parametrize("name", ["mentions-transform.el", "mentions-styles.el"])
def test_the_file_by_itself(place_for, name):
    """Compiles without a warning and is documented as Emacs wants it."""
    place = place_for("emacs", (29, 1))
    for other in ("mentions.el", name):
        (place.outside / other).write_text((PACKAGE / other).read_text())
    compile_it = f'(or (byte-compile-file "{name}") (kill-emacs 1))'
    for form in (f"(progn (setq byte-compile-error-on-warn t) {compile_it})",
                 f'(progn (require (quote checkdoc)) (checkdoc-file "{name}"))'):
        done = place.run(["emacs", "-Q", "--batch", "-L", place.folder, "--eval", form], stdin=subprocess.DEVNULL,
                         capture_output=True, text=True, timeout=6 * PATIENCE)
        assert done.returncode == 0 and "arning" not in done.stderr, done.stderr


@BOTH
def test_a_region_and_a_mention_are_transformed(emacs, client):  # noqa: F811
    editor = emacs(client, text="", extra="(require 'mentions-transform)")
    editor.type("Hi ")
    editor.accept("@ad", "Ada Lovelace")
    editor.type(" ok")
    editor.until_text("Hi Ada Lovelace ok", "Ada Lovelace")
    editor.lisp('(with-current-buffer "notes.md" (mentions-transform "reverse" 1 8) 1)')
    editor.until_text("Ada LovelaceiH  ok".replace("iH ", " iH"), "Ada Lovelace")
    editor.lisp('(with-current-buffer "notes.md" (mentions-transform "asHandle" 2 2) 1)')
    editor.until_text("@ada iH ok", "@ada")
    editor.keys("M-<", "C-@", "M->")
    editor.command("mentions-transform")
    editor.type("upper")
    editor.keys("Enter")
    editor.until_text("@ada IH OK", "@ada")
    assert editor.lisp('(with-current-buffer "notes.md" (condition-case problem'
                       ' (mentions-transform "revers" 1 2) (error (error-message-string problem))))'
                       ).find("there is no transform") >= 0


@BOTH
def test_a_region_and_a_mention_are_transformed_by_code_action(emacs, client):  # noqa: F811
    editor = emacs(client, text="")
    editor.type("Hi ")
    editor.accept("@ad", "Ada Lovelace")
    editor.type(" ok")
    editor.until_text("Hi Ada Lovelace ok", "Ada Lovelace")
    command = "eglot-code-actions" if client == "eglot" else "lsp-execute-code-action"

    def act(title):
        editor.command(command)
        editor.until_shown("ction")
        editor.until_state("the list of actions", lambda state: state["minibuffer"])
        editor.type(title)
        editor.keys("Enter")
        editor.until_state("an answer", lambda state: not state["minibuffer"])

    editor.keys("M-<", "C-@", "M->")
    act("Reverse")
    editor.until_text("ko Ada Lovelace iH", "Ada Lovelace")
    # An undo would be one in the region. C-g may end a question of the client's instead.
    editor.lisp('(with-current-buffer "notes.md" (deactivate-mark) 1)')
    editor.undo("Hi Ada Lovelace ok", "Ada Lovelace")
    editor.keys("C-g")
    editor.after("Hi Ada")
    act("Write Mention as Handle")
    editor.until_text("Hi @ada ok", "@ada*")
