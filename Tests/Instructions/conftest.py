import os
import shutil
from pathlib import Path

import pytest

INSTALLED = Path(__file__).resolve().parents[2] / ".build/install/release/mentions-lsp"


@pytest.fixture(scope="session")
def program():
    """The program as people install it: MENTIONS_LSP, else what .ci/build-release has made."""
    named = os.environ.get("MENTIONS_LSP", str(INSTALLED))
    if not Path(named).exists():
        pytest.skip(f"there is no {named}; .ci/build-release makes it")
    return named


@pytest.fixture(scope="session")
def valgrind():
    if not shutil.which("valgrind"):
        pytest.skip("valgrind is not installed")


@pytest.fixture(scope="session")
def renews():
    return os.environ.get("MENTIONS_UPDATE") == "1"
