"""A generated Git repository with more than a thousand authors: counted by doctor, found by query, offered after @."""

import json
import os
import subprocess

import pytest

import strict
from clients.blink import Blink
from clients.emacs import Eglot, LspMode
from clients.helix import Helix
from clients.neovim import Neovim, Neovim11
from clients.nvim_cmp import NvimCmp
from clients.vscode import VSCode
from clients.zed import Zed
from conftest import parameters
from document import in_one_change
from editor import Editor
from peers import PATIENCE

GIVEN = ["Ada", "Björn", "Chiara", "Dmitri", "Élodie", "Farah", "Grace", "Hana", "Iñaki", "Jürgen", "Kofi", "Łucja",
         "Mei", "Nadia", "Øystein", "Priya", "Quentin", "Rosa", "Søren", "Tomás", "Ursula", "Věra", "Wanjiru", "Ximena",
         "Yuki", "Zoë", "李", "Анна", "Αλέξης", "علي", "Mary-Jane", "Jean Luc"]
FAMILY = ["Abara", "Bianchi", "Čapek", "Dąbrowska", "Eriksen", "Fernández", "García", "Hopper", "Ito", "Jansen", "Kovač",
          "Lovelace", "Müller", "Nguyễn", "O'Brien", "Petrov", "Qureshi", "Rossi", "Sørensen", "Tanaka", "Ünal", "van Dijk",
          "Wójcik", "Xu", "Yılmaz", "Žukauskas", "娜", "Иванова", "Παππάς", "حسن", "Smith-Jones", "de la Cruz"]
PEOPLE = [(f"{given} {family}", f"p{i}.{j}@example.org") for i, given in enumerate(GIVEN) for j, family in enumerate(FAMILY)]
# People whose names begin like ordinary words.
PEOPLE += [("allanderek", "allan@example.org"), ("Allison Rossi", "allison@example.org"), ("Theo Tanaka", "theo@example.org")]


def history():
    """A deterministic history for `git fast-import`: two commits by each person, some with a co-author."""
    yield b"reset refs/heads/main\n"
    for number, (name, email) in enumerate(PEOPLE + PEOPLE):
        message = f"Change {number}\n"
        if number % 10 == 0:
            message += f"\nCo-authored-by: Helper {number % 50} <helper{number % 50}@example.org>\n"
        data, when = message.encode(), 1_500_000_000 + number * 60
        yield b"commit refs/heads/main\n"
        yield f"author {name} <{email}> {when} +0000\ncommitter {name} <{email}> {when} +0000\n".encode()
        yield b"data %d\n" % len(data) + data + b"\n"
    yield b"done\n"


@pytest.fixture
def repository(git, root):
    git("init", "-q", "-b", "main", cwd=root)
    git("fast-import", "--quiet", "--done", cwd=root, data=b"".join(history()))
    git("read-tree", "HEAD", cwd=root)
    assert len(git("shortlog", "-sn", "HEAD", cwd=root).splitlines()) >= 1000
    return root


def run(command, *arguments, cwd):
    return subprocess.run([*command, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, cwd=cwd,
                          env={**os.environ, "NO_COLOR": "1"})


def test_doctor_counts_the_authors(command, repository):
    done = run(command, "doctor", "--root", str(repository), cwd=repository)
    assert done.returncode == 0, done.stdout + done.stderr
    # 1027 authors, and 5 people named only as co-authors.
    assert str(len(PEOPLE) + 5) in done.stdout.decode().replace(",", "").replace(" ", " "), done.stdout.decode()


@pytest.mark.parametrize(("text", "name"), [
    ("Ada Love", "Ada Lovelace"), ("ada lovelace", "Ada Lovelace"), ("lovel", "Ada Lovelace"), ("soren sor", "Søren Sørensen"),
    ("lucja woj", "Łucja Wójcik"), ("o'bri", "Ada O'Brien"), ("李", "李 Abara"), ("Анна Ив", "Анна Иванова"),
    ("mary-jane smi", "Mary-Jane Smith-Jones"), ("p1.1@", "Björn Bianchi"), ("helper 20", "Helper 20"),
])
def test_query_finds_people_by_any_part_of_their_names(command, repository, text, name):
    done = run(command, "query", text, "--root", str(repository), "--json", "--limit", "50", cwd=repository)
    assert done.returncode == 0, done.stdout + done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]  # JSON Lines
    assert any(name in json.dumps(entry, ensure_ascii=False) for entry in found), found


