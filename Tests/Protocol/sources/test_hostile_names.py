"""Names that attack whatever displays them, from a real repository, a people file, a provider and the client itself.
The resulting hover and documentation are read by an independent CommonMark parser."""

import json
import re
import subprocess
import sys
import textwrap

import pytest
from markdown_it import MarkdownIt

from conftest import parameters
from document import in_one_change
from editor import Editor

JOINERS = ["", "\u200d", "\u0301", "\ufe0f"]
MARKUP = [text for mark in JOINERS for text in (
    f"Eve [{mark}x]{mark}(https://evil.example)", f"Eve ![{mark}x](https://evil.example/x.png){mark}",
    f"Eve [{mark}x](command:workbench.action.quit)", f"Eve <{mark}img src=x onerror=y>", f"Eve <b>{mark}x</b>{mark}",
    f"Eve `{mark}x`{mark} *{mark}x*{mark} __{mark}x__{mark}", f"Eve \\{mark}[x](https://evil.example)",
)] + ["# Eve", "- Eve", "1. Eve", "> Eve", "~~~ Eve", "[eve]: https://evil.example", "Eve https://evil.example/x",
      "Eve www.evil.example", "Eve <https://evil.example>", "Eve &lt;img&gt; &#91;x](https://evil.example)", "Eve $(trash)"]
HIDDEN = ["Eve \x1b[31mred\x1b[0m", "Eve \x1b]0;owned\x07", "Eve \x9b31m\x85x", "Eve \u202egnp.exe\u202c", "Eve \u2066x\u2069",
          "Eve\u2028# x\u2029- y", "\ufeffEve\ufeff", "Eve\U000e0068\U000e0069\U000e007f"]
#: C0, C1, separators, overrides, isolates, the byte order mark, and tag characters: no name here has a flag.
FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e007f]")
NAMES = MARKUP + HIDDEN

#: CommonMark, and what GitHub and VS Code's renderer add: autolinks, strikethrough, tables. Bare hosts without `www.`
#: are not linked there.
READERS = [MarkdownIt("commonmark"), MarkdownIt("gfm-like").disable("text_join")]
READERS[1].linkify.set({"fuzzy_link": False, "fuzzy_ip": False})


def tokens(text, reader):
    for token in reader.parse(text):
        yield token
        yield from token.children or []


def foreign(text, allowed=()):
    """Unexpected markup in a card. Expected are paragraphs, one strong name, one list of facts, and the links in
    `allowed`; the e-mail address may become a link, too."""
    allowed = [*allowed, *(f"mailto:{mail}" for mail in re.findall(r"^- E-mail: ([A-Za-z0-9.+-]+@[A-Za-z0-9.-]+)$", text, re.M))]
    ours = {"paragraph_open", "paragraph_close", "inline", "text", "text_special", "softbreak", "strong_open", "strong_close",
            "bullet_list_open", "bullet_list_close", "list_item_open", "list_item_close"}
    for reader in READERS:
        strong = 0
        for token in tokens(text, reader):
            if token.type == "link_open" and token.attrs.get("href") in allowed or token.type == "link_close" and allowed:
                continue
            strong += token.type == "strong_open"
            if token.type not in ours or strong > 1:
                yield f"{token.type} {token.attrs} {token.content!r}"


