"""The documentation of Neovim's plug-in: help tags, types in comments, completion of its command."""

import re
from pathlib import Path

import pytest

PLUGIN = Path(__file__).resolve().parents[3] / "editors" / "neovim"

#: Every leaf of the declaration of the options; the keys of the chooser count as one.
OPTIONS = """
local function leaves(declared, path, found)
  for name, each in pairs(declared) do
    if each.accepts or path .. name == 'chooser.keys' then
      table.insert(found, path .. name)
    else
      leaves(each, path .. name .. '.', found)
    end
  end
  return found
end
return leaves(require('mentions.config').declaration, '', {})
"""

#: Every table of the declaration, by the name of its type, with the names in it.
TABLES = """
local function tables(declared, name, found)
  found[name] = vim.tbl_keys(declared)
  for key, each in pairs(declared) do
    if not each.accepts then
      tables(each, name .. '.' .. key, found)
    end
  end
  return found
end
return tables(require('mentions.config').declaration, 'mentions.Config', {})
"""


@pytest.fixture
def editor(plugin):
    editor = plugin("")
    editor.ready()
    return editor


def test_the_help_has_a_tag_for_everything(editor):
    pages = [page.read_text(encoding="utf-8") for page in (PLUGIN / "doc").glob("*.txt")]
    tags = re.findall(r"(?:^|\s)\*([^*\s|]+)\*(?=\s|$)", "\n".join(pages), re.MULTILINE)
    assert len(tags) == len(set(tags))
    options = editor.lua(OPTIONS)
    commands = editor.lua("return vim.tbl_keys(require('mentions.command').commands)")
    plugs = editor.lua("""return vim.tbl_map(function(map) return map.lhs end, vim.tbl_filter(function(map)
      return vim.startswith(map.lhs, '<Plug>(mentions-')
    end, vim.iter({ 'n', 'x', 'o' }):map(vim.api.nvim_get_keymap):flatten():totable()))""")
    groups = editor.lua("""require('mentions').setup({ cmd = { 'true' }, chooser = { type = 'B' } })
      return vim.fn.getcompletion('Mentions', 'highlight')""")
    assert len(options) > 20 and len(commands) > 5 and len(set(plugs)) == 4 and len(groups) > 10
    wanted = [*(f"mentions-option-{name}" for name in options), *(f":Mentions-{name}" for name in commands),
              *plugs, *(f"hl-{name}" for name in groups)]
    assert sorted(set(wanted) - set(tags)) == []
    # Every link has its target; links to Neovim's own pages are not checked.
    links = re.findall(r"\|((?::Mentions|mentions|<Plug>\(mentions|hl-Mentions)[^|\s]*)\|", "\n".join(pages))
    assert sorted(set(links) - set(tags)) == [] and links


def test_the_types_in_comments_are_those_of_the_options(editor):
    text = (PLUGIN / "lua/mentions/types.lua").read_text(encoding="utf-8")
    classes = {name: re.findall(r"^--- @field (\w+)\?", body, re.MULTILINE)
               for name, body in re.findall(r"^--- @class (\S+)\n((?:--- @field .*\n)*)", text, re.MULTILINE)}
    tables = editor.lua(TABLES)
    assert {name: sorted(keys) for name, keys in tables.items()} == \
        {name: sorted(keys) for name, keys in classes.items() if name.startswith("mentions.Config")}
    named = set(re.findall(r"mentions\.[A-Za-z.]*\w", re.sub(r"require\('[^']*'\)", "", text)))
    known = set(re.findall(r"@(?:class|alias) (\S+)", text))
    assert named == known


def test_the_command_is_completed(editor):
    for typed, wanted in [
            ("Mentions ", ["add", "console", "explain", "forget", "list", "reload", "remove", "toggle", "transform", "undo"]),
            ("Mentions re", ["reload", "remove"]), ("Mentions list ", ["all", "pick"]),
            ("silent '<,'>Mentions remove a", ["all"]), ("Mentions toggle i", ["implicit"]), ("Mentions add ", []),
            ("Mentions list all ", []), ("Mentions liszt ", [])]:
        assert editor.lua(f"return vim.fn.getcompletion({typed!r}, 'cmdline')") == wanted, typed
