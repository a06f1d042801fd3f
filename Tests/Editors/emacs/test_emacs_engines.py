"""Emacs's ways to complete, taken through all that may happen to a mention: by Eglot with completion-at-point and with
company, and by lsp-mode with company."""

import pytest
from test_emacs import FILE, HERE, emacs  # noqa: F401: the fixture

TEXT = "# Notes\n\n"
ADA, GRACE, YAMADA = "Ada Lovelace", "Grace Hopper", "山田 太郎"
README = (HERE.parents[2] / "editors/emacs/README.md").read_text(encoding="utf-8")
ENGINES = pytest.mark.parametrize(
    ("client", "completion"), [("eglot", "capf"), ("eglot", "company"), ("lsp-mode", "company")])


def opened(emacs, client, completion, text=TEXT):  # noqa: F811
    editor = emacs(client, completion, text)
    editor.keys("M->")
    return editor


@ENGINES
def test_names_are_listed_filtered_and_taken_with_and_without_the_trigger(emacs, client, completion):  # noqa: F811
    editor = opened(emacs, client, completion)
    editor.enter("Hi ")
    editor.lists("@", "Alan Turing")
    editor.take("hop", GRACE)
    editor.enter(", ")
    editor.take("@ada lo", ADA)
    editor.enter(", ")
    editor.take("@山", YAMADA)
    editor.enter(" and ")
    editor.take("Gra", GRACE)
    editor.until_text(f"{TEXT}Hi {GRACE}, {ADA}, {YAMADA} and {GRACE}", GRACE, ADA, YAMADA, GRACE)
    editor.finish()


@ENGINES
def test_a_mention_is_wrapped_sorted_and_deleted_in_steps(emacs, client, completion):  # noqa: F811
    editor = opened(emacs, client, completion)
    editor.lisp('(with-current-buffer "notes.md" (auto-fill-mode 1) (setq fill-column 28))')
    # The key crosses the fill column. lsp-mode sends the line end and the change of the indent one after the other, which
    # ends the creation: there the name alone crosses it.
    # No handle is in the key: Eglot may send "@grace " with the line end in one edit, which is text that mentions Grace.
    key, gap = ("@grac h", "\n") if client == "eglot" else ("@hop", " ")
    editor.enter("Thanks for all of that, ")
    editor.take(key, GRACE)
    editor.until_text(f"{TEXT}Thanks for all of that,{gap}{GRACE}", GRACE)
    editor.enter(" and all others, ")
    editor.take("@lov", ADA)
    editor.type(" too")
    filled = f"{TEXT}Thanks for all of that,\n{GRACE} and all others,\n{ADA} too"
    editor.until_text(filled, GRACE, ADA)
    editor.keys("C-x", "h")
    editor.command("sort-lines")
    ordered = f"\n# Notes\n{ADA} too\n{GRACE} and all others,\nThanks for all of that,"
    editor.until_text(ordered, ADA, GRACE)
    editor.undo(filled, GRACE, ADA)
    editor.after(GRACE)
    editor.until_text(filled, GRACE, ADA)
    for now in (GRACE, "Grace"):
        editor.keys("BSpace")
        editor.until_text(filled.replace(GRACE, now), now + "*", ADA)
    editor.keys("BSpace")
    editor.until_text(filled.replace(GRACE, ""), ADA)
    editor.finish()


@ENGINES
def test_an_accepted_name_is_undone(emacs, client, completion):  # noqa: F811
    editor = opened(emacs, client, completion)
    editor.enter("Hi ")
    editor.take("@hop", GRACE)
    editor.type(" ok")
    editor.until_text(f"{TEXT}Hi {GRACE} ok", GRACE)
    # The words after the name, then the name itself.
    for text, mentions in ((f"Hi {GRACE}", [GRACE]), ("Hi @hop", [])):
        editor.keys("C-_")
        editor.until_text(TEXT + text, *mentions)
    editor.command("undo-redo")
    editor.until_text(f"{TEXT}Hi {GRACE}", GRACE)
    editor.finish()


def test_enter_ends_the_line_with_the_keys_that_the_readme_gives_company(emacs):  # noqa: F811
    recipe = README.split("```elisp\n")[1].split("```")[0]
    editor = emacs("eglot", "company", TEXT, extra=recipe[recipe.index("(with-eval-after-load"):])
    editor.keys("M->")
    editor.lists("Gra", GRACE)
    editor.keys("Enter")
    # A letter that reaches the server together with the line end begins no mention.
    editor.until("the line end", lambda: editor.watch.text(FILE) == f"{TEXT}Gra\n")
    editor.lists("Gra", GRACE)
    editor.keys("Tab")
    editor.until_text(f"{TEXT}Gra\n{GRACE}", GRACE)
    editor.finish()
