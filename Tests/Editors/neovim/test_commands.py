"""Neovim's plug-in: :Mentions, entities from Lua, options, the status line, :checkhealth."""

import re

import pytest

LIT_UP = "@lsp.typemod.mention.litUp"


def select_first(editor):
    editor.lua("""vim.ui.select = function(items, options, done)
      vim.g.asked = { options.prompt, vim.tbl_map(options.format_item, items) }
      done(items[1], 1)
    end""")


def test_a_word_or_a_selection_becomes_a_mention_and_plain_text_again(plugin):
    editor = plugin("Thank Grace Hopper and 高德纳 Knuth.\n")
    editor.ready()
    select_first(editor)
    editor.keys("gg0fKl:Mentions add<CR>")
    editor.until("the word", lambda mentions: mentions == ["Knuth"], editor.mentions)
    prompt, offered = editor.lua("return vim.g.asked")
    assert prompt == 'Who is "Knuth"? ' and offered[0].startswith("Donald Knuth")
    editor.keys("gg0fGvt &<Esc>0fGv2e:Mentions add<CR>")
    editor.until("the selection", lambda found: found == ["Grace Hopper", "Knuth"], editor.mentions)
    state = editor.state()
    assert state["lines"] == ["Thank Grace Hopper and 高德纳 Knuth."]

    editor.keys("gg0fG:Mentions remove<CR>")
    editor.until("one of them", lambda mentions: mentions == ["Knuth"], editor.mentions)
    editor.keys(":Mentions remove all<CR>")
    editor.until("none of them", lambda mentions: mentions == [], editor.mentions)
    editor.keys(":Mentions remove<CR>")
    editor.until("a word about it", lambda state: "there is no mention here" in state["messages"])
    editor.until("no highlight", lambda state: editor.lit(state) == [])
    assert editor.complaints() == []


def answer(editor, name):
    """Says this name where the plug-in asks for one; what it asked is in vim.g.whom."""
    editor.lua(f"""vim.ui.input = function(options, done)
      vim.g.whom = options.prompt
      done({name!r})
    end""")


def test_somebody_whose_name_is_not_in_the_text_is_asked_for(plugin):
    editor = plugin("My boss\n\n漢字 \n")
    editor.ready()
    select_first(editor)
    answer(editor, "knuth")  # the whole handle
    editor.keys("gg0w:Mentions add<CR>")
    editor.until("the word", lambda mentions: mentions == ["boss"], editor.mentions)
    assert editor.lua("return vim.g.whom") == 'Who is "boss"? '
    assert [each["entity"]["name"] for each in editor.state()["known"]] == ["Donald Knuth"]
    answer(editor, "hopc")
    editor.keys("j:Mentions add<CR>")
    editor.until("somebody inserted", lambda mentions: mentions == ["boss", "John Hopcroft"], editor.mentions)
    assert editor.lua("return vim.g.whom") == "Mention whom? "
    assert editor.state()["lines"] == ["My boss", "John Hopcroft", "漢字 "]
    closed = [message["params"]["textDocument"]["uri"] for message in editor.messages("textDocument/didClose")]
    assert len(closed) == 2 and all(uri.startswith("untitled:") for uri in closed)
    assert editor.complaints() == []


def test_a_mention_is_inserted_as_its_format_says(plugin):
    editor = plugin("漢字 \n", options="""{ settings = { triggers = {
      { character = '@', insert = { markdown = '[«@{handle}»](x:{id})' } } } } }""")
    editor.ready()
    select_first(editor)
    answer(editor, "knu")
    editor.keys("gg$:Mentions add<CR>")
    editor.until("the mention", lambda mentions: mentions == ["@knuth"], editor.mentions)
    assert editor.state()["lines"] == ["漢字[@knuth](x:knuth) "]
    assert editor.complaints() == []


def test_nobody_found_and_no_word_are_said(plugin):
    editor = plugin("Qqxzj  \n\none\ntwo\n")
    editor.ready()
    answer(editor, "qqxzj too")
    editor.keys("gg0:Mentions add<CR>")
    editor.until("a word about it", lambda state: 'nobody found for "qqxzj too"' in state["messages"])
    editor.keys("j:Mentions add<CR>")
    editor.until("the question", lambda asked: asked == "Mention whom? ", lambda: editor.lua("return vim.g.whom"))
    editor.keys(":messages clear<CR>ggjjVj:Mentions add<CR>")
    editor.until("a word about it", lambda state: "selection within one line" in state["messages"])
    assert editor.mentions() == [] and editor.complaints() == []


