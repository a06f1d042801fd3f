"""Helpers for tests of Neovim's floating chooser."""

from pathlib import Path

HERE = Path(__file__).resolve().parent
STATE = (HERE / "chooser_state.lua").read_text(encoding="utf-8")


def start(plugin, text="", chooser="", options="", before="", **more):
    """An editor with the floating chooser."""
    options = f"{{ chooser = {{ type = 'B', {chooser} }}, {options} }}"
    editor = plugin(text, options=options, before=STATE + before, **more)
    editor.ready()
    return editor


def floating(editor):
    return editor.lua("return Float() or {}")


def shown(editor, what, condition=lambda chooser: True):
    """The floating chooser, once it is so."""
    return editor.until(what, lambda chooser: chooser and condition(chooser), lambda: floating(editor))


def first(name):
    """The chooser's first line shows this person."""
    return lambda chooser: chooser["lines"] and chooser["lines"][0].startswith(f" {name}")


def gone(editor):
    """The chooser has gone and left nothing behind."""
    editor.until("no chooser", lambda chooser: not chooser, lambda: floating(editor))
    assert editor.lua("return Keys()") == "", "the keys are the user's again"
    assert editor.lua("return #vim.api.nvim_list_wins()") == 1


def text_is(editor, *lines):
    return editor.until(f"the text {lines}", lambda state: state["lines"] == list(lines))


def new_line(editor, key):
    """Opens a line, and has the server know before more is typed: what comes with a line end looks pasted."""
    editor.keys(key)
    editor.mentions()
