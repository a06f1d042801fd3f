"""The eleven modes of the chooser's position in Neovim, by their names: where it stands, its arrow, the locked line."""

import pytest

from neovim_chooser import gone, shown, start
from test_viewport import LONG, at, locked, view

#: Where the line is kept, where the chooser is, and its arrow.
MODES = {
    "enclosedTop": (None, "below", None), "enclosedBottom": (None, "above", None),
    "customLockTopNoArrow": ("top", "below", None),
    "customLockTopArrowPointingUp": ("top", "below", "▲"),
    "customLockTopArrowPointingDown": ("top", "below", None),  # there is no room above the first line
    "customLockBottomNoArrow": ("bottom", "above", None),
    "customLockBottomArrowPointingUp": ("bottom", "above", None),  # nor below the last
    "customLockBottomArrowPointingDown": ("bottom", "above", "▼"),
    "customNoLockNoArrow": (None, "below", None),
    "customNoLockArrowPointingUp": (None, "below", "▲"),
    "customNoLockArrowPointingDown": (None, "above", "▼"),
}


def test_all_modes(plugin):
    """One after another in one editor: a mention at column 9 of line 50, which is in the middle of the window."""
    editor = start(plugin, LONG)
    height = editor.lua("return vim.api.nvim_win_get_height(0)")
    for mode, (lock, side, arrow) in MODES.items():
        editor.lua(f"""require('mentions').setup(vim.tbl_deep_extend('force',
          require('mentions.config').options, {{ position = '{mode}' }}))""")
        editor.ready()
        at(editor, 50, 40)
        editor.keys("A  @knu")
        chooser = shown(editor, f"the list of {mode}", lambda chooser: len(chooser["lines"]) == 1)
        row = {None: 10, "top": 0, "bottom": height - 1}[lock]
        now = locked(editor, f"the line of {mode}", lambda now: now["top"] == 50 - row)
        assert now["line"] == 50 and now["own"] == (-1 if lock is None else 0), mode
        if side == "below":
            place = {"row": row + 1, "border": "top", "arrow": [arrow, row + 1, 9] if arrow else None}
        else:
            place = {"row": row - 2, "border": "bottom", "arrow": [arrow, row - 1, 9] if arrow else None}
        shown(editor, f"{mode} at {place}", lambda seen: {name: seen.get(name) for name in place} == place)
        assert chooser["col"] == 9, mode
        editor.keys("<Esc><Esc>u")
        gone(editor)
        locked(editor, "the view as before", lambda now: now["top"] == 40)
    assert editor.complaints() == []


def test_an_arrow_needs_a_border_and_follows_the_function_that_places(plugin):
    editor = start(plugin, LONG, chooser="border = 'none'", options="""position = {
      mode = 'customNoLockArrowPointingDown',
      place = function(_, config)
        config.row, config.col = 3, 20
        return config
      end,
    }""")
    at(editor, 50, 40)
    editor.keys("A  @knu")
    chooser = shown(editor, "the list", lambda chooser: chooser.get("arrow") and chooser["height"] == 1)
    # As near to the mention as the chooser reaches.
    assert (chooser["row"], chooser["col"], chooser["border"], chooser["arrow"]) == (3, 20, "bottom", ["▼", 4, 20])
    editor.keys("<Esc><Esc>")
    gone(editor)
    assert view(editor)["top"] == 40 and editor.complaints() == []


@pytest.mark.parametrize("wrong", ["'customLockTop'", "{ mode = 'none', place = print }", "{ mode = 'enclosedTop' }"])
def test_a_mode_that_there_is_not(plugin, wrong):
    editor = start(plugin, options=f"position = {wrong}")
    editor.until("the message", lambda state: '"customLockTopArrowPointingUp"' in state["messages"]
                 and '"position" is' in state["messages"])
    editor.keys("i@ad")
    shown(editor, "the list all the same", lambda chooser: chooser["row"] == 1)
