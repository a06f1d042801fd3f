"""The number of files and functions that each walk may enter."""

from pathlib import Path

RECORD = Path(__file__).resolve().parent / "budget.txt"
RENEWAL = "MENTIONS_UPDATE=1 .build/venv/bin/python -m pytest -q Tests/Walks"
HEADER = f"""\
# Files and functions of Sources that the debug build enters for one message; Tests/Walks/walks.py has the messages.
# A number may only fall. Where one has fallen, this renews it:
#   {RENEWAL}
"""


def read(text):
    """The toolchain that the numbers were recorded with, and files and functions by walk."""
    made_with, *rows = [line for line in text.splitlines() if line and not line.startswith("#")]
    return made_with, {name: (int(files), int(functions)) for name, files, _, functions, _ in map(str.split, rows)}


def written(made_with, rows):
    lines = [f"{name} {files} files, {functions} functions" for name, (files, functions) in rows.items()]
    return HEADER + "\n".join([made_with, *lines]) + "\n"


def fault(name, found, budget):
    """Why a walk is not within its budget; None where it is."""
    known = budget.get(name)
    if known is None:
        return f"{name}: no budget is recorded; {RENEWAL}"
    for count, most, unit in zip(found, known, ("files", "functions")):
        if count > most:
            return f"{name}: enters {count} {unit}, of {most} at most"
    return None


def advice(name, found, budget):
    """What to do where a walk is shorter than its budget; None where it is not."""
    known = budget[name]
    if found == known:
        return None
    return f"{name}: enters {found[0]} files and {found[1]} functions, less than {known}: lower the budget; {RENEWAL}"
