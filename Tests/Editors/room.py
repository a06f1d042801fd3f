"""Where editors come from: this machine's own, when new enough, or the room that make-room builds."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOM = Path(os.environ.get("ROOM", HERE.parents[1] / ".build/editors/room"))


class Place:
    """How to run programs so that they see the folder of a test, the server and the tap."""

    def __init__(self, folder, server, is_room):
        self.outside, self.server, self.is_room = Path(folder), Path(server), is_room
        self.folder = "/srv/session" if is_room else str(folder)
        tap = HERE.parent / "Protocol" / "tap.py"
        log = f"{self.folder}/tap.jsonl"
        if is_room:
            self.command = ["python3", "/srv/protocol/tap.py", log, f"/srv/server/{self.server.name}"]
        else:
            self.command = [sys.executable, str(tap), log, str(self.server)]
        self._binds = f"{folder}:/srv/session {self.server.parent}:/srv/server {tap.parent}:/srv/protocol"

    def run(self, arguments, environment=(), **more):
        """Starts a program; `environment` holds (name, value) without spaces."""
        start = subprocess.Popen if more.pop("background", False) else subprocess.run
        if self.is_room:
            values = " ".join(f"{name}={value}" for name, value in environment)
            return start([str(HERE / "in-room"), *arguments], env={
                **os.environ, "ROOM": str(ROOM), "BINDS": self._binds, "RHOME": self.folder, "RENV": values}, **more)
        home = {"HOME": self.folder, "XDG_CONFIG_HOME": f"{self.folder}/config", "XDG_STATE_HOME": f"{self.folder}/state",
                "XDG_DATA_HOME": f"{self.folder}/data", "XDG_CACHE_HOME": f"{self.folder}/cache"}
        return start(arguments, cwd=self.folder, env={**os.environ, **home, **dict(environment)}, **more)


def find(editor, oldest):
    """("room" | "here", None), or (None, why there is no such editor)."""
    if (own := shutil.which(editor)) and _version([own]) >= oldest:
        return "here", None
    wanted = f"no {editor} {'.'.join(map(str, oldest))} or newer on this machine"
    if not (ROOM / ".complete").exists():
        return None, f"{wanted}, and no room of editors (Tests/run --editors builds it)"
    if os.geteuid() != 0:
        return None, f"{wanted}, and the room of editors needs root"
    inside = _version([str(HERE / "in-room"), editor])
    return ("room", None) if inside >= oldest else (None, f"{wanted}, and the room of editors cannot be entered")


def _version(command):
    try:
        done = subprocess.run([*command, "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30,
                              env={**os.environ, "ROOM": str(ROOM), "BINDS": ""})
    except (OSError, subprocess.TimeoutExpired):
        return ()
    found = re.search(r"(\d+)\.(\d+)", done.stdout)
    return tuple(map(int, found.groups())) if found else ()
