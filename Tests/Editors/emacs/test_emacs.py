"""Emacs in a terminal with editors/emacs/mentions.el, by Eglot and by lsp-mode: keys go in; the text, the faces of the
mentions and Emacs's messages are read back, and what passed between Emacs and the server."""

import json
import subprocess
from pathlib import Path

import pytest
from people import NOTES, saved, workspace
from terminal import PATIENCE, Terminal, painted
from watch import Watch

FILE = "notes.md"
#: What lsp-mode and Eglot say when all is well, besides what Emacs does.
QUIET = ("error", "warning", "fail", "invalid", "void")


def value(done):
    """A string or a number that Emacs has printed; None where it printed something else or does not listen yet."""
    try:
        return json.loads(done.stdout)
    except ValueError:
        return None


class Emacs(Terminal):
    def __init__(self, place, watch, client, completion):
        self.watch, self.completion = watch, completion
        super().__init__(place, "notes", ["emacs", "-nw", FILE], [
            ("TEST_CLIENT", client), ("TEST_COMPLETION", completion), ("TEST_HOME", place.folder),
            ("TEST_PACKAGE", f"{place.editors}/emacs")])

    # --- state

    def evaluated(self, form):
        """What Emacs prints for a form."""
        return self.place.run(["emacsclient", "-s", f"{self.place.folder}/server", "--eval", form], capture_output=True,
                              stdin=subprocess.DEVNULL, text=True, timeout=PATIENCE)

    def lisp(self, form):
        """The value of a form that gives a string or a number, else None. The form may await the server. Emacs would
        evaluate it while company awaits a list, too, and lsp-mode cannot do two such things at once."""
        tries = []

        def is_done():
            tries.append(self.evaluated(f"(if (test-busy) 'busy {form})"))
            return tries[-1].stdout.strip() != "busy"

        self.until("Emacs to be done", is_done)
        assert tries[-1].returncode == 0, tries[-1]
        return value(tries[-1])

    def state(self):
        answer = value(self.evaluated("(test-state)"))
        return json.loads(answer) if answer else None

    def until_state(self, what, condition):
        seen = []

        def met():
            seen[:] = [self.state()]
            return seen[0] if seen[0] and condition(seen[0]) else None

        return self.until(what, met, lambda: json.dumps(seen[0], ensure_ascii=False))

    def until_done(self, what, condition):
        """Waits for a state in which Emacs is done with the last key: it awaits no answer that the next key would take
        back."""
        return self.until_state(what, lambda state: condition(state) and not state["busy"])

    def until_text(self, text, *mentions):
        """Waits for a text with these mentions, as the server told them; those that end with * are lit up."""
        wanted = [[name.rstrip("*"), "mentions-lit-up-face" if name.endswith("*") else "mentions-face"]
                  for name in mentions]
        return self.until_state(f"the text {text!r} with {wanted}",
                                lambda state: state["told"] and state["text"] == text and state["mentions"] == wanted)

    def until_ready(self):
        return self.until_state("the server", lambda state: state["connected"] and state["buffer"] == FILE)

    # --- actions

    def accept(self, key, name, further=0):
        """Types what begins a mention; takes the candidate `further` rows down the list."""
        if self.completion == "capf":
            self.type(key)
            self.until_state("what was typed", lambda state: state["before"].endswith(key))
            self.keys("C-M-i")
            self.until_shown("possible completion")
            self.keys(*["M-Down"] * (further + 1), "M-Enter")
        else:
            self.write(key)
            self.until_done(f"{name} where it belongs", lambda state: state["candidates"][further:][:1] == [name])
            self.until_shown(name)
            self.keys(*["C-n"] * further, "Enter")
        self.until_done(f"{name} in the text", lambda state: state["before"].endswith(name) and not state["candidates"])

    def enter(self, text):
        """Types a text at once, and waits until Emacs is done with it."""
        self.type(text)
        self.until_done("what was typed", lambda state: state["before"].endswith(text))

    def write(self, text):
        """Types each letter when Emacs is done with the one before."""
        for end in range(1, len(text) + 1):
            self.type(text[end - 1])
            self.until_done("what was typed", lambda state: state["before"].endswith(text[:end]))

    def lists(self, key, name):
        """Types what begins a mention, and waits until a name is listed."""
        self.write(key)
        if self.completion == "capf":
            self.keys("C-M-i")
        self.until_shown(name)

    def take(self, key, name):
        """Types a key and takes the only name for it."""
        self.write(key)
        if self.completion == "capf":
            self.keys("C-M-i")
            # Emacs takes a single candidate that begins like the key at once.
            is_taken = lambda: self.state()["before"].endswith(name)
            self.until(f"{name} alone", lambda: is_taken() or "1 possible completion" in self.screen())
            if not is_taken():
                self.keys("M-Down", "M-Enter")
        else:
            self.until_done(f"{name} alone", lambda state: state["candidates"] == [name])
            self.keys("Enter")
        self.until_done(f"{name} in the text", lambda state: state["before"].endswith(name) and not state["candidates"])

    def after(self, text):
        """Puts the cursor behind the first place of a text."""
        assert self.lisp(f"(with-current-buffer {json.dumps(FILE)} (goto-char (point-min))"
                         f" (search-forward {json.dumps(text, ensure_ascii=False)}))")
        self.keys("C-f", "C-b")  # so that Emacs sees that the cursor was moved

    def command(self, name):
        self.keys("M-x")
        self.until_state("the minibuffer", lambda state: state["minibuffer"])
        self.type(name)
        self.keys("Enter")

    def undo(self, text, *mentions):
        """Undoes until the text is so; how many steps that takes is up to Emacs."""
        for _ in range(8):
            before = self.state()["text"]
            self.keys("C-_")
            if self.until_state("an undone change", lambda state: state["text"] != before)["text"] == text:
                break
        self.until_text(text, *mentions)

    def complaints(self):
        state = self.state()
        return state["warnings"] + "".join(
            line + "\n" for line in state["messages"].splitlines() if any(word in line.lower() for word in QUIET))

    def save(self):
        self.keys("C-x", "C-s")
        self.until_state("the file to be written", lambda state: not state["modified"])

    def finish(self):
        """Saves and quits, and judges what was sent."""
        self.save()
        self.quit()
        self.watch.judge()

    def quit(self):
        assert self.complaints() == ""
        self.keys("C-x", "C-c")
        assert self.until_over() == 0


