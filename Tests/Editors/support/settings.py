"""What the program under test can be told."""

import json
import os
import subprocess

import pytest


def needs(setting):
    """A mark for tests of a module that need a setting: they are skipped where the program does not know it."""
    program = os.environ.get("MENTIONS_LSP")
    known = json.loads(subprocess.run([program, "schema"], capture_output=True, text=True, timeout=30).stdout
                       )["properties"] if program else {}
    return pytest.mark.skipif(setting not in known, reason=f"the program has no setting {setting}")
