"""The recorded numbers of instructions, and whether new ones agree with them."""

import os
import platform
import subprocess
from pathlib import Path

RECORD = Path(__file__).resolve().parent / "counts.txt"
#: A count may grow by this share before a test fails.
TOLERANCE = 0.10
RENEWAL = ".ci/build-release && MENTIONS_UPDATE=1 .build/venv/bin/python -m pytest -q Tests/Instructions"
HEADER = f"""\
# Instructions that the program executes, measured by valgrind; Tests/Instructions/session.py has the sessions. Where a
# count has changed for good, this renews it:
#   {RENEWAL}
"""


def is_static(program):
    """Whether an ELF program needs no dynamic linker."""
    data = Path(program).read_bytes()
    if data[:4] != b"\x7fELF":
        return False
    start, size, count = (int.from_bytes(data[at:at + length], "little") for at, length in ((32, 8), (54, 2), (56, 2)))
    interpreter = 3
    return all(int.from_bytes(data[start + size * number:][:4], "little") != interpreter for number in range(count))


def toolchain(program):
    """All that has a say in the number of instructions beside the sources: compiler, C library, processor, linking."""
    compiler = subprocess.run(["swiftc", "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    library = os.confstr("CS_GNU_LIBC_VERSION")
    return ", ".join([compiler, library, platform.machine(), "static" if is_static(program) else "not static"])


def read(text):
    """The toolchain that counts were recorded with, and the counts by name."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    made_with, *counts = lines
    return made_with, {name: int(count) for name, count in (line.split() for line in counts)}


def written(made_with, counts):
    return HEADER + "\n".join([made_with, *(f"{name} {count}" for name, count in counts.items())]) + "\n"


def fault(name, count, recorded):
    """Why a count is not what was recorded; None where it is."""
    known = recorded.get(name)
    if known is None:
        return f"{name}: nothing is recorded; {RENEWAL}"
    if count > known * (1 + TOLERANCE):
        return (f"{name}: {count:,} instructions, {count / known - 1:.0%} more than the {known:,} that are recorded. "
                f"Find out why; if it must be so: {RENEWAL}")
    return None
