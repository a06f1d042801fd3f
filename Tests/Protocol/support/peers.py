"""Two clients with one interface: one that sends and records raw messages, and pytest-lsp's, behind a tap."""

import asyncio
import json
import os
import sys
from pathlib import Path

from lsprotocol import converters, types
from pytest_lsp import ClientServerConfig

PATIENCE = 15
_converter = converters.get_converter()


class ResponseError(Exception):
    def __init__(self, error):
        super().__init__(f"{error.get('code')}: {error.get('message')}")
        self.code, self.message, self.data = error.get("code"), error.get("message"), error.get("data")


class Peer:
    """The common interface: `entries` is the session so far, `parameters` and `result` are those of `initialize`."""

    entries: list
    parameters: dict
    result: dict

    @property
    def encoding(self):
        return self.result["capabilities"].get("positionEncoding", "utf-16")

    def announces(self, name):
        return self.result["capabilities"].get(name) not in (None, False)

    async def initialize(self, parameters):
        self.parameters = parameters
        self.result = await self.request("initialize", parameters)
        self.notify("initialized", {})
        return self.result

    async def finish(self):
        """Ends the session with shutdown and exit; returns the server's exit status."""
        assert await self.request("shutdown") is None
        self.notify("exit")
        return await self.exit_status()


class RawPeer(Peer):
    """Talks to a server through pipes. Requests from the server are answered at once, by `answers` (method -> function
    of the parameters) or with a neutral default."""

    def __init__(self, process, errors):
        self.process, self.errors = process, errors
        self.entries, self.answers, self.next_id = [], {}, 0
        self.waiting, self.arrived = {}, asyncio.Event()
        self.reader = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, command, folder, cwd=None, env=None):
        errors = Path(folder) / "server-errors"
        with open(errors, "wb") as sink:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=sink, cwd=cwd or folder,
                env={**os.environ, "XDG_STATE_HOME": f"{folder}/state", **(env or {})}, limit=1 << 26)
        return cls(process, errors)

    # --- sending

    def send(self, message):
        self.entries.append({"from": "client", "message": message})
        self.send_bytes(frame(json.dumps(message, ensure_ascii=False).encode()))

    def send_bytes(self, data):
        self.process.stdin.write(data)

    def notify(self, method, params=None):
        self.send({"jsonrpc": "2.0", "method": method, **({} if params is None else {"params": params})})

    def begin(self, method, params=None, identifier=None):
        """Sends a request; the future resolves to the whole response."""
        if identifier is None:
            identifier, self.next_id = self.next_id, self.next_id + 1
        future = asyncio.get_running_loop().create_future()
        self.waiting[json.dumps(identifier)] = future
        future.identifier = identifier
        self.send({"jsonrpc": "2.0", "id": identifier, "method": method, **({} if params is None else {"params": params})})
        return future

    async def request(self, method, params=None, identifier=None):
        answer = await asyncio.wait_for(self.begin(method, params, identifier), PATIENCE)
        if "error" in answer:
            raise ResponseError(answer["error"])
        return answer["result"]

    # --- receiving

    async def _read(self):
        source = self.process.stdout
        try:
            while True:
                header = await source.readuntil(b"\r\n\r\n")
                fields = dict(line.split(b": ", 1) for line in header[:-4].split(b"\r\n"))
                body = await source.readexactly(int(fields[b"Content-Length"]))
                self._take(json.loads(body.decode("utf-8")))
        except asyncio.IncompleteReadError as end:
            if end.partial:
                self.entries.append({"from": "server", "raw": end.partial.decode("utf-8", "replace")})
        except Exception as fault:  # an invalid frame or invalid JSON: strict.session reports it
            self.entries.append({"from": "server", "raw": f"{type(fault).__name__}: {fault}"})
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(EOFError(f"the server closed its output; {self.complaints()}"))
        self._wake()

    def _take(self, message):
        self.entries.append({"from": "server", "message": message})
        if "method" in message:
            if "id" in message:
                self._answer(message)
        else:
            future = self.waiting.pop(json.dumps(message.get("id")), None)
            if future and not future.done():
                future.set_result(message)
        self._wake()

    def _wake(self):
        self.arrived.set()
        self.arrived = asyncio.Event()

    def _answer(self, message):
        method, params = message["method"], message.get("params") or {}
        if method in self.answers:
            result = self.answers[method](params)
            if result is NotImplemented:
                return
        elif method == "workspace/configuration":
            result = [None] * len(params.get("items", []))
        elif method in ("client/registerCapability", "client/unregisterCapability", "window/workDoneProgress/create",
                        "window/showMessageRequest") or method.endswith("/refresh"):
            result = None
        elif method == "workspace/applyEdit":
            result = {"applied": False, "failureReason": "this client applies nothing by itself"}
        else:
            self.send({"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": method}})
            return
        self.send({"jsonrpc": "2.0", "id": message["id"], "result": result})

    def from_server(self, method):
        return [entry["message"] for entry in self.entries
                if entry["from"] == "server" and entry.get("message", {}).get("method") == method]

    async def until(self, condition, what):
        """Waits, message by message, until `condition()` holds."""
        async def loop():
            while not (value := condition()):
                if self.reader.done():
                    raise EOFError(f"the server ended before {what}; {self.complaints()}")
                await self.arrived.wait()
            return value
        return await asyncio.wait_for(loop(), PATIENCE)

    # --- ending

    async def exit_status(self):
        status = await asyncio.wait_for(self.process.wait(), PATIENCE)
        await asyncio.wait_for(self.reader, PATIENCE)
        return status

    def complaints(self):
        return "its errors: " + self.errors.read_text(errors="replace")[-2000:]

    async def stop(self):
        if self.process.returncode is None:
            self.process.kill()
            await self.process.wait()
        await asyncio.wait_for(self.reader, PATIENCE)


