"""Holds how many files and functions a reader has to follow for one message of an editor."""

import warnings

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
    lines = [f"{file}\t{function}\n" for file, function in sorted(entered)]
    (LISTS / f"{name}.txt").write_text("".join(lines), encoding="utf-8")
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
    if advice := budget.advice(name, found, recorded):
        warnings.warn(advice, stacklevel=1)


# --- the check itself


RECORD = budget.written("Swift 1", {"key": (50, 200), "completion": (60, 300)})


def test_budgets_are_read_as_they_were_written():
    assert budget.read(RECORD) == ("Swift 1", {"key": (50, 200), "completion": (60, 300)})


@pytest.mark.parametrize("found, reason", [
    ((50, 200), None), ((49, 199), None), ((51, 150), "key: enters 51 files, of 50 at most"),
    ((40, 201), "key: enters 201 functions, of 200 at most"),
])
def test_a_walk_that_is_longer_than_its_budget_is_a_fault(found, reason):
    assert budget.fault("key", found, budget.read(RECORD)[1]) == reason


@pytest.mark.parametrize("found, is_shorter", [((50, 200), False), ((49, 200), True), ((50, 199), True)])
def test_a_walk_that_is_shorter_than_its_budget_asks_for_a_lower_one(found, is_shorter):
    advice = budget.advice("key", found, budget.read(RECORD)[1])
    assert "lower the budget" in advice if is_shorter else advice is None


def test_a_walk_without_a_budget_is_a_fault():
    assert "no budget is recorded" in budget.fault("hover", (1, 1), budget.read(RECORD)[1])


def test_every_walk_has_a_budget():
    _, known = budget.read(budget.RECORD.read_text(encoding="utf-8"))
    assert list(known) == [walk.__name__ for walk in walks.WALKS]


def test_functions_of_Sources_are_read_from_a_profile(tmp_path):
    first, second, copied = "$s1A1fyyF", "$s1B1gyyF", "$s1A1SVWOc"
    profile = tmp_path / "profile"
    profile.write_text(
        f"fl=/w/Sources/A/a.swift\nfn={first}\n10 5\nfn={copied}\n1 1\nfl=/lib/libc.c\nfn=malloc\n1 1\n"
        f"fl=/w/Sources/B/b.swift\nfn={second}\ncfi=/w/Sources/C/c.swift\ncfn=$s1C1hyyF\ncalls=1 2\n3 4\n",
        encoding="utf-8")
    assert walks.functions(profile) == {
        ("Sources/A/a.swift", f"f()\t{first}"), ("Sources/B/b.swift", f"g()\t{second}")}
