"""A client that reads only when it is told to. Every wait has a deadline."""

import json
import os
import select
import signal
import subprocess
import threading
import time

from peers import PATIENCE, frame


def encoded(message):
    return frame(json.dumps({"jsonrpc": "2.0", **message}).encode())


class LateClient:
    def __init__(self, command, folder, env, errors=None):
        """`errors`: where the server's standard error goes; by default a file in `folder`."""
        self.errors = folder / "late-errors"
        with open(self.errors, "wb") as sink:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors or sink,
                                            cwd=folder, env={**os.environ, **env}, bufsize=0)
        # This process's ends of the pipes.
        self.input, self.output = self.process.stdin.fileno(), self.process.stdout.fileno()
        os.set_blocking(self.input, False)
        os.set_blocking(self.output, False)
        self.received, self.taken, self.usage, self.next_id = b"", 0, None, 0
        self.end = threading.Thread(target=self._wait, daemon=True)
        self.end.start()

    # --- sending

    def write(self, data):
        """Writes all of `data` without reading anything; fails if the server stops reading."""
        data, end = memoryview(data), time.monotonic() + PATIENCE
        while data:
            _, ready, _ = select.select([], [self.input], [], max(0, end - time.monotonic()))
            assert ready, f"the server does not read: {len(data)} bytes are left"
            data = data[os.write(self.input, data):]
            end = time.monotonic() + PATIENCE

    def notify(self, method, params):
        self.write(encoded({"method": method, "params": params}))

    def begin(self, method, params=None):
        """Sends a request without reading the answer; returns its id."""
        self.next_id += 1
        self.write(encoded({"id": self.next_id, "method": method, **({} if params is None else {"params": params})}))
        return self.next_id

    def request(self, method, params=None):
        identifier = self.begin(method, params)
        return next(message for message in self.messages() if message.get("id") == identifier and "method" not in message)

    def initialize(self, parameters):
        answer = self.request("initialize", parameters)
        self.notify("initialized", {})
        return answer["result"]

    # --- receiving

    def messages(self):
        """The messages, each within the deadline, until the output ends."""
        while (message := self.receive()) is not None:
            yield message

    def receive(self):
        end = time.monotonic() + PATIENCE
        while (message := self._next()) is None:
            ready, _, _ = select.select([self.output], [], [], max(0, end - time.monotonic()))
            assert ready, "no message within the deadline"
            data = os.read(self.output, 1 << 20)
            if not data:
                assert self.taken == len(self.received), f"the output ends within a message: {self.received[self.taken:][:80]}"
                return None
            self.received, self.taken = self.received[self.taken:] + data, 0
        return message

    def _next(self):
        end = self.received.find(b"\r\n\r\n", self.taken)
        if end < 0:
            return None
        start = end + 4
        length = int(self.received[self.taken:end].removeprefix(b"Content-Length: "))
        if len(self.received) < start + length:
            return None
        self.taken = start + length
        return json.loads(self.received[start:self.taken])

    # --- ending

    def _wait(self):
        _, status, self.usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)

    def ended(self):
        """Waits for the server to end. Returns the exit status, or a signal as a negative number."""
        self.end.join(PATIENCE)
        assert not self.end.is_alive(), f"the server goes on; {self.complaints()}"
        return self.process.returncode

    @property
    def peak_memory(self):
        """The peak memory of a server that has ended, in bytes."""
        return self.usage.ru_maxrss * (1 if os.uname().sysname == "Darwin" else 1024)

    def complaints(self):
        return self.errors.read_text(errors="replace")

    def stop(self):
        if self.end.is_alive():
            os.kill(self.process.pid, signal.SIGKILL)
        self.ended()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream:
                stream.close()