@pytest.fixture
def emacs(place_for):
    place = place_for("emacs", (29, 1))
    watch, started = Watch(place), []
    settings = place.outside / ".emacs.d"
    settings.mkdir()
    (settings / "init.el").write_text((HERE / "init.el").read_text())

    def start(client, completion="company", text=None, extra=""):
        (settings / "extra.el").write_text(extra)
        if text is not None:
            workspace(place, text)
        editor = Emacs(place, watch, client, completion)
        started.append(editor)
        editor.until_ready()
        return editor

    yield start
    for editor in started:
        editor.close()


HERE = Path(__file__).resolve().parent


def test_the_file_by_itself(place_for):
    """Compiles without a warning, is documented as Emacs wants it, and passes its tests that need no server."""
    place = place_for("emacs", (29, 1))
    for file in (HERE.parents[2] / "editors/emacs/mentions.el", HERE / "mentions-tests.el"):
        (place.outside / file.name).write_text(file.read_text())
    for form in ('(progn (setq byte-compile-error-on-warn t) (or (byte-compile-file "mentions.el") (kill-emacs 1)))',
                 '(progn (require (quote checkdoc)) (checkdoc-file "mentions.el"))',
                 '(progn (load (expand-file-name "mentions-tests.el")) (ert-run-tests-batch-and-exit))'):
        done = place.run(["emacs", "-Q", "--batch", "-L", place.folder, "--eval", form], stdin=subprocess.DEVNULL,
                         capture_output=True, text=True, timeout=6 * PATIENCE)
        assert done.returncode == 0 and "arning" not in done.stderr, done.stderr


BOTH = pytest.mark.parametrize("client", ["eglot", "lsp-mode"])


