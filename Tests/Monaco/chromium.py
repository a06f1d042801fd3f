"""Headless Chromium, controlled over the DevTools protocol: keyboard and mouse input like a user's, and screenshots."""

import base64
import json
import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from websockets.sync.client import connect

#: The longest that any wait may take, in seconds.
DEADLINE = 20
_CONTROL, _SHIFT, _ALT = 2, 8, 1
#: Keys that do not type a character: name -> (code, Windows key code, text).
_NAMED = {
    "Enter": ("Enter", 13, "\r"), "Tab": ("Tab", 9, ""), "Escape": ("Escape", 27, ""), "Backspace": ("Backspace", 8, ""),
    "Delete": ("Delete", 46, ""), "ArrowLeft": ("ArrowLeft", 37, ""), "ArrowUp": ("ArrowUp", 38, ""),
    "ArrowRight": ("ArrowRight", 39, ""), "ArrowDown": ("ArrowDown", 40, ""), "End": ("End", 35, ""),
    "Home": ("Home", 36, ""),
}
#: Editing commands that Chromium runs for these keys in a real window, but must be given explicitly when headless.
_EDITING = {"c": "copy", "x": "cut", "v": "paste"}


def program():
    """The installed browser, or None."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Chromium:
    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="mentions-chromium-")
        self.log = open(Path(self.folder.name) / "log", "wb")
        self.process = subprocess.Popen([
            program(), "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
            "--disable-dev-shm-usage", "--disable-extensions", "--disable-background-networking",
            "--disable-component-update", "--force-device-scale-factor=2", "--window-size=900,560",
            "--remote-debugging-port=0", f"--user-data-dir={self.folder.name}", "about:blank",
        ], stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        try:
            port = self._port()
            self.socket = connect(f"ws://127.0.0.1:{port[0]}{port[1]}", max_size=None, open_timeout=DEADLINE)
        except BaseException:
            self.stop()
            raise
        self.number = 0

    def _port(self):
        pause = threading.Event()
        place, end = Path(self.folder.name) / "DevToolsActivePort", time.monotonic() + DEADLINE
        while time.monotonic() < end and self.process.poll() is None:
            lines = place.read_text().split("\n") if place.exists() else []
            if len(lines) == 2:
                return lines
            pause.wait(0.02)
        raise RuntimeError("Chromium does not start:\n" + (Path(self.folder.name) / "log").read_text()[-2000:])

    def call(self, method, session=None, **params):
        self.number += 1
        number = self.number
        self.socket.send(json.dumps({"id": number, "method": method, "params": params,
                                     **({"sessionId": session} if session else {})}))
        while True:
            answer = json.loads(self.socket.recv(timeout=2 * DEADLINE))
            if answer.get("id") == number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def tab(self, address):
        return Tab(self, address)

    def stop(self):
        if hasattr(self, "socket"):
            self.socket.close()
        self.process.kill()
        self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder.name, ignore_errors=True)
        self.folder.cleanup()


class Tab:
    """One page: its input and its output."""

    def __init__(self, browser, address):
        self.browser = browser
        self.context = browser.call("Target.createBrowserContext")["browserContextId"]
        self.target = browser.call("Target.createTarget", url=address, browserContextId=self.context)["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        browser.call("Browser.grantPermissions", browserContextId=self.context,
                     permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        # Otherwise a page in the background is drawn late and has no focus.
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)

    def call(self, method, **params):
        return self.browser.call(method, self.session, **params)

    def evaluate(self, expression):
        """The value of an expression; a promise is awaited."""
        answer = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            told = answer["exceptionDetails"]
            raise RuntimeError(told.get("exception", {}).get("description") or told["text"])
        return answer["result"].get("value")

    def until(self, what, look, is_so=bool):
        """Calls `look` until `is_so` holds for its value, and returns that value; fails with the last value."""
        end, seen = time.monotonic() + DEADLINE, None
        while time.monotonic() < end:
            seen = look()
            if is_so(seen):
                return seen
            self.frame()
        raise AssertionError(f"never happened: {what}; last seen: {seen!r}")

    def frame(self):
        """Waits until the page is about to be drawn."""
        self.evaluate("new Promise((done) => { requestAnimationFrame(done); })")

    # Input

    def key(self, name, control=False, shift=False, alt=False):
        modifiers = _CONTROL * control | _SHIFT * shift | _ALT * alt
        code, number, text = _NAMED.get(name) or (f"Key{name.upper()}", ord(name.upper()), name)
        if control or alt:
            text = ""
        commands = [_EDITING[name]] if control and name in _EDITING else []
        common = {"modifiers": modifiers, "key": name, "code": code, "windowsVirtualKeyCode": number}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, commands=commands, **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def type(self, text):
        """Types like a user: a key press for each ASCII character, an input method for others."""
        for character in text:
            if character == "\n":
                self.key("Enter")
            elif character.isascii():
                self.call("Input.dispatchKeyEvent", type="keyDown", key=character, text=character,
                          windowsVirtualKeyCode=ord(character.upper()) if character.isalnum() or character == " " else 0)
                self.call("Input.dispatchKeyEvent", type="keyUp", key=character)
            else:
                self.call("Input.insertText", text=character)

    def mouse(self, kind, x, y, pressed=True, clicks=1):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left" if pressed else "none",
                  buttons=1 if pressed and kind != "mouseReleased" else 0, clickCount=clicks)

    def click(self, x, y):
        self.mouse("mouseMoved", x, y, pressed=False)
        self.mouse("mousePressed", x, y)
        self.mouse("mouseReleased", x, y)

    def drag(self, start, end):
        """Drags as a hand does: a frame for each step. On a busy machine, Chromium would otherwise deliver all moves
        with the release, which the editor takes for a click."""
        self.frame()
        self.mouse("mouseMoved", *start, pressed=False)
        self.mouse("mousePressed", *start)
        for step in range(1, 6):
            self.mouse("mouseMoved", *(a + (b - a) * step / 5 for a, b in zip(start, end)))
            self.frame()
        self.mouse("mouseReleased", *end)

    # Output

    def picture(self, path, clip=None):
        more = {"clip": {**clip, "scale": 1}} if clip else {}
        data = self.call("Page.captureScreenshot", format="png", **more)["data"]
        Path(path).write_bytes(base64.b64decode(data))

    def close(self):
        self.browser.call("Target.disposeBrowserContext", browserContextId=self.context)
