"""Headless Neovim with the plug-in: sends keys, and reads back the buffer and what the plug-in shows."""

import json
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from people import workspace

HERE = Path(__file__).resolve().parent
PATIENCE = 20

#: What an init.lua says before `setup`, unless a test says more. Where a test is about the answer to a backspace,
#: a busy machine may take its time with it.
OPTIONS = """
local usual = { cmd = COMMAND, init_options = { demo = true }, backspace = { deadline = 2000 } }
require('mentions').setup(vim.tbl_deep_extend('force', usual, MORE))
"""


class Neovim:
    """One editor on the notes, an earlier editor's if `text` is None. `options` is a table for `setup`,
    `before` and `after` are put round the call: all Lua."""

    def __init__(self, place, text="", options="{}", before="", after=""):
        self.place, self.socket, self.listens = place, f"{place.folder}/socket", False
        self.file = place.outside / "notes" / "notes.md"
        if text is not None and not self.file.exists():
            workspace(place, text)
        elif text is not None:
            self.file.write_text(text, encoding="utf-8")
        # Two Neovims that start at once may both try to make it, and one reports an error.
        (place.outside / ".local" / "state" / "nvim").mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / "plugin.lua", place.outside)
        command = "{ " + ", ".join(json.dumps(word) for word in place.command) + " }"
        (place.outside / "options.lua").write_text(
            f"local COMMAND = {command}\nlocal MORE = {options}\n{before}\n{OPTIONS}\n{after}\n",
            encoding="utf-8")
        (place.outside / "socket").unlink(missing_ok=True)
        self.process = place.run(
            ["nvim", "--headless", "-u", f"{place.folder}/plugin.lua", "--listen", self.socket,
             f"{place.folder}/notes/notes.md"], [("PLUGIN", f"{place.editors}/neovim")], background=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=open(place.outside / "stderr", "a"))

    def remote(self, flag, argument):
        done = self.place.run(
            ["nvim", "--clean", "--server", self.socket, flag, argument], stdin=subprocess.DEVNULL,
            capture_output=True, text=True, timeout=PATIENCE)
        # Keys that are lost would be a wait in vain later.
        assert not self.listens or done.returncode == 0, f"{flag} {argument}: {done.stderr}"
        return done.stdout

    def keys(self, *keys):
        """Types, in Neovim's notation; all of one argument arrive at once."""
        for each in keys:
            self.remote("--remote-send", each)

    def lua(self, body):
        """What a Lua function with this body returns. It may be so early that nobody listens: None."""
        quoted = body.replace("'", "''")
        answer = self.remote("--remote-expr", f"v:lua.Run('{quoted}')")
        try:
            answer = json.loads(answer)
        except ValueError:
            assert not self.listens, f"no JSON: {answer!r}"
            return None
        self.listens = True
        assert answer["done"], answer["value"]
        return answer["value"]

    def state(self):
        return self.lua("return State()")

    def until(self, what, condition, ask=None):
        """Asks again until it is so; asking takes its time by itself."""
        end, answer = time.monotonic() + PATIENCE, None
        while time.monotonic() < end:
            assert self.process.poll() is None, f"Neovim ended before {what}"
            answer = (ask or self.state)()
            if answer is not None and condition(answer):
                return answer
        shown = json.dumps(answer, ensure_ascii=False)
        pytest.fail(f"waited in vain for {what}: {shown}")

    def ready(self):
        return self.until("the server", lambda state: state["attached"] and state["known"] is not None)

    def mentions(self):
        """What the server says: the texts of the mentions, a trimmed one with ~ before it."""
        answer = self.lua(
            "local client = require('mentions.client')"
            " local params = { textDocument = client.document(0) }"
            " local _, answer = client.request_sync('mentions/list', params, 0, 5000)"
            " return answer.mentions") or []
        return [("~" if each["state"] == "trimmed" else "") + each["text"] for each in answer]

    @staticmethod
    def lit(state, group="@lsp.type.mention"):
        """The texts highlighted so, in the order of the buffer; Neovim may mark one twice."""
        found = {tuple(mark["at"]): mark["text"] for mark in state["marks"]
                 if (mark.get("group") or "").startswith(group)}
        return [found[place] for place in sorted(found)]

    def accept(self, key, name):
        """Types a key, waits until the name heads the list, takes it by the keyboard."""
        self.keys(key)
        self.until(f"{name} for {key}", lambda state: state["menu"] and name in state["menu"][0])
        self.keys("<C-n><C-y>")
        return self.until(f"{name} in the text", lambda state: state["menu"] is None and
                          name in "\n".join(state["lines"]) and name in " ".join(self.lit(state)))

    def entries(self):
        told = (self.place.outside / "tap.jsonl").read_bytes()
        # The last line may still be on its way.
        return [json.loads(line) for line in told.splitlines(keepends=True) if line.endswith(b"\n")]

    def messages(self, method, sender="client"):
        return [entry["message"] for entry in self.entries()
                if entry["from"] == sender and entry.get("message", {}).get("method") == method]

    def answered(self, method):
        """How many of the server's requests the editor has answered."""
        asked, count = set(), 0
        for entry in self.entries():
            message = entry.get("message", {})
            if entry["from"] == "server" and message.get("method") == method:
                asked.add(message["id"])
            elif entry["from"] == "client" and "method" not in message and message.get("id") in asked:
                count += 1
        return count

    def complaints(self):
        """All errors that Neovim or its log reports, except that its own semantic tokens cancel a request whose answer has
        arrived and waits to be handled: Neovim 0.12 logs that as an error of the client."""
        state = self.state()
        found = [line for line in state["messages"].splitlines() if "rror" in line or line.startswith("E")]
        log = [path for path in self.place.outside.rglob("lsp.log")]
        found += [line for path in log for line in path.read_text(encoding="utf-8").splitlines()
                  if line.startswith(("[ERROR]", "[WARN]")) and "whilst attempting to cancel" not in line]
        return found + ([state["errmsg"]] if state["errmsg"] else [])

    def quit(self, command="wq"):
        self.keys(f"<Esc>:{command}<CR>")
        status = self.process.wait(PATIENCE)
        assert status == 0, (status, (self.place.outside / "stderr").read_text(errors="replace"))

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
