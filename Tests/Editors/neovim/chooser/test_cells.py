"""Cells of Neovim's floating chooser: for each trigger, of several lines, about to be shown; and the mouse."""

import base64
import re

from neovim_chooser import first, gone, shown, start, text_is

#: Two triggers over the built-in directory.
DEMO = "init_options = { demo = true }"


def mouse(editor, button, action, chooser, row, column):
    """The mouse at a row and column of the chooser, from 0."""
    border = 1 if chooser["border"] == "top" else 0
    place = f"{chooser['row'] + border + row}, {chooser['col'] + column}"
    editor.lua(f"vim.api.nvim_input_mouse('{button}', '{action}', '', 0, {place})")


def test_each_trigger_has_its_own_cells_and_widget(plugin):
    editor = start(plugin, chooser="""
      cell = function(entity, _, _, trigger) return { abbr = ('[%s] %s'):format(trigger, entity.name) } end,
      triggers = {
        ['+'] = {
          cell = function(entity, _, _, trigger) return { abbr = trigger .. entity.handle } end,
          widget = 'list', model = { rows = 3 },
        },
      },
    """)
    editor.keys("i@")
    shown(editor, "ten cells of all", lambda chooser: len(chooser["lines"]) == 10
          and chooser["lines"][0] == " [@] Ada Lovelace")
    editor.keys("<C-e> +")
    shown(editor, "three of its own", lambda chooser: len(chooser["lines"]) == 3
          and all(line.startswith(" +") for line in chooser["lines"]))
    editor.keys("<C-e> Knu")
    shown(editor, "no trigger", first("[] Donald Knuth"))
    editor.keys("<C-n><CR>")
    text_is(editor, "@ + Donald Knuth")
    assert editor.complaints() == []


def test_the_editors_own_menu_tells_the_trigger(plugin):
    editor = plugin("", options="""{ chooser = {
      cell = function(entity, _, _, trigger) return { abbr = trigger .. ' ' .. entity.name } end,
      triggers = { ['+'] = { cell = function(entity) return { abbr = 'plus ' .. entity.name } end } },
    } }""")
    editor.ready()
    editor.keys("i@knu")
    editor.until("the menu", lambda state: state["menu"] == ["@ Donald Knuth"])
    editor.keys("<C-e>", " ", "+knu")
    editor.until("the other", lambda state: state["menu"] == ["plus Donald Knuth"])


def test_cells_of_several_lines(plugin):
    editor = start(plugin, chooser="""model = { rows = 3 },
      cell = function(entity)
        return { abbr = entity.name, lines = { '  @' .. entity.handle, { { 'third', 'Title' } } } }
      end,
      cell_height = function(entity) return entity.handle == 'ada' and 2 or 4 end,
    """)
    editor.keys("i@")
    chooser = shown(editor, "three cells", lambda chooser: len(chooser["lines"]) == 10)
    assert chooser["lines"][:6] == [" Ada Lovelace", "   @ada", " Alan Turing", "   @alan", " third", " "]
    assert chooser["selected"] == chooser["lines"][:2]
    editor.keys("<C-n><C-n><C-n>")
    chooser = shown(editor, "the fourth", lambda chooser: len(chooser["selected"]) == 4
                    and chooser["selected"] == chooser["lines"][4:] and chooser["selected"][2:] == [" third", " "])
    assert chooser["lines"][:2] == [" Grace Hopper", "   @grace"] and chooser["height"] == 10
    editor.keys("<CR>")
    gone(editor)
    assert len(editor.mentions()) == 1 and editor.complaints() == []


def test_the_loading_cell_and_its_height(plugin):
    editor = start(plugin, chooser="""
      loading_cell = function(trigger) return { 'one moment ' .. trigger, { { 'still', 'Title' } }, 'cut' } end,
      loading_height = 2,
    """, options="entities = function() end")
    editor.keys("i@knu")
    shown(editor, "the loading cell", lambda chooser: chooser["lines"][-2:] == [" one moment @", " still"]
          and chooser["lines"][0].startswith(" Donald Knuth"))


