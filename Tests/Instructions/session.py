"""Scripted sessions with the program under valgrind, which counts the instructions that it executes.

The same session costs the same number of instructions every time, whatever else the machine does: entities are those
of the built-in directory, which no thread loads; hashes have no seed; and nothing is sent before the server has
answered everything before it."""

import json
import os
import re
import subprocess

URI = "file:///w/notes.md"
TEXT = "# Notes\n\n" + "\n" * 60 + "Some line of prose.\n" * 200
#: A line that stays empty between the steps of a session.
LINE = 3
MENTIONS = "\n" * LINE + "Some words of prose.\n" + "\n".join(f"{number:4} @knuth wrote it." for number in range(1000)) + "\n"
CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "completion": {"completionItem": {"insertReplaceSupport": True, "labelDetailsSupport": True,
                                          "resolveSupport": {"properties": ["documentation"]}}},
        "semanticTokens": {"formats": ["relative"], "requests": {"full": {"delta": True}}, "tokenTypes": ["decorator"],
                           "tokenModifiers": []},
    },
}


class Session:
    """A client that waits for each answer. `tool` are the arguments of valgrind that choose a tool."""

    def __init__(self, program, folder, tool, log=None):
        self.log = log or folder / "valgrind.log"
        self.errors = folder / "errors"
        self.id = self.version = 0
        # Nothing of this machine or its user: the variables take part in the start.
        environment = {"PATH": os.defpath, "HOME": str(folder), "SWIFT_DETERMINISTIC_HASHING": "1"}
        with open(self.errors, "wb") as errors:
            self.process = subprocess.Popen(
                ["valgrind", *tool, f"--log-file={self.log}", program], cwd=folder, env=environment, stderr=errors,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, *messages):
        """In one piece: how many reads a session takes must not depend on chance."""
        data = b""
        for message in messages:
            body = json.dumps({"jsonrpc": "2.0", **message}).encode()
            data += b"Content-Length: %d\r\n\r\n" % len(body) + body
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def _read(self):
        length = 0
        while (line := self.process.stdout.readline()) not in (b"\r\n", b""):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        assert length, f"the server has ended: {self.errors.read_text(encoding='utf-8')}"
        return json.loads(self.process.stdout.read(length))

    def request(self, method, params=None, after=()):
        """Sends the messages `after` which the request comes, and the request; returns its result."""
        self.id += 1
        self.send(*after, {"id": self.id, "method": method, "params": params})
        while True:
            message = self._read()
            if message.get("id") == self.id and "method" not in message:
                assert "error" not in message, message
                return message["result"]
            if "method" in message and "id" in message:
                items = message["params"].get("items") if method == "workspace/configuration" else None
                self.send({"id": message["id"], "result": items and [None] * len(items)})

    # --- steps

    def initialize(self):
        self.request("initialize", {"processId": None, "rootUri": "file:///w", "capabilities": CAPABILITIES,
                                    "initializationOptions": {"demo": True, "annotationStore": "off"}})

    def open(self, text=TEXT):
        document = {"uri": URI, "languageId": "markdown", "version": 0, "text": text}
        self.request("textDocument/hover", here(0), after=[
            {"method": "initialized", "params": {}},
            {"method": "textDocument/didOpen", "params": {"textDocument": document}}])

    def change(self, start, end, text):
        """The message that replaces a part of the line."""
        self.version += 1
        return {"method": "textDocument/didChange", "params": {
            "textDocument": {"uri": URI, "version": self.version},
            "contentChanges": [{"range": {"start": place(start), "end": place(end)}, "text": text}]}}

    def type_prose(self, rounds):
        """So many times sixty keys at once and a hover, then the line is emptied."""
        for _ in range(rounds):
            keys = [self.change(column, column, "abcde fghij klmno"[column % 17]) for column in range(60)]
            self.request("textDocument/hover", here(0), after=[*keys, self.change(0, 60, "")])

    def paste(self, rounds):
        """So many times a pasted line and a hover, then the line is emptied."""
        line = "Some words of a long line. " * 40
        for _ in range(rounds):
            self.request("textDocument/hover", here(0), after=[
                self.change(0, 0, line), self.change(0, len(line), "")])

    def ask_after_keys(self, rounds):
        """So many times a key in a word, which is deleted again, with a question after both that editors ask by themselves.
        Returns the places of the mention in the last line."""
        for _ in range(rounds):
            for change in (self.change(7, 7, "a"), self.change(7, 8, "")):
                assert self.request("textDocument/documentHighlight", here(8), after=[change]) is None
        last = {"textDocument": {"uri": URI}, "position": {"line": len(MENTIONS.splitlines()) - 1, "character": 5}}
        return self.request("textDocument/documentHighlight", last)

    def complete(self, rounds):
        """So many times four letters, with a list after each, then the line is emptied. Returns the items of all lists."""
        found = 0
        for turn in range(rounds):
            for column, letter in enumerate("@don" if turn % 2 else "@ken"):
                answer = self.request("textDocument/completion", here(column + 1),
                                      after=[self.change(column, column, letter)])
                found += len(answer["items"])
            self.request("textDocument/hover", here(0), after=[self.change(0, 4, "")])
        return found

    def end(self):
        self.request("shutdown")
        self.send({"method": "exit"})
        self.process.stdin.close()
        assert self.process.wait(60) == 0


