"""A program in a terminal: tmux is the terminal, with a server of its own for each test."""

import re
import subprocess
import time

import pytest

PATIENCE = 40

_SETTINGS = """set -g escape-time 5
set -g remain-on-exit on
set -g default-terminal tmux-256color
set -ga terminal-overrides ",*:Tc"
set -g status off
"""


class Terminal:
    def __init__(self, place, folder, arguments, environment=(), columns=100, rows=30):
        """The program's working directory is `folder`, in the place."""
        self.place = place
        (place.outside / "tmux.conf").write_text(_SETTINGS)
        self._tmux = ["tmux", "-u", "-S", f"{place.folder}/tmux", "-f", f"{place.folder}/tmux.conf"]
        done = place.run([*self._tmux, "new-session", "-d", "-x", str(columns), "-y", str(rows),
                          "-c", f"{place.folder}/{folder}", *arguments], environment,
                         stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr

    def tmux(self, *arguments, **more):
        done = self.place.run([*self._tmux, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=PATIENCE, **more)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def keys(self, *names):
        """Keys by tmux's names: Escape, Enter, C-n, BSpace."""
        self.tmux("send-keys", *names)

    def type(self, text):
        """Characters, all at once: as somebody who types too fast for any list."""
        self.tmux("send-keys", "-l", "--", text)

    def paste(self, text):
        """A bracketed paste."""
        (self.place.outside / "paste").write_text(text, encoding="utf-8")
        self.tmux("load-buffer", f"{self.place.folder}/paste", ";", "paste-buffer", "-p", "-r")

    def screen(self, colours=False):
        return self.tmux("capture-pane", "-p", *(["-e"] if colours else []))

    def until(self, what, condition, shown=None):
        """Asks until `condition` gives something, and returns it; asking takes its time by itself."""
        end = time.monotonic() + PATIENCE
        while True:
            found = condition()
            if found:
                return found
            if time.monotonic() > end:
                pytest.fail(f"waited in vain for {what}\n{shown() if shown else ''}\n{self.screen()}")

    def until_shown(self, text):
        return self.until(f"{text!r} on the screen", lambda: (screen := self.screen()) and text in screen and screen)

    def until_gone(self, text):
        return self.until(f"{text!r} off the screen", lambda: text not in self.screen())

    def is_over(self):
        """The exit status of the program, None while it runs."""
        dead, _, status = self.tmux("display-message", "-p", "#{pane_dead} #{pane_dead_status}").strip().partition(" ")
        return int(status or 0) if dead == "1" else None

    def until_over(self):
        """Waits for the program's end and returns its exit status."""
        return self.until("the end of the program", lambda: (status := self.is_over()) is not None and (status,))[0]

    def close(self):
        self.place.run([*self._tmux, "kill-server"], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE)


_ESCAPE = re.compile(r"\x1b\[([\d;]*)m|[\x0e\x0f]|\x1b\(.")


def painted(screen):
    """The runs of one look in a screen captured with colours: (text, look). A look holds, by what is set ("fg", "bg",
    "bold", "underline", "reverse"), its escape code; what is as it always is, is missing."""
    runs, look, at = [], {}, 0
    for match in [*_ESCAPE.finditer(screen), None]:
        if text := screen[at:match.start() if match else len(screen)]:
            if runs and runs[-1][1] == look:
                runs[-1] = (runs[-1][0] + text, look)
            else:
                runs.append((text, look))
        if match is None:
            return runs
        at = match.end()
        if match[1] is not None:
            look = _changed(look, match[1])


_KINDS = {"1": "bold", "4": "underline", "7": "reverse"}
_ENDS = {"22": "bold", "24": "underline", "27": "reverse", "39": "fg", "49": "bg"}


def _changed(look, codes):
    if codes in ("", "0"):
        return {}
    first = codes.split(";")[0]
    if first in _ENDS:
        return {kind: code for kind, code in look.items() if kind != _ENDS[first]}
    if first in _KINDS:
        return {**look, _KINDS[first]: codes}
    if re.fullmatch("3[0-8]|9[0-7]", first):
        return {**look, "fg": codes}
    return {**look, "bg": codes} if re.fullmatch("4[0-8]|10[0-7]", first) else look
