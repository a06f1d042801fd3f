import os
import shutil
from pathlib import Path

import pytest

DEBUG = Path(__file__).resolve().parents[2] / ".build/debug/mentions-lsp"


@pytest.fixture(scope="session")
def program():
    """The debug build: its code is not inlined, so that every function that is entered can be seen."""
    if not DEBUG.exists():
        pytest.skip(f"there is no {DEBUG}; `swift build` makes it")
    return str(DEBUG)


@pytest.fixture(scope="session")
def valgrind():
    if not shutil.which("valgrind") or not shutil.which("vgdb"):
        pytest.skip("valgrind is not installed")


@pytest.fixture(scope="session")
def renews():
    return os.environ.get("MENTIONS_UPDATE") == "1"
