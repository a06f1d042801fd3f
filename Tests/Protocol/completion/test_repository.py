"""Clients in a generated Git repository with more than a thousand authors."""

import pytest

import strict
from clients.blink import Blink
from clients.emacs import Eglot, LspMode
from clients.helix import Helix
from clients.neovim import Neovim, Neovim11
from clients.nvim_cmp import NvimCmp
from clients.vscode import VSCode
from clients.zed import Zed

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
