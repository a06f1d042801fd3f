"""Where editors come from: this machine's own, when new enough, or the room that make-room builds."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]
ROOM = Path(os.environ.get("ROOM", TOP / ".build/editors/room"))
IN_ROOM = TOP / "Tests/Editors/in-room"

#: The server as editors find it on their PATH: watched by the tap, and recording all that a replay needs. Each start
#: records into a file of its own; other commands than `serve` go straight to the program.
_SERVER = """#!/bin/sh
case ${{1-}} in
  serve) shift ;;
  "" | -*) ;;
  *) exec {server} "$@" ;;
esac
set -C
number=1
until true >"{folder}/record-$number.jsonl"; do number=$((number + 1)); done 2>/dev/null
exec {tap} "{folder}/tap.jsonl" {server} serve --record "{folder}/record-$number.jsonl" --show-text "$@"
"""


class Place:
    """How to run programs so that they see the folder of a test and, on their PATH, the server."""

    def __init__(self, folder, server, is_room):
        self.outside, self.server, self.is_room = Path(folder), Path(server), is_room
        self.folder = "/srv/session" if is_room else str(folder)
        tap = TOP / "Tests/Protocol/support/tap.py"
        editors = TOP / "editors"
        #: What users install.
        self.editors = "/srv/editors" if is_room else str(editors)
        self._binds = (f"{folder}:/srv/session {self.server.parent}:/srv/server {tap.parent}:/srv/protocol "
                       f"{editors}:/srv/editors")
        programs = self.outside / "bin"
        programs.mkdir()
        script = programs / "mentions-lsp"
        script.write_text(_SERVER.format(
            folder=self.folder, server=f"/srv/server/{self.server.name}" if is_room else self.server,
            tap="python3 /srv/protocol/tap.py" if is_room else f"{sys.executable} {tap}"))
        script.chmod(0o755)
        self.command = [f"{self.folder}/bin/mentions-lsp"]

    def page(self, path):
        """A file of what users install, as this machine sees it."""
        return TOP / "editors" / path

    def see(self, outside, inside):
        """Lets programs see a folder of this machine; returns where they do."""
        if not self.is_room:
            return str(outside)
        self._binds += f" {outside}:{inside}"
        return inside

    def run(self, arguments, environment=(), **more):
        """Starts a program; `environment` holds (name, value) without spaces."""
        start = subprocess.Popen if more.pop("background", False) else subprocess.run
        if self.is_room:
            path = ("PATH", f"{self.folder}/bin:/usr/bin:/bin:/usr/sbin:/sbin")
            values = " ".join(f"{name}={value}" for name, value in [path, *environment])
            return start([str(IN_ROOM), *arguments], env={
                **os.environ, "ROOM": str(ROOM), "BINDS": self._binds, "RHOME": self.folder, "RENV": values}, **more)
        home = {"HOME": self.folder, "XDG_CONFIG_HOME": f"{self.folder}/config", "XDG_STATE_HOME": f"{self.folder}/state",
                "XDG_DATA_HOME": f"{self.folder}/data", "XDG_CACHE_HOME": f"{self.folder}/cache",
                "PATH": f"{self.folder}/bin:{os.environ['PATH']}"}
        return start(arguments, cwd=self.folder, env={**os.environ, **home, **dict(environment)}, **more)

    def records(self):
        """What the server recorded, in the order in which it was started."""
        found = self.outside.glob("record-*.jsonl")
        return sorted(found, key=lambda path: int(path.stem.rpartition("-")[2]))

    def transcript(self, name):
        """To be called when a session has ended as expected. What the server recorded must replay; with
        MENTIONS_TRANSCRIPTS set to a folder it is kept there as NAME.jsonl, and NAME-2.jsonl where the server was
        started again; NAME is CLIENT/SESSION. Only the room's sessions are kept: their paths are the same on every machine."""
        assert self.records(), "the server recorded nothing"
        for number, record in enumerate(self.records(), 1):
            told = self.outside / f"{name}-{number}.jsonl"
            told.parent.mkdir(exist_ok=True)
            told.write_text(nameless(record.read_text(encoding="utf-8")), encoding="utf-8")
            replay = subprocess.run([str(self.server), "replay", str(told)], capture_output=True, text=True, timeout=60)
            assert replay.returncode == 0, replay.stdout + replay.stderr
            kept = os.environ.get("MENTIONS_TRANSCRIPTS")
            if kept and self.is_room:
                file = Path(kept) / (f"{name}.jsonl" if number == 1 else f"{name}-{number}.jsonl")
                file.parent.mkdir(exist_ok=True)
                shutil.copyfile(told, file)


def nameless(record):
    """A recording without process numbers, which differ in each run."""
    return re.sub(r'"processId": ?\d+', '"processId":1', record)


def find(editor, oldest, beside=None):
    """("room" | "here", None), or (None, why there is no such editor). `beside`: a folder that must be there too."""
    # What is recorded must not reveal anything about this machine.
    records = "MENTIONS_TRANSCRIPTS" in os.environ
    is_here = not records and (beside is None or Path(beside).is_dir())
    if is_here and (own := shutil.which(editor)) and _version([own]) >= oldest:
        return "here", None
    wanted = f"no {editor} {'.'.join(map(str, oldest))} or newer{f' with {beside}' if beside else ''} on this machine"
    if not (ROOM / ".complete").exists():
        return None, f"{wanted}, and no room of editors (Tests/run --editors builds it)"
    if os.geteuid() != 0:
        return None, f"{wanted}, and the room of editors needs root"
    if beside and not (ROOM / beside.lstrip("/")).is_dir():
        return None, f"{wanted}, and none in the room of editors, which is older than this test"
    inside = _version([str(IN_ROOM), editor])
    return ("room", None) if inside >= oldest else (None, f"{wanted}, and the room of editors cannot be entered")


def _version(command):
    try:
        done = subprocess.run([*command, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30,
                              env={**os.environ, "ROOM": str(ROOM), "BINDS": ""})
    except (OSError, subprocess.TimeoutExpired):
        return ()
    found = re.search(r"(\d+)\.(\d+)", done.stdout)
    return tuple(map(int, found.groups())) if found else ()
