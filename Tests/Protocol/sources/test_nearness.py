"""Who is near the cursor, in a real repository: blame of the last commit, and whom commits like this one named."""

import asyncio

import pytest

from conftest import parameters
from editor import Editor
from peers import PATIENCE
import strict

LINES = "first line of hers\nsecond line of hers\nthird line of hers\n"


@pytest.fixture
def repository(git, root):
    git("init", "-q", "-b", "main", cwd=root)
    git("config", "user.name", "Me", cwd=root)
    git("config", "user.email", "me@example.org", cwd=root)

    def commit(name, path, text, message="Work"):
        (root / path).write_text(text)
        git("add", ".", cwd=root)
        git("-c", f"user.name={name}", "-c", f"user.email={name.lower()}@example.org", "-c", "commit.gpgsign=false",
            "commit", "-q", "-m", message, cwd=root)

    for number in range(8):
        commit("Many", "many.txt", f"{number}\n")
    commit("Rita", "rita.txt", "r\n")
    commit("Vera", "notes.md", LINES)
    commit("Me", "mine.txt", "m\n", "Mine\n\nReviewed-by: Rita <rita@example.org>")
    (root / ".github").mkdir()
    (root / ".github" / "CODEOWNERS").write_text("*.py rita@example.org\n")
    return root


async def labels_until(editor, first):
    """The labels offered for an empty key, asked anew until somebody is the first; the answer of git may be late."""
    async with asyncio.timeout(PATIENCE):
        while True:
            editor.type("@")
            labels = [item["label"] for item in await editor.complete(triggerKind=2, triggerCharacter="@")]
            if labels[:1] == [first]:
                return labels
            editor.backspace()


async def test_who_wrote_the_lines_comes_before_who_did_most(start, repository):
    client = await start(cwd=repository)
    await client.initialize(parameters("neovim-0.12.4", repository, {"sources": {"codeowners": None}}))
    editor = Editor(client, LINES, uri=(repository / "notes.md").as_uri()).open()
    assert await labels_until(editor, "Vera") == ["Vera", "Many", "Rita", "Me"], "oneself is last"
    editor.type("m")
    labels = [item["label"] for item in await editor.complete(triggerKind=3)]
    assert labels[0] == "Many", "with a letter typed it does not matter who asks"
    assert await client.finish() == 0
    assert list(strict.session(client.entries)) == []


async def test_a_reviewer_is_guessed_before_a_letter_is_typed(start, repository):
    message = repository / ".git" / "COMMIT_EDITMSG"
    message.write_text("Subject\n\nReviewed-by: \n")
    client = await start(cwd=repository)
    await client.initialize(parameters("neovim-0.12.4", repository, {}))
    editor = Editor(client, "Subject\n\nReviewed-by: ", uri=message.as_uri(), language="gitcommit").open()
    assert (await labels_until(editor, "Rita"))[1] == "Many"
    assert await client.finish() == 0
    assert list(strict.session(client.entries)) == []


async def test_with_the_setting_off_weight_decides(start, repository):
    client = await start(cwd=repository)
    await client.initialize(parameters("neovim-0.12.4", repository, {"nearness": False, "sources": {"codeowners": None}}))
    editor = Editor(client, LINES, uri=(repository / "notes.md").as_uri()).open()
    for _ in range(10):
        assert (await labels_until(editor, "Many"))[0] == "Many"
        editor.backspace()
    assert await client.finish() == 0
    assert list(strict.session(client.entries)) == []
