"""How .ci/build-release builds: with a `swift` that only writes down what it was asked."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[3]

SWIFT = """#!/bin/sh
printf '%s\\n' "$@" >"$PWD/asked"
test -e "$PWD/.build/install/release/mentions-lsp" && echo kept >>"$PWD/asked"
for argument; do case $previous in --scratch-path) folder=$argument ;; esac; previous=$argument; done
mkdir -p "$folder/release"
for name in lsp bench; do echo symbols >"$folder/release/mentions-$name"; done
exit 0
"""
SWIFTC = """#!/bin/sh
echo '  "runtimeResourcePath": "{runtime}"'
"""
STRIP = """#!/bin/sh
test "$1" = -o && sed s/symbols/stripped/ "$3" >"$2"
"""
CLANG = """#!/bin/sh
case $1 in -print-file-name={missing}) echo {missing} ;; *) echo "/lib/${{1#*=}}" ;; esac
"""


@pytest.fixture
def tree(tmp_path):
    """A checkout with a toolchain that has all that a static program needs."""
    checkout, tools, runtime = tmp_path / "checkout", tmp_path / "usr/bin", tmp_path / "usr/lib/swift_static"
    (runtime / "linux").mkdir(parents=True)
    (runtime / "linux/static-executable-args.lnk").touch()
    tools.mkdir()
    for name, text in [("swift", SWIFT), ("swiftc", SWIFTC.format(runtime=runtime)), ("ld.lld", ""), ("strip", STRIP),
                       ("clang", CLANG.format(missing="nothing")), ("uname", "#!/bin/sh\necho Linux\n")]:
        (tools / name).write_text(text, encoding="utf-8")
        (tools / name).chmod(0o755)
    (checkout / ".ci").mkdir(parents=True)
    for name in ["build-release", "symbol-order.txt"]:
        shutil.copy(TOP / ".ci" / name, checkout / ".ci" / name)
    return checkout


def build(tree, *arguments):
    """Returns the finished process and what swift was asked for."""
    tools = tree.parent / "usr/bin"
    # Of the machine's own programs only those that the script needs: its linker must not be found.
    for name in ["bash", "sh", "dirname", "sed", "cmp", "mkdir", "rm", "cp", "cat"]:
        if not (tools / name).exists():
            (tools / name).symlink_to(shutil.which(name))
    done = subprocess.run([tree / ".ci/build-release", *arguments], capture_output=True, text=True, check=False,
                          env={**os.environ, "PATH": str(tools)})
    asked = tree / "asked"
    return done, asked.read_text(encoding="utf-8").splitlines() if asked.exists() else []


def test_the_program_is_static_and_its_path_is_the_last_line(tree):
    done, asked = build(tree)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == f"{tree}/.build/install/mentions-lsp"
    assert {"-static-executable", "-use-ld=lld", "--gc-sections", "-function-sections"} <= set(asked)
    assert f"--symbol-ordering-file={tree}/.ci/symbol-order.txt" in asked


@pytest.mark.parametrize("change, reason", [
    (lambda usr: (usr / "bin/uname").write_text("#!/bin/sh\necho Darwin\n"), "only on Linux"),
    (lambda usr: (usr / "bin/ld.lld").unlink(), "there is no lld"),
    (lambda usr: (usr / "lib/swift_static/linux/static-executable-args.lnk").unlink(), "no static Swift runtime"),
    (lambda usr: (usr / "bin/clang").write_text(CLANG.format(missing="libc.a")), "libc.a"),
    (lambda usr: (usr / "bin/clang").write_text(CLANG.format(missing="libstdc++.a")), "libstdc++.a"),
])
def test_where_a_program_cannot_be_static_the_build_says_why_and_links_the_runtime_alone(tree, change, reason):
    change(tree.parent / "usr")
    done, asked = build(tree)
    assert done.returncode == 0, done.stderr
    assert reason in done.stderr
    assert done.stdout.splitlines()[-1] == f"{tree}/.build/install-plain/mentions-lsp"
    assert "--static-swift-stdlib" in asked and "-static-executable" not in asked


def test_a_plain_build_can_be_asked_for(tree):
    done, asked = build(tree, "--plain")
    assert "--plain was given" in done.stderr and "-static-executable" not in asked


def test_the_program_has_no_symbols_and_the_one_with_them_is_kept(tree):
    build(tree)
    folder = tree / ".build/install"
    assert (folder / "mentions-lsp").read_text(encoding="utf-8") == "stripped\n"
    assert (folder / "release/mentions-lsp").read_text(encoding="utf-8") == "symbols\n"


def test_without_strip_the_build_says_that_the_symbols_stay(tree):
    (tree.parent / "usr/bin/strip").unlink()
    done, _ = build(tree)
    assert done.returncode == 0 and "there is no strip" in done.stderr
    assert (tree / ".build/install/mentions-lsp").read_text(encoding="utf-8") == "symbols\n"


def test_a_build_that_fails_prints_no_path(tree):
    (tree.parent / "usr/bin/swift").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    done, _ = build(tree)
    assert done.returncode != 0 and done.stdout == ""


def test_another_symbol_order_links_the_program_again(tree):
    assert "kept" not in build(tree)[1]
    assert "kept" in build(tree)[1]
    (tree / ".ci/symbol-order.txt").write_text("main\n", encoding="utf-8")
    assert "kept" not in build(tree)[1]


def test_an_unknown_option_is_refused(tree):
    done, asked = build(tree, "--quick")
    assert done.returncode == 2 and "usage: .ci/build-release" in done.stderr and asked == []
