"""What passed between an editor and the server, as the server recorded it: documents, requests and their answers."""

import json
import threading
import time

from document import Document
from terminal import PATIENCE

import strict


class Watch:
    def __init__(self, place):
        self._place = place
        #: For each start of the server, how much of its recording was read, and its messages.
        self._read, self.sessions = [], []
        self.documents = {}
        #: Every answer: (method, parameters, result, error, text of the document when it was sent).
        self.answers = []
        self._asked = {}
        self._encoding = "utf-16"
        self._is_left = False

    def look(self):
        """Takes in what has come since the last look."""
        for number, record in enumerate(self._place.records()):
            if number == len(self.sessions):
                self._read.append(0)
                self.sessions.append([])
                self._asked.clear()
                self.documents.clear()
            with open(record, "rb") as file:
                file.seek(self._read[number])
                for line in file:
                    if not line.endswith(b"\n"):
                        break
                    self._read[number] += len(line)
                    self._take(json.loads(line))
        return self

    def _take(self, entry):
        self._is_left = "signal" in entry or "parentDied" in entry
        if entry["from"] not in ("client", "server"):
            return
        self.sessions[-1].append(entry)
        message = entry.get("message", {})
        method, params = message.get("method"), message.get("params")
        if entry["from"] == "client" and method:
            if "id" in message:
                self._asked[json.dumps(message["id"])] = (method, params)
            if method == "textDocument/didOpen":
                item = params["textDocument"]
                self.documents[item["uri"]] = Document(
                    item["uri"], item["text"], item["languageId"], item["version"], self._encoding)
            elif method == "textDocument/didChange":
                self._change(params)
            elif method == "textDocument/didClose":
                del self.documents[params["textDocument"]["uri"]]
        elif entry["from"] == "server" and not method and message["id"] is not None:
            asked, params = self._asked.pop(json.dumps(message["id"]))
            if asked == "initialize":
                self._encoding = message["result"]["capabilities"].get("positionEncoding", "utf-16")
            uri = ((params or {}).get("textDocument") or {}).get("uri")
            text = self.documents[uri].text if uri in self.documents else None
            self.answers.append((asked, params, message.get("result"), message.get("error"), text))

    def _change(self, params):
        document = self.documents[params["textDocument"]["uri"]]
        for change in params["contentChanges"]:
            if "range" in change:
                document.change(document.index(change["range"]["start"]), document.index(change["range"]["end"]),
                                change["text"])
            else:
                document.text = change["text"]

    def document(self, name):
        """The open document whose file has this name, as the server has it."""
        self.look()
        return next((document for uri, document in self.documents.items() if uri.endswith("/" + name)), None)

    def text(self, name):
        return document.text if (document := self.document(name)) else None

    def answered(self, method, since=0):
        """The answers to requests of this method, from the given count of answers on."""
        self.look()
        return [answer for answer in self.answers[since:] if answer[0] == method]

    def marked(self, ranges, name):
        """The texts of ranges in a document."""
        document = self.document(name)
        return [document.slice(range) for range in ranges]

    def complaints(self):
        """What the server told the user, and its answers that are errors, but for requests that the client took back
        or that came for a text that had moved on."""
        self.look()
        told = [entry["message"]["params"]["message"] for entry in sum(self.sessions, [])
                if entry.get("message", {}).get("method") == "window/showMessage"]
        return told + [(method, error) for method, _, _, error, _ in self.answers
                       if error and error["code"] not in (-32800, -32801)]

    def is_over(self):
        """Whether the server that was started last was told to end. lsp-mode ends it with the answer to `shutdown`;
        an Emacs that ends leaves Eglot's server to the system, which sends `SIGHUP`; Helix may close the stream first;
        Neovim does not wait for the answer to `shutdown`, and the server may notice its end before that request."""
        self.look()
        if self._is_left:
            return True
        session = self.sessions[-1] if self.sessions else []
        ends = any("end" in entry or "closed" in entry or entry.get("message", {}).get("method") == "exit"
                   for entry in session)
        return ends or bool(session and self.answers and self.answers[-1][0] == "shutdown")

    def judge(self):
        """Fails on anything that the protocol does not allow the server, and on any complaint. The editor has ended;
        what it said last may still be on its way."""
        end, pause = time.monotonic() + PATIENCE, threading.Event()
        while not self.is_over():
            assert time.monotonic() < end, "the server was not told to end"
            pause.wait(0.02)
        complaints = self.complaints()
        assert complaints == [], complaints
        assert self.sessions
        for session in self.sessions:
            messages = [entry for entry in session if "end" not in entry and "closed" not in entry]
            assert all("message" in entry for entry in messages), "the client sent what is not a message"
            assert list(strict.session(messages)) == []
