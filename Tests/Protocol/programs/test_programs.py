"""Programs that the server starts: none outlives it, however it ends; none is looked up in the working directory."""

import asyncio
import json
import os
import signal
import subprocess
import sys

import pytest

from conftest import parameters
from editor import Editor
from peers import PATIENCE

# Ignores the end of its input and termination signals, as do a child in its own session and an orphan in another one.
STUBBORN = f"""#!{sys.executable}
import os, signal

def stay():
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    with open(NOTES, "w") as notes:
        notes.write(f"{{os.getpid()}}\\n")
    while True:
        signal.pause()

if os.fork() == 0:
    os.setsid()
    stay()
if os.fork() == 0:
    if os.fork() == 0:
        os.setsid()
        os.closerange(0, 3)
        stay()
    os._exit(0)
os.wait()
stay()
"""


async def readable(descriptor, what):
    loop = asyncio.get_running_loop()
    future = loop.create_future()
    loop.add_reader(descriptor, lambda: future.done() or future.set_result(None))
    try:
        await asyncio.wait_for(future, PATIENCE)
    except TimeoutError:
        pytest.fail(f"in vain waited for {what}")
    finally:
        loop.remove_reader(descriptor)


class Notes:
    """Lines that programs write into a named pipe; for a line with a process id, that process is opened."""

    def __init__(self, path):
        os.mkfifo(path)
        self.path, self.words, self.processes = path, [], {}
        self.descriptor = os.open(path, os.O_RDWR | os.O_NONBLOCK)

    def take(self):
        try:
            words = os.read(self.descriptor, 1 << 16).decode().split()
        except BlockingIOError:
            return
        self.words += words
        for word in filter(str.isdigit, words):
            try:
                self.processes[int(word)] = os.pidfd_open(int(word))
            except ProcessLookupError:
                pass

    async def wait(self, count):
        while len(self.words) < count:
            await readable(self.descriptor, f"{count} notes, there are {self.words}")
            self.take()

    async def wait_for_the_end(self):
        """A process has ended (it may be a zombie) once its descriptor is readable."""
        self.take()
        for process, descriptor in self.processes.items():
            await readable(descriptor, f"the end of {process}")

    def close(self):
        for process, descriptor in self.processes.items():
            try:
                signal.pidfd_send_signal(descriptor, signal.SIGKILL)
            except ProcessLookupError:
                pass
            os.close(descriptor)
        os.close(self.descriptor)


@pytest.fixture
def notes(tmp_path):
    """Processes that are left are killed when the test ends."""
    made = Notes(tmp_path / "notes")
    yield made
    made.close()


def stubborn(notes, name):
    path = notes.path.with_name("bin") / name
    path.parent.mkdir()
    path.write_text(STUBBORN.replace("NOTES", repr(str(notes.path)), 1), encoding="utf-8")
    path.chmod(0o755)
    return path


def settings(kind, program):
    sources = {
        "process": {"type": "process", "command": [str(program)]},
        "command": {"type": "command", "command": [str(program), "{key}"], "timeout": 60000},
        "http": {"type": "http", "url": "http://127.0.0.1:9/?q={key}"},
        "git": {"type": "git"},
    }
    return {"sources": {"s": sources[kind]}, "triggers": [{"character": "@", "sources": ["s"]}]}


async def begin(start, root, notes, kind):
    program = stubborn(notes, {"http": "curl", "git": "git"}.get(kind, "provider"))
    client = await start(env={"PATH": f"{program.parent}:{os.environ['PATH']}"})
    await client.initialize(parameters("neovim-0.12.4", root, settings(kind, program)))
    editor = Editor(client, "Hi ", uri=(root / "notes.md").as_uri()).open()
    editor.type("@")
    # A program and its two children. A second load may start it once more.
    await notes.wait(3)
    return client, editor


@pytest.mark.parametrize("end", ["SIGKILL", "SIGTERM", "exit", "end of input"])
@pytest.mark.parametrize("kind", ["process", "command", "http", "git"])
async def test_nothing_outlives_the_server(start, root, notes, kind, end):
    client, _ = await begin(start, root, notes, kind)
    if end == "exit":
        assert await client.finish() == 0
    elif end == "end of input":
        client.process.stdin.close()
    else:
        client.process.send_signal(getattr(signal, end))
    await asyncio.wait_for(client.process.wait(), PATIENCE)
    await notes.wait_for_the_end()


async def test_a_query_that_nobody_waits_for_ends_all_that_it_has_started(start, root, notes):
    client, _ = await begin(start, root, notes, "command")
    assert len(notes.processes) == 3
    client.notify("textDocument/didClose", {"textDocument": {"uri": (root / "notes.md").as_uri()}})
    await notes.wait_for_the_end()
    assert client.process.returncode is None
    assert await client.finish() == 0


async def test_a_program_has_time_to_end_by_itself_when_the_server_is_killed(start, root, notes):
    """Its input ends and it gets SIGTERM: what it then writes still arrives."""
    script = notes.path.with_name("provider")
    script.write_text(
        f"#!/bin/sh\ntrap '' TERM\necho up > {notes.path}\ncat > /dev/null\necho last > {notes.path}\n",
        encoding="utf-8")
    script.chmod(0o755)
    client = await start()
    await client.initialize(parameters("neovim-0.12.4", root, settings("process", script)))
    Editor(client, "Hi ", uri=(root / "notes.md").as_uri()).open().type("@")
    await notes.wait(1)
    client.process.kill()
    await notes.wait(2)
    assert notes.words == ["up", "last"]


@pytest.mark.parametrize("path", ["", ".", "tools", "./tools"])
@pytest.mark.parametrize("kind", ["git", "http"])
def test_programs_are_not_looked_for_where_the_server_happens_to_be(command, git, root, tmp_path, kind, path):
    witness = tmp_path / "witness"
    name = "curl" if kind == "http" else kind
    for folder in (root, root / "tools"):
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(f"#!/bin/sh\ntouch {witness}\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    config = tmp_path / "config" / "mentions-lsp" / "config.json"
    config.parent.mkdir(parents=True)
    config.write_text(json.dumps(settings(kind, "")), encoding="utf-8")
    git("init", "-q", cwd=root)
    git("-c", "user.name=Ada", "-c", "user.email=ada@x", "commit", "-q", "--allow-empty", "-m", "Work", cwd=root)
    told = subprocess.run(
        [*command, "doctor", "--root", str(root)], cwd=root, capture_output=True, timeout=PATIENCE, text=True,
        env={**os.environ, "PATH": f"{path}:{os.environ['PATH']}", "XDG_CONFIG_HOME": str(tmp_path / "config")}).stdout
    assert ("1 " if kind == "git" else "failed") in told, told
    assert not witness.exists()