def test_lists_of_mentions(plugin):
    editor = plugin("")
    editor.ready()
    editor.keys("i漢字 ")
    editor.accept("@knu", "Donald Knuth")
    editor.keys("<CR>")
    editor.accept("@hopc", "John Hopcroft")
    editor.keys("<BS>")
    editor.until("it lit up", lambda state: editor.lit(state, LIT_UP))
    editor.keys("<BS>")
    editor.until("trimmed", lambda state: state["lines"][-1] == "John")
    editor.keys("<Esc>:Mentions list<CR>")
    shown = "return { vim.bo.buftype, vim.fn.getloclist(0), vim.fn.getloclist(0, { title = 0 }).title }"
    _, found, title = editor.until(
        "the list", lambda answer: answer[0] == "quickfix", lambda: editor.lua(shown))
    assert title == "Mentions"
    assert [(each["lnum"], each["col"], each["text"]) for each in found] == [
        (1, len("漢字 ".encode()) + 1, "Donald Knuth (knuth, demo)"),
        (2, 1, "John (John Hopcroft, demo, trimmed)")]
    editor.keys(":lclose<CR>:Mentions list all<CR>")
    count = "return #vim.fn.getqflist()"
    editor.until("the list of all", lambda count: count == 2, lambda: editor.lua(count))
    assert editor.complaints() == []


def test_words_of_the_command_are_completed_and_checked(plugin):
    editor = plugin("x\n")
    editor.ready()
    complete = "return vim.fn.getcompletion('Mentions {}', 'cmdline')"
    assert editor.lua(complete.format("")) == [
        "add", "console", "explain", "forget", "list", "reload", "remove", "toggle", "transform", "undo"]
    assert editor.lua(complete.format("re")) == ["reload", "remove"]
    assert editor.lua(complete.format("list ")) == ["all", "pick"]
    editor.keys(":Mentions liszt<CR>")
    usage = 'there is no ":Mentions liszt"; usage: :Mentions add | console | explain | forget [NAME] | list [all|pick] | '
    editor.until("the usage", lambda state: usage in state["messages"])
    editor.keys(":Mentions list some<CR>")
    editor.until("what is known", lambda state: '"some" is unknown, expected "all" or "pick"' in state["messages"])
    editor.keys(":Mentions add foo<CR>")
    editor.until("what is known", lambda state: '"foo" is unknown, nothing may follow' in state["messages"])


def test_why_and_whether_a_mention_is_offered(plugin):
    editor = plugin("Hi `code` \n")
    editor.ready()
    editor.keys("gg0fo:Mentions explain<CR>")
    editor.until("the rule", lambda state: "mentions: not offered here" in state["messages"])
    editor.keys("G$:Mentions explain<CR>")
    editor.until("the rule", lambda state: "mentions: offered here" in state["messages"])


def test_sources_are_read_again(plugin):
    editor = plugin("")
    editor.ready()
    people = editor.file.parent / "people.jsonl"
    people.write_text(people.read_text(encoding="utf-8") + '{"name": "Zuse Konrad"}\n', encoding="utf-8")
    editor.keys(":Mentions reload<CR>")
    editor.until("a word about it", lambda state: "sources are read again" in state["messages"])
    editor.keys("i")
    editor.accept("@zuse", "Zuse Konrad")


def test_implicit_mentions_are_switched_while_running(plugin):
    editor = plugin("")
    editor.ready()

    def kinds():
        states = editor.messages("mentions/didChangeState", "server")
        return [message["params"].get("kind") for message in states]

    def is_told(times):
        return editor.answered("workspace/configuration") == times

    editor.mentions()
    before = editor.answered("workspace/configuration")
    editor.keys(":Mentions toggle implicit<CR>")
    editor.until("a word about it", lambda state: "implicit mentions are off" in state["messages"])
    editor.until("the answer to the server's question", lambda _: is_told(before + 1))
    editor.keys("iKnuth and @knu")
    editor.until("the menu", lambda state: state["menu"])
    assert "implicit" not in kinds()
    editor.keys("<C-e><Esc>:Mentions toggle implicit<CR>")
    editor.until("a word about it", lambda state: "implicit mentions are on" in state["messages"])
    editor.until("the answer to the server's question", lambda _: is_told(before + 2))
    # A line end and a name in one change would be a paste.
    editor.keys("o")
    editor.until("the new line", lambda state: state["mode"] == "i" and state["cursor"][0] == 2)
    editor.keys("Knu")
    editor.until("the menu", lambda state: state["menu"] and "Knuth" in state["menu"][0])
    assert "implicit" in kinds()