def seen(value, path=""):
    """All strings in a message, with their paths."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from seen(inner, f"{path}.{name}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from seen(inner, f"{path}[{index}]")


def judge(message, allowed=()):
    for path, text in seen(message):
        card = path.endswith(("contents.value", "documentation.value"))
        assert not FORBIDDEN.search(text.replace("\n", "") if card else text), (path, text)
        if card:
            assert list(foreign(text, allowed)) == [], text


def test_the_reader_sees_what_it_should():
    """Checks the check: each unescaped attack is found, unless a joiner makes it harmless."""
    found = [name for name in MARKUP if list(foreign(f"**Ada**\n\n{name}\n"))]
    assert len(found) > len(MARKUP) * 2 // 3, set(MARKUP) - set(found)
    assert list(foreign("**Ada**\n\nCountess\n\n- Source: team")) == []
    assert list(foreign("- Link: <https://x.org>", ["https://x.org"])) == []


async def offered(client, root, options, count):
    await client.initialize(parameters("visual_studio_code", root, options))
    editor = Editor(client, "", uri=(root / "notes.md").as_uri()).open()
    editor.type("@")
    items = await editor.complete()
    assert len(items) == count, [item["label"] for item in items]
    return editor, items


async def judged(client, editor, items):
    for item in items:
        judge(item)
        judge(await client.request("completionItem/resolve", item))
    for number, item in enumerate(items):
        editor.accept(item, in_one_change)
        judge(await client.request("textDocument/hover", {**editor.here, "position": {
            **editor.position, "character": editor.position["character"] - 1}}))
        assert not FORBIDDEN.search(editor.document.text.replace("\n", ""))
        editor.type("\n" if number % 2 else " \n")
        editor.type("@")
        items = await editor.complete()
    judge(await editor.mentions())
    for entry in client.entries:
        if entry["from"] == "server" and entry["message"].get("method") == "window/showMessage":
            judge(entry["message"])


LIST = {"git": None, "codeowners": None, "people": None}


async def test_a_repository(start, git, root):
    history = b""
    # Git refuses a line feed, `<` and `>` in names.
    names = [re.sub("[<>\n]", "", name) for name in NAMES]
    for number, name in enumerate(dict.fromkeys(names)):
        author = f"author {name} <e{number}@example.org> {1_500_000_000 + number} +0000\n".encode()
        history += b"commit refs/heads/main\n" + author + b"committer" + author[6:] + b"data 1\nx\n"
    git("init", "-q", "-b", "main", cwd=root)
    git("fast-import", "--quiet", cwd=root, data=history)
    client = await start(cwd=root)
    await client.initialize(parameters("visual_studio_code", root, {"limit": 1000}))
    editor = Editor(client, "", uri=(root / "notes.md").as_uri()).open()
    editor.type("@")
    items = await editor.complete()
    assert len(items) > 30
    await judged(client, editor, items[:12])
    for item in items:
        judge(await client.request("completionItem/resolve", item))
    assert await client.finish() == 0


async def test_a_people_file(start, root):
    people = [{"name": name, "id": str(number), "handle": name, "detail": name, "aliases": [name], "email": name, "url": name,
               "kind": name} for number, name in enumerate(NAMES)]
    (root / "people.jsonl").write_text("".join(json.dumps(person) + "\n" for person in people), encoding="utf-8")
    client = await start(cwd=root)
    editor, items = await offered(client, root, {"limit": 1000}, len(NAMES))
    await judged(client, editor, items[:12])
    for item in items:
        judge(await client.request("completionItem/resolve", item))
    assert await client.finish() == 0


PROVIDER = """
    import json, sys
    names = json.load(open(sys.argv[1], encoding="utf-8"))
    for line in sys.stdin:
        query = json.loads(line).get("query")
        if query is not None:
            entities = [{"name": n, "id": str(i), "detail": n, "handle": n} for i, n in enumerate(names)]
            print(json.dumps({"query": query, "entities": entities, "dedupe": False, "isComplete": True}), flush=True)
"""


async def test_a_provider(start, tmp_path, root):
    (tmp_path / "provider.py").write_text(textwrap.dedent(PROVIDER), encoding="utf-8")
    (tmp_path / "names.json").write_text(json.dumps(NAMES), encoding="utf-8")
    command = [sys.executable, str(tmp_path / "provider.py"), str(tmp_path / "names.json")]
    client = await start(cwd=root)
    options = {"limit": 1000, "sources": {**LIST, "out": {"type": "process", "command": command}}}
    editor, items = await offered(client, root, options, len(NAMES))
    await judged(client, editor, items[:8])
    assert await client.finish() == 0


async def test_a_client(start, root):
    client = await start(cwd=root)
    client.answers["mentions/retrieveEntities"] = lambda params: {
        "entities": [{"name": name, "id": str(number), "detail": name} for number, name in enumerate(NAMES)],
        "dedupe": False, "isComplete": True}
    client.answers["mentions/resolveEntity"] = lambda params: {
        "entity": {**params["entity"], "detail": MARKUP[0] + HIDDEN[0], "url": "https://x.org/a"}}
    options = {"limit": 1000, "sources": {**LIST, "host": {"type": "client"}}}
    _, items = await offered(client, root, options, len(NAMES))
    for item in items:
        judge(item)
        judge(await client.request("completionItem/resolve", item), ["https://x.org/a"])
    assert await client.finish() == 0


@pytest.mark.parametrize("arguments", [["query", "Eve"], ["doctor"]])
def test_the_terminal(command, root, arguments):
    people = [{"name": name, "id": str(number), "detail": name, "email": name} for number, name in enumerate(NAMES)]
    (root / "people.jsonl").write_text("".join(json.dumps(person) + "\n" for person in people), encoding="utf-8")
    (root / ".mentions.json").write_text(json.dumps({"sources": {"a\x1b[31m": {"type": "demo"}}, "x\u202ey": 1}), encoding="utf-8")
    done = subprocess.run([*command, *arguments, "--root", str(root)], capture_output=True, cwd=root, timeout=60)
    for output in (done.stdout, done.stderr):
        assert not FORBIDDEN.search(output.decode().replace("\n", "")), output.decode()
    assert "Eve" in done.stdout.decode()


def test_doctor_names_those_who_had_hidden_characters(command, root, git):
    (root / "people.jsonl").write_text("".join(
        json.dumps({"name": name, "id": name}) + "\n" for name in ["Ada", "Eve \u202ex", "Bob \x1b[31m"]), encoding="utf-8")
    git("init", "-q", "-b", "main", cwd=root)
    author = "author Mallory \u2066y <m@example.org> 1500000000 +0000\n".encode()
    git("fast-import", "--quiet", cwd=root,
        data=b"commit refs/heads/main\n" + author + b"committer" + author[6:] + b"data 1\nx\n")
    done = subprocess.run([*command, "doctor", "--root", str(root)], capture_output=True, cwd=root, timeout=60)
    text = done.stdout.decode()
    assert re.search(r"people: people\.jsonl:2: .*“Eve x” \(U\+202E\), “Bob \[31m” \(U\+001B\)", text), text
    assert re.search(r"git: .*“Mallory y” \(U\+2066\)", text), text
