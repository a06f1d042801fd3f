"""Nothing in Sources is there for tests only."""

import json
import os
import subprocess
from pathlib import Path

import pytest

import index_store
import unused

TOP = Path(__file__).resolve().parents[2]
STORE = TOP / ".build/debug/index/store"
API = Path(__file__).resolve().parent / "api.txt"
KNOWN = Path(__file__).resolve().parent / "known.txt"
KNOWN_HEADER = """\
# Names of Sources that only tests use, yet: remove them, and add none. Where some are gone, this renews the list:
#   MENTIONS_UPDATE=1 .build/venv/bin/python -m pytest -q Tests/Unused -k everything
"""


@pytest.fixture(scope="session", autouse=True)
def reader():
    if not index_store.library():
        pytest.skip("the toolchain has no libIndexStore")


def files(top, store):
    """The files below `top`, by their paths from there, with their lines and what they mention."""
    index = index_store.IndexStore(store)
    records = index.records()
    for path in sorted(path for path in map(Path, records) if path.is_relative_to(top) and path.exists()):
        yield (path.relative_to(top).as_posix(), path.read_text(encoding="utf-8").splitlines(),
               index.occurrences(records[str(path)]))


def counted(read):
    """The files whose uses count."""
    return [file for file in read
            if file[0].startswith(("Sources/", *unused.TOOLS)) or unused.is_example(file[0])]


@pytest.fixture(scope="session")
def everything():
    """All files of the debug build."""
    if not STORE.exists():
        pytest.skip(f"there is no {STORE}; `swift build --build-tests` makes it")
    return list(files(TOP, STORE))


