"""Widgets of users in Neovim's floating chooser: their life, their faults, and the samples."""

import shutil

from neovim_chooser import HERE, first, floating, gone, shown, start, text_is
from neovim_editor import PLUGIN

LOGGER = (HERE / "neovim" / "chooser_logger.lua").read_text(encoding="utf-8")


def logged(editor, *expected):
    """What was done to the widget since the last time."""
    lines = editor.until("the calls " + "\n".join(expected), lambda lines: len(lines) >= len(expected),
                         lambda: editor.lua("return #Log > 0 and Log or { 'nothing' }"))
    editor.lua("Log = {}")
    assert "\n".join(lines) == "\n".join(expected)


LAYOUT = ("will_begin_layout", "preferred_size {height=20 width=80}",
          "set_frame {col=0 height=%d row=1 width=12}", "did_end_layout", "view top Visual")


def layout(height):
    return [line % height if "%" in line else line for line in LAYOUT]


def test_the_life_of_a_widget(plugin):
    editor = start(plugin, chooser="widget = 'logger', model = { title = '' }, background = 'Visual', "
                   "events = { renamed = function(title) Renamed = title end }", before=LOGGER)
    editor.lua("vim.wo.number = false; Log = {}")
    editor.keys("i@donald")
    chooser = shown(editor, "Knuth", lambda chooser: chooser["lines"] == ["Donald Knuth"])
    assert (chooser["width"], chooser["height"]) == (12, 1) and "Normal:Visual," in chooser["look"]
    logged(editor, "init ", "did_create", "become_visible", "reload_data", *layout(1))

    editor.keys("<F2>")
    editor.until("the event", lambda title: title == "* ", lambda: editor.lua("return Renamed"))
    logged(editor, "handle rename", "model_updated title  * ", "view top Visual")
    assert floating(editor)["lines"] == ["* Donald Kn…"], "cut to the frame"

    model = "local model = require('mentions.chooser').model()"
    assert editor.lua(f"{model}; model.height = 3; return model.title") == "* "
    logged(editor, "model_updated height nil 3")
    editor.lua("require('mentions.chooser').model().height = 3")
    logged(editor, "nothing")

    editor.keys("<BS>")
    logged(editor, "reload_data", *layout(3))
    editor.lua("vim.o.lines = 10")
    logged(editor, *(line.replace("height=20", "height=6") for line in layout(3)))
    editor.keys("<Esc>")
    gone(editor)
    logged(editor, "reset_scroll_position_and_hide")

    editor.keys(" @donald")
    shown(editor, "Knuth again", lambda chooser: chooser["lines"] == ["* Donald Kn…"])
    editor.lua("Log = {}")
    editor.keys("<CR>")
    text_is(editor, "@donal Donald Knuth")
    gone(editor)
    logged(editor, "handle accept", "view top Visual", "reset_scroll_position_and_hide")
    assert editor.complaints() == []
    editor.lua("require('mentions').disable()")
    logged(editor, "will_destroy")


def test_a_widget_that_fails_gives_way_to_the_plain_list(plugin):
    for key, complaint in (("<F3>", "widget 'logger' failed (view): "),
                           ("<F4>", "widget 'logger' failed (set_frame): ")):
        editor = start(plugin, chooser="widget = 'logger'", before=LOGGER)
        editor.keys("i@donald")
        shown(editor, "the widget", lambda chooser: chooser["lines"] == ["Donald Knuth"])
        editor.keys(key)
        shown(editor, "the plain list", first("Donald Knuth  1974"))
        assert editor.lua("return Log[#Log]") == "will_destroy"
        editor.keys("<BS>", "d")
        shown(editor, "the plain list", first("Donald Knuth  1974"))
        editor.keys("<CR>")
        text_is(editor, "Donald Knuth")
        gone(editor)
        said = [line for line in editor.state()["messages"].splitlines() if line.strip()]
        assert len(said) == 1 and said[0].startswith("mentions: " + complaint) and len(said[0]) < 80, said
        editor.keys("<Esc>:edit!<CR>")
        editor.stop()


def test_a_widget_that_cannot_be_made_gives_way_to_the_plain_list(plugin):
    editor = start(plugin, chooser="widget = 'broken'", before="""
      local widget = { init = function() error('no luck') end }
      for _, name in ipairs({ 'view', 'preferred_size', 'set_frame', 'become_visible', 'reload_data',
        'reset_scroll_position_and_hide' }) do
        widget[name] = function() end
      end
      require('mentions.widgets').register('broken', widget)""")
    editor.keys("i@donald")
    shown(editor, "the plain list", first("Donald Knuth  1974"))
    assert "widget 'broken' failed (init): " in editor.state()["messages"]


def test_a_widget_that_nobody_registered(plugin):
    editor = start(plugin, chooser="widget = 'slidr'")
    editor.keys("i@donald")
    shown(editor, "the plain list", first("Donald Knuth  1974"))
    assert "chooser.widget: there is no widget 'slidr'" in editor.state()["messages"]


def test_what_needs_no_editor(place_for):
    place = place_for("nvim", (0, 10))
    shutil.copytree(PLUGIN, place.outside / "plugin")
    shutil.copy(HERE / "neovim" / "chooser_units.lua", place.outside)
    done = place.run(["nvim", "--headless", "--clean", "-l", f"{place.folder}/chooser_units.lua",
                      f"{place.folder}/plugin"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