def test_what_is_about_to_be_shown_is_told_once_and_may_be_added_to(plugin):
    editor = start(plugin, chooser="""model = { rows = 2 }, will_present = function(entity, trigger, update)
      Presented = vim.list_extend(Presented or {}, { trigger .. entity.name })
      update({ detail = 'loaded ' .. entity.handle })
    end""")
    editor.keys("i@")
    shown(editor, "what was added", lambda chooser: chooser["lines"] == [
        " Ada Lovelace  loaded ada", " Alan Turing  loaded alan"])
    assert editor.lua("return Presented") == ["@Ada Lovelace", "@Alan Turing"]
    editor.keys("<C-n><C-n>")
    shown(editor, "the third", lambda chooser: chooser["lines"][1:] == [" Grace Hopper  loaded grace"])
    assert editor.lua("return #Presented") == 3 and editor.complaints() == []


def test_avatars_are_drawn_by_the_terminal(plugin):
    """What is sent to the terminal, by kitty's protocol; no terminal that draws it is here to be asked."""
    before = """vim.o.termguicolors = true
      Sent = {}
      vim.api.nvim_ui_send = function(data) Sent[#Sent + 1] = data end
    """
    options = """entities = function(query, answer)
      local home = vim.env.HOME
      answer({
        { name = 'Ada', avatar = home .. '/ada.png' }, { name = 'Alan', avatar = 'file://' .. home .. '/ada.png' },
        { name = 'Grace', avatar = home .. '/jpeg.png' }, { name = 'Ken' },
      })
    end, init_options = { sources = { host = { type = 'client' } },
      triggers = { { character = '@', sources = { 'host' } } } }"""
    editor = start(plugin, chooser="avatars = 'kitty'", options=options, before=before)
    (editor.place.outside / "ada.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (editor.place.outside / "jpeg.png").write_bytes(b"\xff\xd8\xff")
    editor.keys("i@")
    cells = [f"\U0010EEEE\u0305{mark}" for mark in "\u0305\u030d"]
    chooser = shown(editor, "the pictures' places", lambda chooser: len(chooser["lines"]) == 4)
    assert chooser["lines"] == [f" {''.join(cells)} Ada", f" {''.join(cells)} Alan", "    Grace", " Ken"]
    sent = editor.lua("return Sent")
    place = base64.b64encode(f"{editor.place.folder}/ada.png".encode()).decode()
    numbers = [re.fullmatch(rf"\x1b_Ga=T,U=1,q=2,f=100,t=f,i=(\d+),c=2,r=1;{re.escape(place)}\x1b\\", each) for each in sent]
    assert len(numbers) == 2 and all(numbers), sent
    for number in numbers:
        color = editor.lua(f"return vim.api.nvim_get_hl(0, {{ name = 'MentionsAvatar{number[1]}' }}).fg")
        assert color == int(number[1])
    # Nothing is sent twice.
    editor.keys("A")
    shown(editor, "fewer", lambda chooser: len(chooser["lines"]) < 4 or chooser["lines"][0].endswith("Ada"))
    assert editor.lua("return #Sent") == 2 and editor.complaints() == []
    # The terminal forgets them when the editor ends.
    editor.lua("vim.api.nvim_exec_autocmds('VimLeavePre', {})")
    deleted = editor.lua("return vim.list_slice(Sent, 3)")
    assert sorted(deleted) == sorted(f"\x1b_Ga=d,d=I,q=2,i={number[1]}\x1b\\" for number in numbers)


def test_an_avatar_on_the_web_is_fetched_once(plugin):
    """With a program in place of curl: it writes the file that `--output` names, and notes its arguments."""
    before = """vim.o.termguicolors = true
      Sent = {}
      vim.api.nvim_ui_send = function(data) Sent[#Sent + 1] = data end
    """
    options = """entities = function(query, answer)
      answer({ { name = 'Ada', avatar = 'https://example.org/ada.png' }, { name = 'Alan', avatar = 'http://example.org/a' } })
    end, init_options = { sources = { host = { type = 'client' } },
      triggers = { { character = '@', sources = { 'host' } } } }"""
    editor = start(plugin, chooser="avatars = 'kitty'", options=options, before=before)
    curl = editor.place.outside / "bin" / "curl"
    curl.write_text("""#!/bin/sh
echo "$@" >> "$HOME/fetched"
while [ "$1" != --output ]; do shift; done
printf '\\211PNG\\r\\n\\032\\n' > "$2"
""")
    curl.chmod(0o755)
    editor.keys("i@")
    picture = "\U0010EEEE\u0305\u0305\U0010EEEE\u0305\u030d"
    shown(editor, "the picture", lambda chooser: chooser["lines"] == [f" {picture} Ada", "    Alan"])
    editor.keys("<C-e> @")
    shown(editor, "it again", lambda chooser: chooser["lines"] == [f" {picture} Ada", "    Alan"])
    fetched = (editor.place.outside / "fetched").read_text().splitlines()
    assert len(fetched) == 1 and fetched[0].endswith("-- https://example.org/ada.png") and "--proto =https" in fetched[0]
    assert editor.lua("return #Sent") == 1 and editor.complaints() == []


def test_functions_that_fail_are_named(plugin):
    editor = start(plugin, chooser="""cell_height = function() return 'high' end,
      will_present = function() error('not today') end, loading_cell = function() return 7 end,
    """, options="entities = function() end")
    editor.keys("i@knu")
    shown(editor, "the list", first("Donald Knuth"))
    for problem in ("chooser.cell_height: returned no number", "not today", "chooser.loading_cell: returned no list"):
        editor.until(problem, lambda state: problem in state["messages"])


def test_a_row_is_taken_by_a_click(plugin):
    editor = start(plugin, "one\n\nthree\n", before="vim.o.mouse = 'a'")
    editor.keys("ji@")
    chooser = shown(editor, "the list", lambda chooser: len(chooser["lines"]) == 10)
    mouse(editor, "left", "press", chooser, 2, 3)
    shown(editor, "the third highlighted", lambda chooser: chooser["selected"] == chooser["lines"][2:3])
    mouse(editor, "left", "release", chooser, 2, 3)
    text_is(editor, "one", "Grace Hopper", "three")
    gone(editor)
    # Outside of it the mouse is the editor's own: the cursor moves, which ends the mention.
    editor.keys(" @")
    shown(editor, "the list", lambda chooser: len(chooser["lines"]) == 10)
    editor.lua("vim.api.nvim_input_mouse('left', 'press', '', 0, 0, 1)")
    editor.until("the cursor there", lambda state: state["cursor"] == [1, 1])
    gone(editor)
    assert editor.complaints() == []


def test_the_slider_is_dragged_and_drawn_with_glyphs(plugin):
    editor = start(plugin, before="vim.o.mouse = 'a'", chooser="""widget = 'slider',
      events = { updated_min_and_max_value = function(low, high) Moved = { low, high } end },
      model = {
        maximum_value = 23, min_thumb_image_name = '<', max_thumb_image_name = '>',
        track_highlight_image_name = '=', track_background_image_name = '.', rows = 2,
      },""")
    editor.keys("i@")
    chooser = shown(editor, "the slider", lambda chooser: "mentioned at any time" in chooser["lines"][0])
    assert chooser["lines"][0].startswith("  <" + "=" * 22 + ">  ")
    mouse(editor, "left", "press", chooser, 0, 25)
    mouse(editor, "left", "drag", chooser, 0, 7)
    shown(editor, "the right handle there", lambda chooser: chooser["lines"][0].startswith("  <====>...")
          and "0 to 5 mentions ago" in chooser["lines"][0])
    mouse(editor, "left", "release", chooser, 0, 7)
    mouse(editor, "left", "press", chooser, 0, 3)
    # Out of the window: as far as the other handle lets it.
    mouse(editor, "left", "drag", chooser, 3, 30)
    shown(editor, "the left handle there", lambda chooser: chooser["lines"][0].startswith("  .....>...."))
    mouse(editor, "left", "release", chooser, 3, 30)
    assert editor.lua("return Moved") == [5, 5]
    assert editor.complaints() == []


def test_a_glyph_of_two_cells_is_refused(plugin):
    editor = start(plugin, chooser="widget = 'slider', model = { min_thumb_image_name = '張' },")
    editor.keys("i@")
    shown(editor, "the slider", lambda chooser: chooser["lines"][0].startswith("  ●━━"))
    editor.until("the message", lambda state: "min_thumb_image_name: expected a character of one cell"
                 in state["messages"])


def test_a_click_on_the_locked_line_ends_the_mention(plugin):
    editor = start(plugin, "one\n\nthree\n", before="vim.o.mouse = 'a'", options="viewport = 'top'")
    editor.lua("require('mentions.events').on('tapped', function() Tapped = (Tapped or 0) + 1 end)")
    editor.keys("ji@knu")
    shown(editor, "Knuth", first("Donald Knuth"))
    editor.until("the line at the top", lambda top: top == 2, lambda: editor.lua("return vim.fn.line('w0')"))
    editor.lua("vim.api.nvim_input_mouse('left', 'press', '', 0, 0, 4)")
    gone(editor)
    assert editor.lua("return Tapped") == 1
    assert len(editor.messages("mentions/cancel")) >= 1
    text_is(editor, "one", "@knu", "three")
