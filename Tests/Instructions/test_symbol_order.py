"""Keeps .ci/symbol-order.txt true: .ci/build-release has the linker lay out the program by it."""

import pytest

import counts
import symbol_order

#: The share of what a start uses that the file must know. Names that no longer exist do no harm.
SHARE = 0.9


def test_the_symbol_order_knows_what_a_start_uses(program, valgrind, renews):
    start = symbol_order.at_start(program)
    if renews:
        symbol_order.ORDER.write_text("\n".join(sorted(start)) + "\n", encoding="utf-8")
        pytest.fail(f"{symbol_order.ORDER.name} was renewed; build and run again")
    known = set(symbol_order.ORDER.read_text(encoding="utf-8").split())
    missing = sorted(start - known)
    assert len(missing) <= (1 - SHARE) * len(start), (
        f"{len(missing)} of {len(start)} functions and variables that a start uses are not in {symbol_order.ORDER.name}, "
        f"such as {missing[:5]}; {counts.RENEWAL}")


def test_the_lines_of_a_trace_are_instructions_and_what_they_touch():
    lines = {b"I  0042ab00,4\n", b" L 1ffe,8\n", b" S 2000,1\n", b" M 2008,8\n", b"==17== Lackey, an example\n", b"\n"}
    assert symbol_order.addresses(lines) == {0x42AB00, 0x1FFE, 0x2000, 0x2008}


def test_a_symbol_is_used_if_something_in_it_is_touched():
    found = [(10, 20, "a"), (20, 30, "b"), (30, 40, "c")]
    assert symbol_order.names(found, {19, 30}) == {"a", "c"}
    assert symbol_order.names(found, {9, 40}) == set()
