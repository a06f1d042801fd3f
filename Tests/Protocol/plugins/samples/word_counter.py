"""Counts the words of each document, a mention as one, for a status line: FILE holds a line `URI: N words, M mentions`
for each document that is open.

    "plugins": {"words": {"command": ["python3", "word_counter.py", "FILE"]}}
"""

import os
import re
import sys

from plugin import Text, heard, say


class Count:
    def __init__(self, set_up):
        self.text = Text(set_up)
        self.mentions = []

    def follow(self, message):
        if message["event"] != "mention":
            return self.text.follow(message)
        mention = message["mention"]
        known = next((old for old in self.mentions if old["entity"]["id"] == mention["entity"]["id"]), None)
        if message["what"] != "created" and known:
            self.mentions.remove(known)
        if message["what"] != "removed":
            self.mentions.append(mention)

    def __str__(self):
        words = len(re.findall(r"[\w'’]+", self.text.text))
        words -= sum(len(re.findall(r"[\w'’]+", mention["text"])) - 1 for mention in self.mentions)
        return f"{words} words, {len(self.mentions)} mentions"


def main(path):
    documents = {}
    for message in heard():
        if message.get("event") == "setUp":
            documents[message["document"]["uri"]] = Count(message)
            say({})
        elif message.get("event") == "cleanUp":
            del documents[message["document"]["uri"]]
        elif "textDocument" in message and "event" in message:
            documents[message["textDocument"]["uri"]].follow(message)
        # Whoever reads the file sees all of it or what was there before.
        with open(path + ".new", "w", encoding="utf-8") as file:
            file.writelines(f"{uri}: {count}\n" for uri, count in documents.items())
        os.replace(path + ".new", path)


main(sys.argv[1])