def place(column):
    return {"line": LINE, "character": column}


def here(column):
    return {"textDocument": {"uri": URI}, "position": place(column)}


#: Counts instructions and nothing else.
COUNTING = ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]


def instructions(program, folder, steps):
    """What a session costs that is started, does `steps`, and ends."""
    session = Session(program, folder, COUNTING)
    session.initialize()
    steps(session)
    session.end()
    return int(re.search(r"I\s+refs:\s+([\d,]+)", session.log.read_text(encoding="utf-8"))[1].replace(",", ""))


def start(program, folder):
    """From the program's start until `initialize` is answered, with its end."""
    return instructions(program, folder, lambda session: None)


def keystroke(program, folder):
    """A key in prose: two sessions of which one is longer, so that neither start nor end counts."""
    def typed(rounds):
        return instructions(program, folder, lambda session: (session.open(), session.type_prose(rounds)))
    return (typed(20) - typed(10)) // (10 * 60)


def keystroke_in_10_mb(program, folder):
    """A key in prose near the start of a large document."""
    text = TEXT + "Some line of prose.\n" * 500_000
    def typed(rounds):
        return instructions(program, folder, lambda session: (session.open(text), session.type_prose(rounds)))
    return (typed(20) - typed(10)) // (10 * 60)


def pasted_line(program, folder):
    """A line of 1,080 letters that is pasted, and deleted again."""
    def pasted(rounds):
        return instructions(program, folder, lambda session: (session.open(), session.paste(rounds)))
    return (pasted(50) - pasted(10)) // 40


def highlight_among_1000_mentions(program, folder):
    """A key and the question for highlights after it, in a document with a thousand mentions.

    Many rounds: opening the document costs three hundred million instructions, and up to one million more by chance."""
    def asked(rounds):
        found = []
        count = instructions(
            program, folder, lambda session: (session.open(MENTIONS), found.append(session.ask_after_keys(rounds))))
        assert len(found[0]) == 1000
        return count
    return (asked(60) - asked(20)) // (40 * 2)


def completion(program, folder):
    """A letter of a key and the list after it."""
    def completed(rounds):
        found = []
        count = instructions(program, folder, lambda session: (session.open(), found.append(session.complete(rounds))))
        assert found[0] >= rounds, "an answer without items measures nothing"
        return count
    return (completed(36) - completed(12)) // (24 * 4)


def scanned(program, folder, count, line):
    """What `scan` of so many files costs, each of which has a line."""
    root = folder / f"{count}"
    root.mkdir()
    (root / ".mentions.json").write_text('{"sources": {"git": null, "team": {"type": "file", "path": "team.csv"}}}')
    (root / "team.csv").write_text("name,handle\n" + "".join(f"Person {number},p{number}\n" for number in range(50)))
    for number in range(count):
        text = f"# Note {number}\n\n{line.format(number % 50)}\n\n" + "Some line of prose.\n" * 10
        (root / f"{number}.md").write_text(text)
    environment = {"PATH": os.defpath, "HOME": str(folder), "SWIFT_DETERMINISTIC_HASHING": "1"}
    log = folder / "valgrind.log"
    found = subprocess.run(["valgrind", *COUNTING, f"--log-file={log}", program, "scan"], cwd=root, env=environment,
                           capture_output=True, check=True).stdout
    assert len(found.splitlines()) == (count if "@" in line else 0)
    return int(re.search(r"I\s+refs:\s+([\d,]+)", log.read_text(encoding="utf-8"))[1].replace(",", ""))


def scanned_file(program, folder):
    """A file without a mention: two trees of which one is larger, so that neither start nor people count."""
    line = "Talked to Person {}."
    return (scanned(program, folder, 1536, line) - scanned(program, folder, 512, line)) // 1024


def scanned_mention(program, folder):
    """A file with a mention."""
    line = "Talked to @p{}."
    return (scanned(program, folder, 1536, line) - scanned(program, folder, 512, line)) // 1024


MEASURES = {
    "start": start, "keystroke": keystroke, "completion": completion, "keystroke_in_10_mb": keystroke_in_10_mb,
    "pasted_line": pasted_line, "highlight_among_1000_mentions": highlight_among_1000_mentions,
    "scanned_file": scanned_file, "scanned_mention": scanned_mention}