def test_query_for_nobody_says_so_by_its_status(command, repository):
    done = run(command, "query", "qqqqzzzzxxxx", "--root", str(repository), cwd=repository)
    assert done.returncode == 1


async def test_people_are_offered_after_the_trigger(start, repository):
    client = await start(cwd=repository)
    await client.initialize(parameters("neovim-0.12.4", repository, {}))
    editor = Editor(client, "Hi ", uri=(repository / "notes.md").as_uri()).open()
    editor.type("@")
    items = await editor.complete(triggerKind=2, triggerCharacter="@")
    assert len(items) == 50
    editor.type("grace hop")
    items = await editor.complete(triggerKind=3)
    assert items[0]["label"] == "Grace Hopper"
    editor.accept(items[0], in_one_change)
    assert await editor.texts() == ["Grace Hopper"]
    mention = (await editor.mentions())[0]
    assert mention["entity"]["source"] == "git"
    assert await client.finish() == 0
    assert list(strict.session(client.entries)) == []


async def test_a_menu_that_nobody_asked_for_changes_no_word(start, repository):
    client = await start(cwd=repository)
    await client.initialize(parameters("neovim-0.12.4", repository, {}))
    editor = Editor(client, "", uri=(repository / "notes.md").as_uri()).open()
    # The history has a Grace and a Rosa, and an explicit request would offer both.
    text = "I fixed them All for Grace and Rosa"
    for character in text:
        editor.type(character)
        assert await editor.complete(triggerKind=3) == []
    editor.type("\n")
    assert editor.document.text == text + "\n"
    # People mentioned before are offered, whatever their source.
    editor.type("@")
    await editor.complete(triggerKind=2, triggerCharacter="@")
    editor.type("grace hop")
    editor.accept((await editor.complete(triggerKind=3))[0], in_one_change)
    editor.type(" or Gra")
    assert [item["label"] for item in await editor.complete(triggerKind=3)] == ["Grace Hopper"]
    assert await client.finish() == 0
    assert list(strict.session(client.entries)) == []


@pytest.mark.parametrize("model", [pytest.param(client, id=client.name) for client in (
    Blink, Eglot, Helix, LspMode, Neovim, Neovim11, NvimCmp, VSCode, Zed)])
async def test_enter_takes_nothing_that_nobody_asked_for(start, repository, model):
    """Enter accepts the first row of an open menu, so a menu that opens by itself must not offer anyone here."""
    peer = await start(cwd=repository)
    await peer.initialize(model.parameters(repository, {}))
    client = model(peer, uri=(repository / "notes.md").as_uri())
    # After this, Git has been read: people who are not offered are left out on purpose.
    client.insert("@")
    assert len(await client.editor.complete(triggerKind=2, triggerCharacter="@")) == 50
    client.delete()
    lines = ["I fixed them All", "but not The", "nor Those of Grace Hopper", "Ask Rosa", "Helper 2"]
    for line in lines:
        await client.type(line)
        if client.labels:
            await client.accept(client.labels[0])
        else:
            await client.key("\n")
    assert client.text == "".join(line + "\n" for line in lines)
    assert await client.editor.mentions() == []
    # At the end of the first line, which is not the last edit, a request counts as explicit.
    place = {**client.editor.here, "position": {"line": 0, "character": len(lines[0])}}
    asked = await peer.request("textDocument/completion", {**place, "context": {"triggerKind": 1}})
    assert {"allanderek", "Allison Rossi"} <= {item["label"] for item in asked["items"]}
    assert await peer.finish() == 0
    assert list(strict.session(peer.entries)) == []


async def test_a_folder_without_a_repository_is_said_not_fatal(command, root):
    done = run(command, "doctor", "--root", str(root), cwd=root)
    assert done.returncode in (0, 1) and done.stdout


def test_names_that_are_spelled_twice_are_one_person(command, git, repository):
    (repository / ".mailmap").write_text("Ada Byron <p0.11@example.org>\n", encoding="utf-8")
    done = run(command, "query", "ada byr", "--root", str(repository), "--json", cwd=repository)
    assert done.returncode == 0 and "Ada Byron" in done.stdout.decode()
    done = run(command, "query", "ada lovelace", "--root", str(repository), "--json", cwd=repository)
    assert b'"Ada Lovelace"' not in done.stdout