def test_the_mention_under_the_cursor_lights_up(plugin):
    editor = plugin("")
    editor.ready()
    editor.keys("i😀 ")
    editor.accept("@knu", "Donald Knuth")
    editor.keys(" and ")
    editor.accept("@hopc", "John Hopcroft")
    editor.keys(" ok<Esc>")
    editor.until("neither", lambda state: editor.lit(state, LIT_UP) == [] and len(editor.lit(state)) == 2)
    editor.keys("0fK")
    editor.until("the first", lambda state: editor.lit(state, LIT_UP) == ["Donald Knuth"])
    editor.keys("0fH")
    editor.until("the second", lambda state: editor.lit(state, LIT_UP) == ["John Hopcroft"])
    editor.keys("$")
    editor.until("neither", lambda state: editor.lit(state, LIT_UP) == [])
    for message in editor.messages("mentions/didChangeSelection"):
        assert len(message["params"]["selections"]) == 1
    assert editor.complaints() == []


def test_the_status_line_tells(plugin):
    editor = plugin("")
    assert editor.until("a status line", lambda text: text == "", lambda: status(editor)) == ""
    editor.ready()
    editor.keys("iHi @knu")
    editor.until("what is found", lambda text: text == "@ 1 found", lambda: status(editor))
    # The menu comes after the word about it.
    editor.until("the menu", lambda state: state["menu"] and "Knuth" in state["menu"][0])
    editor.keys("<C-n><C-y>")
    editor.until("one mention", lambda text: text == "1 mention", lambda: status(editor))
    editor.keys("<Esc>:Mentions toggle<CR>")
    editor.until("nothing", lambda text: text == "", lambda: status(editor))


def status(editor):
    return editor.lua("return require('mentions').statusline()")


ENTITIES = """{
  init_options = { demo = false },
  settings = { triggers = { { character = '@', sources = { 'editor' } } } },
  entities = function(query, answer)
    vim.g.query = query
    if query.keyString == 'bad' then error('out of order') end
    if query.keyString == 'slow' then
      Answer = answer
      return
    end
    if query.keyString == 'late' then
      vim.schedule(function() answer({ { name = 'Late Laura' } }, { more = true })
        vim.schedule(function() answer({ { name = 'Later Lars' } }) end) end)
      return
    end
    return { { id = 'n1', name = 'Neo Vimmer', detail = query.keyString } }
  end,
  resolve_entity = function(entity, answer)
    vim.schedule(function() answer(vim.tbl_extend('force', entity, { detail = 'asked for' })) end)
  end,
}"""


def test_entities_from_a_function_at_once_and_late(plugin):
    editor = plugin("", options=ENTITIES)
    editor.ready()
    editor.keys("iHi ")
    editor.accept("@n", "Neo Vimmer")
    query = editor.lua("return vim.g.query")
    assert query["searchType"] == "explicit" and query["controlCharacter"] == "@"
    assert query["languageId"] == "markdown" and query["uri"].endswith("notes.md")
    assert editor.mentions() == ["Neo Vimmer"]
    editor.keys(" and @late")
    editor.until("both batches", lambda state: state["menu"] == ["Late Laura", "Later Lars"])
    editor.keys("<C-n><C-n><C-y>")
    editor.until("the later one", lambda state: state["lines"] == ["Hi Neo Vimmer and Later Lars"])
    assert editor.mentions() == ["Neo Vimmer", "Later Lars"]
    assert editor.complaints() == []
    # An error in the function is reported once, and typing goes on.
    editor.keys(" @bad")
    editor.until("a word about it", lambda state: '"entities" failed' in state["messages"])
    editor.keys(" x<Esc>")
    editor.until("the text", lambda state: state["lines"][0].endswith("@bad x"))


def test_the_menu_opens_for_somebody_found_after_an_empty_list(plugin):
    editor = plugin("", options=ENTITIES)
    editor.ready()
    editor.keys("iHi @slow")

    def lists():
        asked = {message["id"] for message in editor.messages("textDocument/completion")}
        answers = [entry["message"] for entry in editor.entries() if entry["from"] == "server" and "message" in entry]
        return [answer["result"]["items"] for answer in answers if answer.get("id") in asked and answer.get("result")]

    editor.until("the question", lambda is_asked: is_asked, lambda: editor.lua("return Answer ~= nil"))
    # The server waits for two seconds before it answers without anybody.
    editor.until("an empty list", lambda found: found and found[-1] == [], lists)
    editor.lua("Answer({ { name = 'Slow Sally' } })")
    editor.until("the menu", lambda state: state["menu"] and "Slow Sally" in state["menu"][0])
    editor.keys("<C-n><C-y>")
    editor.until("the name", lambda state: state["lines"] == ["Hi Slow Sally"])
    assert editor.mentions() == ["Slow Sally"]
    assert editor.complaints() == []


