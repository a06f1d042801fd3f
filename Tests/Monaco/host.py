"""Serves the page: its files over HTTP, and language servers behind a WebSocket."""

import json
import re
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import rocher
from websockets.exceptions import ConnectionClosed
from websockets.sync.server import serve

HERE = Path(__file__).resolve().parent
EXTENSION = HERE.parents[1] / "editors/vscode"
_TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html; charset=utf-8", ".ttf": "font/ttf"}


def modules(libraries):
    """The sources that the page can require, by path: the extension, the test doubles, and Microsoft's library."""
    places = [("extension", EXTENSION, ["package.json", "src/**/*.js", "test/support/values.js",
                                        "test/support/languageClient.js", "test/support/languageFeatures.js"]),
              ("page", HERE / "page", ["*.js"]),
              ("vscode-jsonrpc", libraries / "vscode-jsonrpc", ["browser.js", "lib/browser/*.js", "lib/common/*.js"])]
    return {f"{name}/{file.relative_to(folder).as_posix()}": file.read_text(encoding="utf-8")
            for name, folder, patterns in places for pattern in patterns for file in folder.glob(pattern)}


class Files:
    """Monaco and the page, over HTTP."""

    def __init__(self, libraries):
        sources = json.dumps(modules(libraries)).encode()

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):  # noqa: N802 (the library's name)
                path = self.path.partition("?")[0]
                file = {"/": HERE / "page/index.html"}.get(path) or Path(rocher.path()) / path.removeprefix("/vs/")
                body = sources if path == "/modules.json" else file.read_bytes() if file.is_file() else None
                self.send_response(404 if body is None else 200)
                self.send_header("Content-Type", _TYPES.get(file.suffix, "application/octet-stream"))
                self.send_header("Content-Length", str(len(body or b"")))
                self.send_header("Cache-Control", "max-age=3600" if path.startswith("/vs/") else "no-store")
                self.end_headers()
                self.wfile.write(body or b"")

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}/"

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Servers:
    """One language server per connection. The client's messages can be held back by method, to simulate a slow remote
    connection."""

    def __init__(self, program, environment):
        self.command, self.environment = [str(program), "serve"], environment
        #: Where the servers started from now on record what passes, if anywhere.
        self.record = None
        self.processes, self.held, self.waiting = [], set(), []
        self.lock = threading.Lock()
        self.server = serve(self._connection, "127.0.0.1", 0, max_size=None, compression=None)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"ws://127.0.0.1:{self.server.socket.getsockname()[1]}/"

    def hold(self, *methods):
        with self.lock:
            self.held = set(methods)

    def release(self):
        with self.lock:
            self.held = set()
            for process, text in self.waiting:
                _write(process, text)
            self.waiting = []

    def kill(self):
        """Kills the newest server."""
        self.processes[-1].kill()

    def _connection(self, socket):
        recording = ["--record", str(self.record), "--show-text"] if self.record else []
        process = subprocess.Popen([*self.command, *recording], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, env=self.environment)
        self.processes.append(process)
        threading.Thread(target=_forward, args=(process, socket), daemon=True).start()
        try:
            for text in socket:
                method = json.loads(text).get("method")
                with self.lock:
                    # Everything after a held message waits too, as in a pipe.
                    if method in self.held or any(other is process for other, _ in self.waiting):
                        self.waiting.append((process, text))
                    else:
                        _write(process, text)
        except (ConnectionClosed, BrokenPipeError):
            pass
        finally:
            process.stdin.close()
            try:
                process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                process.kill()

    def stop(self):
        self.server.shutdown()
        for process in self.processes:
            process.kill()
            process.wait()


def _write(process, text):
    body = text.encode()
    process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    process.stdin.flush()


def _forward(process, socket):
    try:
        while (head := _head(process.stdout)) is not None:
            socket.send(process.stdout.read(int(re.search(rb"(?i)content-length: *(\d+)", head).group(1))).decode())
    except ConnectionClosed:
        pass
    socket.close()


def _head(stream):
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        byte = stream.read(1)
        if not byte:
            return None
        head += byte
    return head
