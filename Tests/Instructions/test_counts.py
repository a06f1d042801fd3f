"""Holds what start, keystroke, completion and a scanned file cost, counted in instructions: time would depend on the machine."""

import pytest

import counts
import session


@pytest.fixture(scope="session")
def recorded(program, valgrind, renews):
    """The recorded counts; none where they are renewed."""
    if renews:
        return {}
    made_with, known = counts.read(counts.RECORD.read_text(encoding="utf-8"))
    here = counts.toolchain(program)
    if made_with != here:
        pytest.skip(f"the counts were recorded with another toolchain: {made_with}; here it is {here}")
    return known


@pytest.mark.parametrize("name", session.MEASURES)
def test_instructions_stay_within_what_is_recorded(name, program, recorded, renews, tmp_path):
    count = session.MEASURES[name](program, tmp_path)
    print(f"{name}: {count:,} instructions")
    if renews:
        try:
            _, known = counts.read(counts.RECORD.read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            known = {}
        text = counts.written(counts.toolchain(program), {**known, name: count})
        counts.RECORD.write_text(text, encoding="utf-8")
        pytest.fail(f"{counts.RECORD.name} was renewed; run again")
    assert counts.fault(name, count, recorded) is None


# --- the check itself


RECORD = counts.written("Swift 1, glibc 2, x86_64, static", {"start": 1000, "keystroke": 50})


def test_a_record_of_instructions_is_read_as_it_was_written():
    assert counts.read(RECORD) == ("Swift 1, glibc 2, x86_64, static", {"start": 1000, "keystroke": 50})


@pytest.mark.parametrize("count", [1, 1000, 1099, 1100])
def test_instructions_that_grow_by_a_tenth_at_most_pass(count):
    assert counts.fault("start", count, counts.read(RECORD)[1]) is None


@pytest.mark.parametrize("count, share", [(1101, "10%"), (1200, "20%"), (5000, "400%")])
def test_instructions_that_grow_by_more_than_a_tenth_are_a_fault(count, share):
    fault = counts.fault("start", count, counts.read(RECORD)[1])
    assert fault.startswith(f"start: {count:,} instructions, {share} more than the 1,000 that are recorded")
    assert counts.RENEWAL in fault


def test_instructions_that_nobody_recorded_are_a_fault():
    assert "nothing is recorded" in counts.fault("completion", 1, counts.read(RECORD)[1])


def test_every_measure_of_instructions_is_recorded():
    _, known = counts.read(counts.RECORD.read_text(encoding="utf-8"))
    assert list(known) == list(session.MEASURES)


def test_instructions_that_the_program_really_executes_more_are_noticed(program, valgrind, tmp_path):
    """A session in which every key is followed by four more of the like costs more than a tenth more a key."""
    def typed(rounds, more):
        return session.instructions(program, tmp_path, lambda one: (one.open(), one.type_prose(rounds * more)))
    once, again = typed(2, 1) - typed(1, 1), typed(2, 5) - typed(1, 5)
    assert counts.fault("keystroke", again, {"keystroke": once})