class LibraryPeer(Peer):
    """pytest-lsp's client. It checks itself that answers fit the client's capabilities (LspSpecificationWarning); the
    raw messages are read from the tap between it and the server."""

    def __init__(self, client, log):
        self.client, self.log, self.next_id = client, log, 1000

    @classmethod
    async def start(cls, command, folder):
        log = Path(folder) / "tap.jsonl"
        tap = Path(__file__).with_name("tap.py")
        config = ClientServerConfig(server_command=[sys.executable, str(tap), str(log), *command])
        return cls(await config.start(), log)

    @property
    def entries(self):
        return [json.loads(line) for line in self.log.read_text(encoding="utf-8").splitlines()]

    async def initialize(self, parameters):
        self.parameters = parameters
        await asyncio.wait_for(
            self.client.initialize_session(_converter.structure(parameters, types.InitializeParams)), PATIENCE)
        self.result = next(e["message"]["result"] for e in self.entries
                           if e["from"] == "server" and "result" in e.get("message", {}))
        return self.result

    def _params(self, method, params):
        known = types.METHOD_TO_TYPES.get(method)
        if params is None or not known or known[2] is None:
            return params
        return _converter.structure(params, known[2])

    def notify(self, method, params=None):
        self.client.protocol.notify(method, self._params(method, params))

    async def request(self, method, params=None):
        self.next_id += 1
        identifier = str(self.next_id)
        sent = self.client.protocol.send_request_async(method, self._params(method, params), identifier)
        fault = None
        try:
            await asyncio.wait_for(sent, PATIENCE)
        except Exception as error:  # what was on the wire decides, unless there was nothing
            fault = error
        for entry in self.entries:
            message = entry.get("message", {})
            if entry["from"] == "server" and "method" not in message and message.get("id") == identifier:
                if "error" in message:
                    raise ResponseError(message["error"])
                if fault:
                    raise fault
                return message["result"]
        raise fault or AssertionError(f"no answer to {method}")

    async def finish(self):
        await asyncio.wait_for(self.client.shutdown_session(), PATIENCE)
        assert self.client.error is None
        return await self.exit_status()

    async def exit_status(self):
        return await asyncio.wait_for(self.client._server.wait(), PATIENCE)

    async def stop(self):
        await self.client.stop()


def frame(body):
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
