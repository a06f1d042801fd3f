"""Users' widgets in Neovim's floating chooser: their life cycle, their errors, and the samples."""

import shutil

from neovim_chooser import HERE, first, floating, gone, shown, start, text_is

LOGGER = (HERE / "chooser_logger.lua").read_text(encoding="utf-8")


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
    logged(editor, "init ", "did_create", "reload_data", "become_visible", *layout(1))

    editor.keys("<F2>")
    editor.until("the event", lambda title: title == "* ", lambda: editor.lua("return Renamed"))
    logged(editor, "key_pressed rename", "model_updated title  * ", *layout(1))
    assert floating(editor)["lines"] == ["* Donald Kn…"], "cut to the frame"

    model = "local model = require('mentions.chooser').model()"
    assert editor.lua(f"{model}; model.height = 3; return model.title") == "* "
    logged(editor, "model_updated height nil 3", *layout(3))
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
    logged(editor, "key_pressed accept", "view top Visual", "reset_scroll_position_and_hide")
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
        assert len(said) == 1 and said[0].startswith("mentions: " + complaint), said
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
    shutil.copy(HERE / "chooser_units.lua", place.outside)
    done = place.run(["nvim", "--headless", "--clean", "-l", f"{place.folder}/chooser_units.lua",
                      f"{place.editors}/neovim"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr


def test_the_range_slider_keeps_those_mentioned_lately(plugin):
    editor = start(plugin, chooser="widget = 'slider', model = { maximum_value = 4, rows = 3 }, "
                   "events = { updated_min_and_max_value = function(low, high) Moved = { low, high } end }")
    for key in ("knu", "hopc", "wirth"):
        editor.keys("i", f"@{key}") if key == "knu" else editor.keys(f" @{key}")
        shown(editor, key, lambda chooser: key.title() in chooser["lines"][1])
        editor.keys("<CR>")
        gone(editor)
    mentions = ["Donald Knuth", "John Hopcroft", "Niklaus Wirth"]
    editor.until("three mentions", lambda found: found == mentions, editor.mentions)
    editor.keys(" @")
    chooser = shown(editor, "all", lambda chooser: len(chooser["lines"]) == 4)
    assert "mentioned at any time or never" in chooser["lines"][0]
    assert chooser["selected"] == chooser["lines"][1:2], "the list is what the keys up and down are for"

    def people(count, caption):
        chooser = shown(editor, caption, lambda chooser: caption in chooser["lines"][0])
        assert len(chooser["lines"]) == count + 1 == chooser["height"]
        return sorted(line.split("  ")[0].strip() for line in chooser["lines"][1:])

    editor.keys("<M-Left>")
    assert people(3, "0 to 3 mentions ago") == mentions
    assert editor.lua("return Moved") == [0, 3]
    editor.keys("<M-Down><M-Right>")
    assert people(2, "1 to 3 mentions ago") == mentions[:2]
    editor.keys("<M-Right>")
    assert people(1, "2 to 3 mentions ago") == mentions[:1]
    editor.keys("<M-Right>", "<M-Right>")
    assert people(1, "3 mentions ago") == ["nobody"]
    editor.lua("require('mentions.chooser').model().selected_minimum_value = 1")
    assert people(2, "1 to 3 mentions ago") == mentions[:2]
    editor.keys("<C-n>")
    chooser = shown(editor, "the second", lambda chooser: chooser["selected"] == chooser["lines"][2:3])
    picked = chooser["selected"][0].split("  ")[0].strip()
    editor.keys("<Tab>")
    gone(editor)
    editor.until("the one that was picked", lambda found: found == [*mentions, picked], editor.mentions)
    assert editor.complaints() == []


CELL = """function(entity, detail, matches)
  return { abbr = entity.name:upper(), kind = '@' .. (entity.handle or ''), menu = detail, hl = 'Title' }
end"""


def test_cells_drawn_by_a_function_in_the_floating_list(plugin):
    editor = start(plugin, chooser=f"cell = {CELL}")
    editor.keys("i@don")
    chooser = shown(editor, "Knuth", first("DONALD KNUTH"))
    assert chooser["lines"] == [" DONALD KNUTH  @knuth  1974, the analysis of algorithms"]
    editor.keys("<CR>")
    text_is(editor, "Donald Knuth")
    assert editor.complaints() == []


def test_cells_drawn_by_a_function_in_the_editors_own_menu(plugin):
    editor = plugin("", options=f"{{ chooser = {{ cell = {CELL} }} }}")
    editor.ready()
    editor.keys("i@don")
    state = editor.until("the menu", lambda state: state["menu"] == ["DONALD KNUTH"])
    item = editor.lua("return vim.fn.complete_info({ 'items' }).items[1]")
    assert (item["kind"], item["menu"]) == ("@knuth", "1974, the analysis of algorithms")
    editor.keys("<C-n><C-y>")
    editor.until("the name", lambda state: state["lines"] == ["Donald Knuth"])
    assert editor.mentions() == ["Donald Knuth"] and editor.complaints() == []


def test_a_function_for_cells_that_fails_draws_them_plainly(plugin):
    editor = start(plugin, chooser="cell = function(entity) return entity.nothing.at_all end")
    editor.keys("i@don")
    shown(editor, "Knuth", first("Donald Knuth  1974"))
    assert "mentions: chooser.cell: " in editor.state()["messages"]


def test_what_only_minimal_widgets_offer(plugin):
    """A widget with nothing but what is required: it is shown, and keys that it does not know go by."""
    editor = start(plugin, chooser="widget = 'minimal'", before="""
      local widget = {}
      for name in ('set_frame become_visible reload_data reset_scroll_position_and_hide'):gmatch('%S+') do
        widget[name] = function() end
      end
      function widget.init(events, environment, chooser) return { chooser = chooser } end
      function widget:view() return { self.chooser:number_of_model_objects() .. ' to choose from' } end
      function widget:preferred_size() return { width = 1000, height = 1000.7 } end
      require('mentions.widgets').register('minimal', widget)""")
    editor.keys("i@")
    chooser = shown(editor, "the number", lambda chooser: chooser["lines"] == ["30 to choose from"])
    assert (chooser["width"], chooser["height"]) == (80, 20)
    editor.keys("d<CR>")
    text_is(editor, "@d", "")
    gone(editor)
    assert editor.complaints() == []


def test_a_widget_that_never_comes_to_rest(plugin):
    editor = start(plugin, chooser="widget = 'restless', model = { turns = 0 }", before="""
      local list = require('mentions.widgets.list')
      local widget = setmetatable({}, { __index = list })
      function widget.init_with_data_source(...)
        return setmetatable(list.init_with_data_source(...), { __index = widget })
      end
      function widget:model_updated()
        self.environment.model.turns = self.environment.model.turns + 1
      end
      require('mentions.widgets').register('restless', widget)""")
    editor.keys("i@don")
    shown(editor, "Knuth", first("Donald Knuth"))
    editor.lua("require('mentions.chooser').model().turns = 1")
    assert editor.lua("return require('mentions.chooser').model().turns") == 17
    editor.until("a word about it", lambda state: "widget 'restless': changes its model" in state["messages"])
    editor.keys("<CR>")
    text_is(editor, "Donald Knuth")
    gone(editor)
