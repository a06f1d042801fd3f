import os
import shutil
from pathlib import Path

import pytest

INSTALLED = Path(__file__).resolve().parents[2] / ".build/install/mentions-lsp"


@pytest.fixture(scope="session")
def program():
    """The program as people install it: MENTIONS_LSP, else what .ci/build-release has made. With its symbols, if they
    are beside it."""
    named = Path(os.environ.get("MENTIONS_LSP", INSTALLED))
    if not named.exists():
        pytest.skip(f"there is no {named}; .ci/build-release makes it")
    with_symbols = named.parent / "release" / named.name
    return str(with_symbols if with_symbols.exists() else named)


@pytest.fixture(scope="session")
def valgrind():
    if not shutil.which("valgrind"):
        pytest.skip("valgrind is not installed")


@pytest.fixture(scope="session")
def renews():
    return os.environ.get("MENTIONS_UPDATE") == "1"
