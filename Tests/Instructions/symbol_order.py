"""What a session touches of the program, as the linker wants it: functions and variables that are used at the start lie
side by side, so that few pages are read, and few are made."""

import bisect
import os
import subprocess
import tempfile
import threading
from pathlib import Path

from session import Session

ORDER = Path(__file__).resolve().parents[2] / ".ci" / "symbol-order.txt"
#: The kinds of symbols, as `nm` tells them, that the linker can move: functions, and variables that begin as zero.
MOVABLE = set("tTwWbB")


def touched(program, steps):
    """The addresses of all instructions that a session executes, and of all that they read and write."""
    with tempfile.TemporaryDirectory() as folder:
        trace = Path(folder) / "trace"
        os.mkfifo(trace)
        lines = set()

        def read():
            with open(trace, "rb") as text:
                lines.update(text)
        reader = threading.Thread(target=read)
        reader.start()
        session = Session(program, Path(folder), ["--tool=lackey", "--trace-mem=yes"], log=trace)
        session.initialize()
        steps(session)
        session.end()
        reader.join()
    return addresses(lines)


def addresses(lines):
    """`I  0042ab00,4`, ` L 1ffefff8,8`: an instruction, or something that one loads, stores or modifies."""
    return {int(line[3:].split(b",")[0], 16) for line in lines if line[:3] in (b"I  ", b" L ", b" S ", b" M ")}


def symbols(program):
    """Start, end and name of all that the linker can move. Where several have one name, it moves all of them."""
    listing = subprocess.run(["nm", "--defined-only", "--print-size", program], capture_output=True, text=True, check=True)
    found = [fields for line in listing.stdout.splitlines() if len(fields := line.split(" ")) == 4]
    return sorted((int(start, 16), int(start, 16) + int(size, 16), name)
                  for start, size, kind, name in found if kind in MOVABLE)


def names(found, places):
    """The names of those of the symbols that some of the places lie in."""
    places, inside = sorted(places), set()
    for start, end, name in found:
        at = bisect.bisect_left(places, start)
        if at < len(places) and places[at] < end:
            inside.add(name)
    return inside


def at_start(program):
    """What is used from the program's start until `initialize` is answered, and at its end."""
    return names(symbols(program), touched(program, lambda session: None))
