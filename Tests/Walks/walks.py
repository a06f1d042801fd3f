"""The files and functions of Sources that the server enters for one message of an editor.

The debug build runs under callgrind. Each message is sent once before it is measured, so that callgrind has translated
the code: otherwise so much time would pass that timers fire in between. Functions are attributed to files by the debug
information. What the compiler generates does not count: nobody reads copies of values, thunks and tables of witnesses."""

import fcntl
import os
import re
import struct
import subprocess
import termios
import threading
import time
from pathlib import Path

from session import CAPABILITIES, Session

TOP = Path(__file__).resolve().parents[2]
SOURCES = "/Sources/"
TOOL = ["--tool=callgrind", "--instr-atstart=no", "--compress-strings=no", "--compress-pos=no"]
PEOPLE = "".join(f'{{"name": "{name}", "handle": "{handle}", "email": "{handle}@example.org"}}\n'
                 for name, handle in [("Ada Lovelace", "ada"), ("Bob Kahn", "bob"), ("Grace Hopper", "grace")])
NOTES = "# Notes\n\nAsk @ada.\n\n" + "Some line of prose.\n" * 20
#: A mention is written as a name, so that the store has to keep whose it is.
SETTINGS = {"triggers": [{"character": "@", "sources": ["people"], "insert": {"default": "{name}"}}]}
#: The line of NOTES that is empty between walks.
LINE = 3
#: Numbers of system calls on x86-64 in which a thread that has nothing to do waits. The last is the call that goes on
#: with one of the others after `vgdb` has interrupted it.
POLL, FUTEX, RESTARTED = "7", "202", "219"
#: The time that `poll` is given where only what happens ends it.
FOREVER = 0xFFFFFFFF
PAUSE = threading.Event()


class Walker(Session):
    """An editor with a folder of notes and a file of people, and with a server under callgrind."""

    def __init__(self, program, folder):
        self.folder, self.root = folder, folder / "notes"
        self.root.mkdir()
        (self.root / "people.jsonl").write_text(PEOPLE, encoding="utf-8")
        (self.root / "other.md").write_text("Ask @ada and @bob.\n", encoding="utf-8")
        self.profiles = folder / "profile"
        # Both find each other by this name, whatever TMPDIR, user and host are for either.
        self.pipes = f"--vgdb-prefix={folder / 'vgdb'}"
        super().__init__(program, folder, [*TOOL, self.pipes, f"--callgrind-out-file={self.profiles}"])
        self.uri = (self.root / "notes.md").as_uri()
        self.request("initialize", {
            "processId": None, "rootUri": self.root.as_uri(), "capabilities": CAPABILITIES,
            "workspaceFolders": [{"uri": self.root.as_uri(), "name": "notes"}], "initializationOptions": SETTINGS})
        # A hover over a mention is answered when people are known.
        self.hover(2, 5, after=[
            {"method": "initialized", "params": {}},
            {"method": "textDocument/didOpen", "params": {"textDocument": {
                "uri": self.uri, "languageId": "markdown", "version": 0, "text": NOTES}}}])
        self.wait()
        # Two seconds after a mention was read the store looks whether it has to be kept: no walk is to enter that.
        self.until(lambda: not self.has_timer(), "a timer stays")

    # --- messages

    def at(self, line, character):
        return {"textDocument": {"uri": self.uri}, "position": {"line": line, "character": character}}

    def hover(self, line, character, after=()):
        return self.request("textDocument/hover", self.at(line, character), after=after)

    def edit(self, start, end, text):
        """Replaces a part of the empty line."""
        self.version += 1
        self.send({"method": "textDocument/didChange", "params": {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"range": {"start": {"line": LINE, "character": start},
                                          "end": {"line": LINE, "character": end}}, "text": text}]}})

    def type(self, text, start=0):
        """Types into the empty line, a message for each letter."""
        for column, letter in enumerate(text, start):
            self.edit(column, column, letter)

    def complete(self, column):
        return self.request("textDocument/completion", self.at(LINE, column))["items"]

    def clear(self, length):
        self.edit(0, length, "")

    # --- measuring

    def control(self, *words):
        subprocess.run(["vgdb", self.pipes, f"--pid={self.process.pid}", *words], check=True, capture_output=True, timeout=60)

    def is_idle(self):
        """Whether all that was sent has been read, and no thread has anything to do."""
        if struct.unpack("i", fcntl.ioctl(self.process.stdin, termios.FIONREAD, b"\0" * 4))[0]:
            return False
        try:
            calls = {int(thread.name): (thread / "syscall").read_text().split()[0]
                     for thread in Path(f"/proc/{self.process.pid}/task").iterdir()}
        except (FileNotFoundError, ProcessLookupError):  # a thread has ended meanwhile
            return False
        return (calls[self.process.pid] in (POLL, RESTARTED)
                and all(call in (POLL, FUTEX, RESTARTED) for call in calls.values()))

    def has_timer(self):
        """Whether the server's main thread waits for a time, and not only for something to happen."""
        call, *arguments = Path(f"/proc/{self.process.pid}/syscall").read_text().split()
        return call != POLL or int(arguments[2], 16) & 0xFFFFFFFF != FOREVER

    def stored(self):
        """The files that keep mentions, with the times at which they were written. Choices of a walk before are written
        whenever their thread has time."""
        return {path: path.stat().st_mtime_ns for path in self.folder.glob(".local/state/**/*")
                if path.is_file() and path.suffix == ".json" and path.name != "choices.json"}

    def wait(self):
        self.until(lambda: all(self.is_idle() for _ in range(3)), "the server does not come to rest")

    @staticmethod
    def until(condition, failure):
        limit = time.monotonic() + 60
        while not condition():
            assert time.monotonic() < limit, failure
            PAUSE.wait(0.002)

    def measured(self, message):
        """The functions that `message` enters, as pairs of file and name."""
        self.wait()
        self.control("zero")
        message()
        self.wait()
        before = set(self.profiles.parent.glob("profile.*"))
        self.control("dump")
        profile, = set(self.profiles.parent.glob("profile.*")) - before
        return functions(profile)