@pytest.mark.parametrize(("client", "completion"), [("eglot", "capf"), ("eglot", "company"), ("lsp-mode", "company")])
def test_from_the_first_mention_to_opening_again(emacs, client, completion):
    editor = emacs(client, completion, NOTES)
    editor.keys("M->")
    editor.type("Hi ")
    editor.accept("@ad", "Ada Lovelace")
    editor.type(" and ")
    editor.accept("@", "Grace Hopper", 2)
    editor.type(", ok.")
    editor.keys("Enter")
    editor.type("😀👩‍👩‍👧 漢字 ")
    editor.accept("@yam", "山田 太郎")
    editor.type(" with ")
    editor.accept("@ren", "Renée 🦊 Fuchs")
    editor.keys("Enter")
    text = NOTES + "Hi Ada Lovelace and Grace Hopper, ok.\n😀👩‍👩‍👧 漢字 山田 太郎 with Renée 🦊 Fuchs\n"
    names = ["Ada Lovelace", "Grace Hopper", "山田 太郎", "Renée 🦊 Fuchs"]
    editor.until_text(text, *names)
    editor.until_shown("@4")
    editor.save()
    assert saved(editor.place.outside / "notes" / FILE) == text
    editor.keys("C-x", "k", "Enter")
    editor.until_state("another buffer", lambda state: state["buffer"] != FILE)
    editor.keys("C-x", "C-f")
    editor.until_shown("Find file:")
    editor.lisp("(with-selected-window (minibuffer-window) (delete-minibuffer-contents) \"\")")
    editor.type(f"{editor.place.folder}/notes/{FILE}")
    editor.keys("Enter")
    editor.until_ready()
    editor.until_text(text, *names)
    editor.quit()

    editor = emacs(client, completion)
    editor.until_text(text, *names)
    editor.quit()
    editor.watch.judge()
    editor.place.transcript(f"emacs-{client}/{completion}-writing")


def test_people_are_offered_in_comments_of_source_code(emacs):
    code = """
(add-to-list 'auto-mode-alist '("notes\\\\.md\\\\'" . sh-mode))
(add-hook 'sh-mode-hook #'mentions-mode)
"""
    editor = emacs("lsp-mode", "company", "echo\n", extra=code)
    editor.keys("M->")
    editor.type("# by ")
    editor.accept("@gra", "Grace Hopper")
    editor.until_text("echo\n# by Grace Hopper", "Grace Hopper")
    editor.save()
    editor.quit()


@BOTH
def test_backspace_lights_up_then_trims_then_deletes(emacs, client):
    editor = emacs(client, text="")
    editor.type("Hi ")
    editor.accept("@ad", "Ada Lovelace")
    editor.until_text("Hi Ada Lovelace", "Ada Lovelace")
    editor.keys("BSpace")
    editor.until_text("Hi Ada Lovelace", "Ada Lovelace*")
    editor.keys("BSpace")
    editor.until_text("Hi Ada", "Ada*")
    editor.keys("C-_")
    editor.until_text("Hi Ada Lovelace", "Ada Lovelace")
    editor.keys("BSpace")
    editor.until_text("Hi Ada Lovelace", "Ada Lovelace*")
    editor.keys("BSpace")
    editor.until_text("Hi Ada", "Ada*")
    editor.keys("BSpace")
    editor.until_text("Hi ")
    editor.keys("BSpace")
    editor.until_text("Hi")
    editor.finish()
    editor.place.transcript(f"emacs-{client}/backspace")


@BOTH
def test_changes_inside_and_over_mentions(emacs, client):
    editor = emacs(client, text=NOTES)
    editor.keys("M->")
    editor.type("> ")
    editor.accept("@ad", "Ada Lovelace")
    editor.type(" met ")
    editor.accept("@gr", "Grace Hopper")
    editor.keys("Enter")
    ada, grace = "Ada Lovelace", "Grace Hopper"
    text = NOTES + f"> {ada} met {grace}\n"
    editor.until_text(text, ada, grace)

    # The mention at the cursor shows differently, and no other.
    editor.after("Ada Love")
    editor.until_text(text, ada + "*", grace)
    editor.after("> ")
    editor.keys("C-b")
    editor.until_text(text, ada, grace)

    # A backspace inside a mention works as usual.
    editor.after("Ada Love")
    editor.keys("BSpace")
    editor.until_text(text.replace("Lovelace", "Lovlace"), grace)
    editor.undo(text, ada + "*", grace)

    # Several lines pasted over a mention.
    editor.after("> ")
    editor.keys("C-Space", "M-f", "M-f", "C-w")
    editor.until_text(text.replace(ada, ""), grace)
    editor.paste("one\ntwo 𝕏\nthree")
    editor.until_text(text.replace(ada, "one\ntwo 𝕏\nthree"), grace)
    editor.undo(text, ada, grace)

    # One change through both mentions and all other text, undone.
    editor.keys("M-<")
    editor.command("replace-string")
    editor.until_shown("Replace string")
    editor.type("e")
    editor.keys("Enter")
    editor.until_shown("with:")
    editor.type("EE")
    editor.keys("Enter")
    editor.until_state("the replacement", lambda state: state["text"] == text.replace("e", "EE"))
    editor.undo(text, ada, grace)

    # Something before every line.
    editor.keys("M-<", "C-Space", "M->", "C-p", "C-x", "r", "t")
    editor.until_state("the minibuffer", lambda state: state["minibuffer"])
    editor.type("- ")
    editor.keys("Enter")
    editor.until_text("".join(f"- {line}\n" for line in text.splitlines()), ada, grace)
    editor.finish()
    editor.place.transcript(f"emacs-{client}/changing")