def names(list_file):
    return {line for line in list_file.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")}


def test_everything_in_Sources_is_used_by_more_than_tests(everything):
    read = counted(everything)
    assert sum(name.startswith("Sources/") for name, *_ in read) > 100, "the index has no sources"
    faults = unused.violations(read, names(API))
    if os.environ.get("MENTIONS_UPDATE") == "1":
        KNOWN.write_text(KNOWN_HEADER + "".join(f"{name}\n" for name in sorted({name for name, _ in faults})),
                         encoding="utf-8")
        pytest.fail(f"{KNOWN.name} was renewed; run again")
    if not KNOWN.exists():
        pytest.skip(f"{len(faults)} names, and no {KNOWN.name}: nobody has recorded yet which are known")
    known = names(KNOWN)
    new = [fault for name, fault in faults if name not in known]
    assert not new, "\n".join(["", *new])


def test_examples_use_only_what_other_packages_see(everything):
    read = counted(everything)
    assert sum(unused.is_example(name) for name, *_ in read) > 5, "the index has no examples"
    hidden = unused.hidden(read)
    assert not hidden, "\n".join(["", *hidden])


def test_what_only_one_file_uses_is_private(everything):
    assert sum(name.startswith("Tests/") for name, *_ in everything) > 100, "the index has no tests"
    faults = unused.exposed(everything)
    assert not faults, "\n".join(["", *faults])


# --- planted violations, in a package that is compiled here


USED = "struct Used { func inUse() {} }\n"


@pytest.fixture
def read(tmp_path):
    """Compiles files, by path, as one module, and reads its index."""
    def compiled(sources):
        top, store = tmp_path / "top", tmp_path / "store"
        for path, text in sources.items():
            (top / path).parent.mkdir(parents=True, exist_ok=True)
            (top / path).write_text(text, encoding="utf-8")
        paths = [str(top / path) for path in sources]
        done = subprocess.run(
            ["swiftc", "-c", "-module-name", "Planted", "-parse-as-library", "-index-store-path", store,
             "-incremental", "-output-file-map", objects(tmp_path, paths), *paths],
            cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return list(files(top, store))
    return compiled


@pytest.fixture
def found(read):
    """Returns the names that are found to be unused in files, by path."""
    return lambda sources, listed=(): [fault for _, fault in unused.violations(counted(read(sources)), set(listed))]


def objects(folder, paths):
    """A file that says where the compiler writes, so that each source has a unit of its own."""
    place = folder / "objects.json"
    place.write_text(json.dumps({path: {"object": f"{folder}/{number}.o"} for number, path in enumerate(paths)}),
                     encoding="utf-8")
    return place


BENCH = "Tests/Bench/Bench.swift"


@pytest.mark.parametrize("text, expected", [
    ("func spare() {}", ["func Mentions.spare()"]),
    ("struct Spare { var size: Int { 1 } }", ["struct Mentions.Spare", "var Mentions.Spare.size"]),
    # What only an unused function uses is unused, and so is one that only calls itself.
    ("func first() { second() }\nfunc second() {}", ["func Mentions.first()", "func Mentions.second()"]),
    ("func again() { again() }", ["func Mentions.again()"]),
    ("extension Used { var spare: Int { 1 } }", ["var Mentions.Used.spare"]),
    ("extension Used { static let spare = 1 }", ["var Mentions.Used.spare"]),
    ("protocol Spare { func f() }\nextension Used: Spare { func f() {} }",
     ["protocol Mentions.Spare", "func Mentions.Spare.f()"]),
])
def test_what_nothing_uses_is_found(found, text, expected):
    faults = found({"Sources/Mentions/A.swift": text, "Sources/Mentions/Used.swift": USED,
                    BENCH: "func bench() { Used().inUse() }"})
    assert [fault.split(": ")[1] for fault in faults] == expected


@pytest.mark.parametrize("text", [
    "func helper() {}\nextension Used { func more() { helper() } }",
    "extension Used: CustomStringConvertible { var description: String { text }; var text: String { \"\" } }",
    "extension Used { var more: Void { get { helper() } } }\nfunc helper() {}",
])
def test_what_something_uses_is_not_found(found, text):
    assert found({"Sources/Mentions/A.swift": text, "Sources/Mentions/Used.swift": USED,
                  BENCH: "func bench() { Used().inUse(); _ = Used().more }" if "more" in text
                  else "func bench() { Used().inUse() }"}) == []


def test_what_tests_use_is_found_all_the_same(found):
    sources = {"Sources/Mentions/A.swift": "func spare() {}",
               "Tests/MentionsTests/ATests.swift": "func test() { spare() }"}
    assert len(found(sources)) == 1


PUBLIC = {"Sources/Mentions/A.swift": "public func offered() {}"}
EXAMPLE = {"Sources/Mentions/A.swift": "public func offered() { helper() }\nprivate func helper() {}",
           "Tests/MentionsTests/Examples/Offering.swift": "func example() { offered() }"}


def test_the_interface_of_a_library_is_listed_and_has_an_example(found):
    assert found(EXAMPLE, ["Mentions.offered()"]) == []


@pytest.mark.parametrize("sources, listed, fault", [
    (PUBLIC, ["Mentions.offered()"], "Examples"), (EXAMPLE, [], "api.txt"),
    ({**EXAMPLE, BENCH: "func bench() { offered() }"}, ["Mentions.offered()"], "take it off"),
    ({path.replace("Sources/Mentions", "Sources/LanguageProtocol"): text for path, text in EXAMPLE.items()}, [],
     "remove"),
])
def test_an_interface_without_an_example_or_an_entry_is_found(found, sources, listed, fault):
    faults = found(sources, listed)
    assert len(faults) == 1 and fault in faults[0]


SEEN = """\
public enum Size { case small }
public protocol Sized { var size: Size { get } }
public struct Box: Sized { public init() {}; public var size: Size { .small } }
"""


@pytest.mark.parametrize("text, example, expected", [
    (SEEN, "func example(_ sized: any Sized) -> Bool { sized.size == .small && Box().size == .small }", []),
    ("struct Box {}", "func example() { _ = Box.self }", ["Mentions.Box is not public"]),
    ("public struct Box {\ninit() {}\nvar size: Int { 1 } }",
     "func example() { _ = Box().size }", ["Mentions.Box.init() is not public", "Mentions.Box.size is not public"]),
])
def test_an_example_that_uses_what_other_packages_do_not_see_is_found(read, text, example, expected):
    sources = {"Sources/Mentions/A.swift": text, "Tests/MentionsTests/Examples/Example.swift": example}
    assert sorted(fault.split(": ")[1] for fault in unused.hidden(counted(read(sources)))) == expected


@pytest.mark.parametrize("member, is_found", [
    ("func help() {}", True),
    ("static func help() {}", True),
    ("static let help = 1", True),
    ("var help: Int { 1 }", True),
    ("private func help() {}", False),
    ("fileprivate func help() {}", False),
    # The initializer of the structure would be private, too.
    ("var help = 1", False),
])
def test_members_that_only_their_file_uses(read, member, is_found):
    use = "_ = Self.help" if "static let" in member else "Self.help()" if "static" in member else (
        "_ = help" if "var" in member else "help()")
    sources = {"Sources/A/A.swift": f"struct A {{ {member}\n  func use() {{ {use} }} }}\n".replace("{ ", "{\n  ", 1),
               "Sources/A/B.swift": "func other(_ a: A) { a.use() }\n"}
    found = unused.exposed(read(sources))
    assert [line.split(":")[0] for line in found] == (["Sources/A/A.swift"] if is_found else [])
