"""The commands of editors/emacs/mentions.el, by Eglot and by lsp-mode."""

from test_emacs import BOTH, emacs  # noqa: F401: the fixture


@BOTH
def test_commands_and_switching_off(emacs, client):  # noqa: F811
    editor = emacs(client, text="Ada and Grace Hopper, `code`\n")
    editor.keys("C-Space", "M-f")
    editor.command("mentions-add")
    editor.until_shown("Mention of")
    editor.type("Ada Lovelace")
    editor.keys("Enter")
    editor.until_text("Ada and Grace Hopper, `code`\n", "Ada")
    editor.after("and ")
    editor.keys("C-Space", "M-f", "M-f")
    editor.command("mentions-add")
    editor.until_shown("Mention of")
    editor.keys("Enter")
    editor.until_text("Ada and Grace Hopper, `code`\n", "Ada", "Grace Hopper")

    editor.command("mentions-list")
    editor.until_shown("Grace Hopper: Grace Hopper")
    editor.until_shown("Ada: Ada Lovelace")
    editor.keys("C-x", "1", "C-x", "b", "Enter")
    editor.until_ready()
    editor.after("`co")
    editor.command("mentions-explain")
    editor.until_state("the reason", lambda state: "code" in state["messages"].splitlines()[-1])
    editor.command("mentions-reload-sources")
    editor.until("sources read again", lambda: editor.watch.answered("workspace/executeCommand"))
    editor.after("Ad")
    editor.command("mentions-remove")
    editor.until_text("Ada and Grace Hopper, `code`\n", "Grace Hopper")

    editor.command("mentions-mode")
    state = editor.until_state("no server", lambda state: not state["connected"])
    assert state["mentions"] == []
    # What Eglot highlighted under the cursor stays when it lets go of a buffer.
    assert editor.lisp("(with-current-buffer \"notes.md\" (format \"%s\" (list (key-binding (kbd \"DEL\")) (memq"
                       " 'mentions--schedule (append post-command-hook after-change-functions))"
                       " (seq-remove (lambda (overlay) (eq 'eglot-highlight-symbol-face (overlay-get overlay 'face)))"
                       " (overlays-in 1 30))"
                       " (seq-find (lambda (timer) (eq 'mentions--update (timer--function timer))) timer-list))))"
                       ) == "(markdown-outdent-or-delete nil nil nil)"
    editor.until("the end of the server", editor.watch.is_over)
    editor.after("Grace Hopper")
    editor.keys("BSpace")
    editor.until_text("Ada and Grace Hoppe, `code`\n")
    editor.save()
    editor.keys("C-x", "C-c")
    assert editor.until_over() == 0
    editor.watch.judge()
    editor.place.transcript(f"emacs-{client}/commands")