@BOTH
def test_a_server_that_ends_takes_its_faces_along_and_comes_back(emacs, client):
    editor = emacs(client, text="", extra="(setq eglot-autoreconnect nil)")
    editor.type("Hi ")
    editor.accept("@ad", "Ada Lovelace")
    editor.type(" ok")
    editor.until_text("Hi Ada Lovelace ok", "Ada Lovelace")
    editor.save()
    process = "(jsonrpc--process it)" if client == "eglot" else "(lsp--workspace-cmd-proc it)"
    editor.lisp(f"(with-current-buffer {json.dumps(FILE)}"
                f" (let ((it (cdr (mentions--connection)))) (delete-process {process}) 1))")
    editor.keys("C-b")
    editor.until_state("no server, no mention", lambda state: not state["connected"] and state["mentions"] == [])
    editor.command("mentions-mode")
    editor.command("mentions-mode")
    editor.until_text("Hi Ada Lovelace ok\n", "Ada Lovelace")
    # A second file of the project shares the server, and may leave it.
    editor.lisp(f'(progn (switch-to-buffer (find-file-noselect "{editor.place.folder}/notes/other.md")) 1)')
    editor.until_state("the server", lambda state: state["connected"] and state["buffer"] == "other.md")
    editor.command("mentions-mode")
    editor.until_state("no server", lambda state: not state["connected"])
    editor.keys("C-x", "k", "Enter")
    editor.until_ready()


@BOTH
def test_people_from_a_function_of_ones_own(emacs, client):
    editor = emacs(client, text="", extra="""
(setq mentions-settings
      '(:sources (:mine (:type "client")) :triggers [(:character "+" :sources ["mine"])])
      mentions-entities-function
      (lambda (query)
        (and (equal "+" (plist-get query :controlCharacter))
             (list "Anna Be" '(:name "Ånders Ørsted" :handle "oersted" :aliases ["HC"])))))
""")
    editor.type("Hi ")
    editor.accept("+be", "Anna Be")
    editor.type(", ")
    editor.accept("+o", "Ånders Ørsted", 1)
    editor.until_text("Hi Anna Be, Ånders Ørsted", "Anna Be", "Ånders Ørsted")
    editor.finish()
    editor.place.transcript(f"emacs-{client}/own-people")


def test_the_readme_as_a_newcomer_follows_it(place_for):
    """Nothing but what the README says: the file in its folder, the lines in init.el, a text file, the keys."""
    place = place_for("emacs", (29, 1))
    package = HERE.parents[2] / "editors" / "emacs"
    steps = (package / "README.md").read_text(encoding="utf-8")
    recipe = steps.split("```elisp\n")[1].split("```")[0]
    (place.outside / ".emacs.d" / "mentions").mkdir(parents=True)
    (place.outside / ".emacs.d" / "init.el").write_text(recipe)
    (place.outside / ".emacs.d" / "mentions" / "mentions.el").write_text((package / "mentions.el").read_text())
    (place.outside / "notes").mkdir()
    editor = Terminal(place, "notes", ["emacs", "-nw", "notes.txt"])
    try:
        assert "`Hi @kn`" in steps and "`C-M-i`" in steps and "`M-<down>` and `M-RET`" in steps
        editor.until_shown(" @0")
        editor.type("Hi @kn")
        editor.until_shown("Hi @kn")
        editor.keys("C-M-i")
        editor.until_shown("possible completion")
        editor.keys("M-Down", "M-Enter")
        editor.until_shown("Hi Donald Knuth")
        editor.until_shown(" @1")
        shown = painted(editor.screen(colours=True))
        assert any(text.startswith("Donald") and "fg" in look for text, look in shown), shown
        editor.keys("C-x", "C-s", "C-x", "C-c")
        assert editor.until_over() == 0
    finally:
        editor.close()