#: How the names of functions begin that the compiler generates.
GENERATED = ("outlined ", "merged ", "thunk for ", "partial apply ", "lazy protocol witness table ", "__swift_",
             "destroy for ", "initializeWith", "assignWith", "getEnumTag", "storeEnumTag", "destructive",
             "implicit closure ", "default argument ", "one-time initialization ")


def functions(profile):
    """The functions of Sources in a profile of callgrind, as pairs of a file and a name as people write it."""
    entered, file = [], ""
    for line in profile.read_text(encoding="utf-8").splitlines():
        if line.startswith("fl="):
            file = line[3:]
        elif line.startswith("fn=") and SOURCES in file:
            entered.append((file[file.rindex(SOURCES) + 1:], line[3:].split("'")[0]))
    names = demangled([symbol for _, symbol in entered])
    # The parts of an async function, from one wait to the next, are one function.
    entered = [(file, re.sub(r"T[QY]\d*_$", "", symbol)) for file, symbol in entered]
    # Overloads may look the same: the symbol tells them apart.
    return {(file, f"{name}\t{symbol}") for (file, symbol), name in zip(entered, names) if not name.startswith(GENERATED)}


def demangled(symbols):
    """The Swift names of symbols."""
    done = subprocess.run(["swift", "demangle", "--simplified"], input="\n".join(symbols), capture_output=True, text=True,
                          check=True)
    return done.stdout.splitlines()


# --- the walks: each yields what its message enters, once for each round


def key(editor):
    """A letter in prose."""
    for column in range(ROUNDS):
        yield editor.measured(lambda: editor.edit(column, column, "a"))
    editor.clear(ROUNDS)


def key_in_a_mention(editor):
    """A letter after a trigger whose list is open."""
    for _ in range(ROUNDS):
        editor.type("@")
        editor.complete(1)
        yield editor.measured(lambda: editor.edit(1, 1, "a"))
        editor.clear(2)


def completion(editor):
    """The list of the people whom the letters after a trigger match."""
    for _ in range(ROUNDS):
        editor.type("@a")
        yield editor.measured(lambda: editor.complete(2))
        editor.clear(2)


def acceptance(editor):
    """The edit that inserts an item of the list: a mention is created, and two seconds later it is in the store."""
    column = 0
    for _ in range(ROUNDS):
        editor.type("@a", column)
        inserted = editor.complete(column + 2)[0]["textEdit"]["newText"]
        stored = editor.stored()

        def accept():
            editor.edit(column, column + 2, inserted)
            editor.until(lambda: editor.stored() != stored, "nothing was stored")
        yield editor.measured(accept)
        column += len(inserted)
        editor.type(" ", column)
        column += 1


def tokens_delta(editor):
    """The tokens that differ from those of the last request, after a letter in prose."""
    document = {"textDocument": {"uri": editor.uri}}
    known = editor.request("textDocument/semanticTokens/full", document)["resultId"]
    for column in range(ROUNDS):
        editor.edit(column, column, "a")
        answers = []
        yield editor.measured(lambda: answers.append(editor.request(
            "textDocument/semanticTokens/full/delta", {**document, "previousResultId": known})))
        known = answers[0]["resultId"]
    editor.clear(ROUNDS)


def first_references(editor):
    """All mentions of somebody in the workspace, whose files have not been read yet."""
    answers = []
    yield editor.measured(lambda: answers.append(editor.request(
        "textDocument/references", {**editor.at(2, 5), "context": {"includeDeclaration": True}})))
    assert len(answers[0]) == 3, answers


WALKS = [key, key_in_a_mention, completion, acceptance, tokens_delta, first_references]
#: How often a message is repeated; the first time is not counted.
ROUNDS = 4


def follow(walk, program, folder):
    """What the walk enters: the least of its rounds, since a timer may fire in one."""
    editor = Walker(program, folder)
    editor.control("instrumentation", "on")
    first, *others = walk(editor)
    editor.end()
    return min(others or [first], key=len)