def test_a_word_becomes_a_mention_of_somebody_found_late(plugin):
    editor = plugin("slow\n", options=ENTITIES)
    editor.ready()
    select_first(editor)
    editor.keys("gg0:Mentions add<CR>")
    editor.until("the question", lambda is_asked: is_asked, lambda: editor.lua("return Answer ~= nil"))
    # Asked for the list once, the server says that a source is at it.
    editor.until("the list", lambda _: editor.messages("mentions/chooserItems"))
    editor.lua("Answer({ { name = 'Slow Sally' } })")
    editor.until("the word", lambda mentions: mentions == ["slow"], editor.mentions)
    assert editor.lua("return vim.g.asked") == ['Who is "slow"? ', ["Slow Sally"]]
    assert editor.complaints() == []


def test_options_that_are_wrong_are_named(plugin):
    editor = plugin("", options="""{
      filetype = { 'markdown' }, spell = 'no', cmmd = {}, viewport = 'middle',
      backspace = { deadline = 0, key = {} }, completion = 3, 'a list' }""")
    editor.ready()
    said = editor.state()["messages"]
    for line in ('there is no option "filetype": do you mean "filetypes"?',
                 'there is no option "cmmd": do you mean "cmd"?',
                 'there is no option "1": do you mean ',
                 '"spell" is "no", expected true or false',
                 '"viewport" is "middle", expected "top", "bottom" or "off"',
                 '"backspace.deadline" is 0, expected a whole number from 1 to 2000',
                 'there is no option "backspace.key": do you mean "backspace.keys"?',
                 '"completion" is 3, expected a table of options'):
        assert line in said, said
    editor.keys("i")
    editor.accept("@knu", "Donald Knuth")  # all else works


def test_settings_reach_the_server_as_they_are(plugin):
    editor = plugin("", options="{ settings = { limit = 'few' } }")
    editor.until("the server's own words", lambda state: "limit" in state["messages"])


GIVEN = """
if vim.lsp.config then
  vim.lsp.config('mentions', { settings = { mentions = { limit = 2, implicit = { anyCase = true } } } })
end
"""


def test_settings_of_the_editors_own_configuration_stay(plugin):
    editor = plugin("", before=GIVEN)
    editor.ready()
    settings = "return require('mentions.client').of(0).settings"
    before = editor.lua(settings)
    if editor.lua("return vim.fn.has('nvim-0.11')") == 0:
        pytest.skip("this Neovim has no vim.lsp.config")
    assert before == {"mentions": {"limit": 2, "implicit": {"anyCase": True}}}
    editor.keys(":Mentions toggle implicit<CR>")
    off = {"mentions": {"limit": 2, "implicit": {"anyCase": True, "minimumLength": 0}}}
    editor.until("off", lambda now: now == off, lambda: editor.lua(settings))
    editor.keys(":Mentions toggle implicit<CR>")
    editor.until("as it was", lambda now: now == before, lambda: editor.lua(settings))


def whole_buffer(editor):
    return "\n".join(editor.lua("return vim.api.nvim_buf_get_lines(0, 0, -1, false)") or [])


def test_health(plugin):
    editor = plugin("", options="{ filetypes = { 'markdown' }, spel = true }")
    editor.ready()
    editor.keys(":checkhealth mentions<CR>")
    text = editor.until("the report", lambda text: "mentions: settings and sources in" in text and "triggers" in text,
                        lambda: whole_buffer(editor))
    assert 'there is no option "spel": do you mean "spell"?' in text
    assert "OK serves 1 buffer" in text and "mentions-lsp 0." in text
    assert re.search(r"demo +true +initializationOptions", text), "what the editor sends counts"
    assert f"settings and sources in {editor.place.folder}/notes" in text
    assert "ERROR" not in text


def test_health_without_the_program(plugin):
    editor = plugin("", options="{ cmd = { 'no-such-mentions' } }")
    editor.until("an editor", lambda state: state["lines"])
    editor.keys(":messages clear<CR>:checkhealth mentions<CR>")
    editor.until("the advice", lambda text: '"no-such-mentions" is not on your PATH' in text,
                 lambda: whole_buffer(editor))
