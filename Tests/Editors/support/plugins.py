"""Other plug-ins for which the pages in editors/ have recipes: used where they are installed, never downloaded.

They are looked for in the folder that MENTIONS_PLUGINS names, which holds one folder each by the name of its
repository, then where Neovim's and Vim's own packages are."""

import os
import re
from pathlib import Path

import pytest

EDITORS = Path(__file__).resolve().parents[3] / "editors"
PACKS = (Path.home() / ".local/share/nvim/site/pack", Path.home() / ".vim/pack")


def find(name):
    """The folder of an installed plug-in, or None."""
    if folder := os.environ.get("MENTIONS_PLUGINS"):
        return path if (path := Path(folder) / name).is_dir() else None
    return next((path for pack in PACKS for path in sorted(pack.glob(f"*/*/{name}"))), None)


def installed(place, names):
    """The folders of these plug-ins as an editor sees them; without one of them the test is skipped."""
    found = {name: find(name) for name in names}
    if missing := [name for name, path in found.items() if not path]:
        pytest.skip(f"{' and '.join(missing)} not installed (MENTIONS_PLUGINS names the folder)")
    return [place.see(path, f"/srv/plugins/{name}") for name, path in found.items()]


def recipe(page, tag):
    """The Lua that a page of Neovim's help shows below a tag."""
    text = (EDITORS / "neovim/doc" / page).read_text(encoding="utf-8")
    below = text.partition(f"*{tag}*")[2]
    return re.search(r">lua\n(.*?)\n<", below, re.DOTALL)[1]
