"""`mentions/textEvent`: what a host hears of the text that asks to."""

from conftest import parameters
from editor import Editor, accepted
import strict


def heard(client):
    return [entry["params"] for entry in client.from_server("mentions/textEvent")]


async def opted_in(start, root):
    client = await start()
    await client.initialize(parameters("neovim-0.12.4", root, {"demo": True, "textEvents": True}))
    return client


async def test_keys_deletions_and_an_acceptance(start, root):
    client = await opted_in(start, root)
    editor = Editor(client, "Hi ").open()
    editor.type("ab")
    editor.backspace(2)
    await accepted(editor, "@knu")
    await editor.mentions()
    events = heard(client)
    assert [(event["event"], event.get("text"), event.get("before")) for event in events[:4]] == [
        ("inserted", "a", None), ("inserted", "b", None), ("deleted", None, "b"), ("deleted", None, "a")]
    assert all(event["cause"] == "typing" and event["certainty"] == "certain" for event in events[:4])
    assert events[-1]["cause"] == "server" and "Knuth" in events[-1]["text"]
    assert await client.finish() == 0
    assert list(strict.session(client.entries)) == []


async def test_composition_is_committed_by_the_clock(start, root):
    client = await opted_in(start, root)
    editor = Editor(client, "Hi ").open()
    editor.replace(3, 3, "ㅎ")
    editor.replace(3, 4, "하")
    await client.until(lambda: any(event["event"] == "committed" for event in heard(client)), "a commit")
    events = heard(client)
    assert [event["event"] for event in events] == ["marked", "marked", "committed"]
    assert all(event["cause"] == "inputMethod" for event in events)
    assert await client.finish() == 0
    assert list(strict.session(client.entries)) == []


async def test_nobody_hears_of_the_text_who_does_not_ask_to(peer):
    editor = Editor(peer, "Hi ").open()
    editor.type("ab")
    await editor.mentions()
    assert heard(peer) == []
