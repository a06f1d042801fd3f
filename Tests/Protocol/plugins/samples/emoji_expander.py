"""Writes the emoji for its name between colons as soon as it is typed: `:smile:` becomes 😄.

    "plugins": {"emoji": {"command": ["python3", "emoji_expander.py"]}}
"""

import re

from plugin import Text, heard, say

EMOJI = {"smile": "😄", "tada": "🎉", "+1": "👍", "heart": "❤️"}

documents = {}
for message in heard():
    if message.get("event") == "setUp":
        documents[message["document"]["uri"]] = Text(message)
        say({})
    elif message.get("event") == "cleanUp":
        del documents[message["document"]["uri"]]
    elif "textDocument" in message and "event" in message:
        document = documents[message["textDocument"]["uri"]]
        end = document.follow(message)
        if message.get("cause") != "typing" or message.get("text") != ":":
            continue
        name = re.search(r":([a-z0-9+_-]+):$", document.text[:end])
        if name and name[1] in EMOJI:
            place = {"start": document.position(name.start()), "end": document.position(end)}
            say({"edit": {"textDocument": {"uri": message["textDocument"]["uri"], "version": message["version"]},
                          "edits": [{"range": place, "newText": EMOJI[name[1]]}], "keep": "mentions"}})
