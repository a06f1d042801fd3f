"""Holds how many files and functions a reader has to follow for one message of an editor."""

import subprocess
from pathlib import Path

import pytest

import budget
import counts
import walks

#: What each walk entered in the last run, for readers and for comparisons.
LISTS = walks.TOP / ".build" / "walks"


@pytest.fixture(scope="session")
def recorded(program, valgrind, renews):
    """The recorded budgets; none where they are renewed."""
    if renews:
        return {}
    made_with, known = budget.read(budget.RECORD.read_text(encoding="utf-8"))
    here = counts.toolchain(program)
    if made_with != here:
        pytest.skip(f"the budgets were recorded with another toolchain: {made_with}; here it is {here}")
    return known


@pytest.mark.parametrize("walk", walks.WALKS, ids=lambda walk: walk.__name__)
def test_a_walk_stays_within_its_budget(walk, program, recorded, renews, tmp_path):
    name = walk.__name__
    entered = walks.follow(walk, program, tmp_path)
    found = (len({file for file, _ in entered}), len(entered))
    LISTS.mkdir(parents=True, exist_ok=True)
    (LISTS / f"{name}.txt").write_text(listed(entered), encoding="utf-8")
    print(f"{name}: {found[0]} files, {found[1]} functions")
    if renews:
        try:
            _, known = budget.read(budget.RECORD.read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            known = {}
        text = budget.written(counts.toolchain(program), {**known, name: found})
        budget.RECORD.write_text(text, encoding="utf-8")
        pytest.fail(f"{budget.RECORD.name} was renewed; run again")
    reason = budget.fault(name, found, recorded)
    assert reason is None, f"{reason}. What it enters is in {LISTS / name}.txt"


def listed(entered):
    """The files of a walk, and in each the functions by their Swift names."""
    text = "".join(f"{file}\t{function}\n" for file, function in sorted(entered))
    return subprocess.run(["swift", "demangle", "--simplified"], input=text, capture_output=True, text=True,
                          check=True).stdout


# --- the check itself


RECORD = budget.written("Swift 1", {"key": (50, 200), "completion": (60, 300)})


def test_budgets_are_read_as_they_were_written():
    assert budget.read(RECORD) == ("Swift 1", {"key": (50, 200), "completion": (60, 300)})


@pytest.mark.parametrize("found, reason", [
    ((50, 200), None), ((51, 150), "key: enters 51 files, of 50 at most"),
    ((40, 201), "key: enters 201 functions, of 200 at most"), ((49, 200), "lower the budget"),
    ((50, 199), "lower the budget"),
])
def test_a_walk_that_is_longer_or_shorter_than_its_budget_is_a_fault(found, reason):
    fault = budget.fault("key", found, budget.read(RECORD)[1])
    assert fault is None if reason is None else reason in fault


def test_a_walk_without_a_budget_is_a_fault():
    assert "no budget is recorded" in budget.fault("hover", (1, 1), budget.read(RECORD)[1])


def test_every_walk_has_a_budget():
    _, known = budget.read(budget.RECORD.read_text(encoding="utf-8"))
    assert list(known) == [walk.__name__ for walk in walks.WALKS]


def test_functions_of_Sources_are_read_from_a_profile(tmp_path):
    profile = tmp_path / "profile"
    profile.write_text(
        "fl=/w/Sources/A/a.swift\nfn=$s1a\n10 5\nfl=/lib/libc.c\nfn=malloc\n1 1\n"
        "fl=/w/Sources/B/b.swift\nfn=$s1b\ncfi=/w/Sources/C/c.swift\ncfn=$s1c\ncalls=1 2\n3 4\n"
        "fl=<compiler-generated>\nfn=$s1aWOb\n1 1\n", encoding="utf-8")
    assert walks.functions(Path(profile)) == {("Sources/A/a.swift", "$s1a"), ("Sources/B/b.swift", "$s1b")}
