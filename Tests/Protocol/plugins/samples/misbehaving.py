"""A plug-in that does wrong, in the way that its first argument names."""

import json
import sys

WAY = sys.argv[1]


def say(message):
    print(json.dumps(message), flush=True)


def outside(uri, version):
    place = {"start": {"line": 70, "character": 0}, "end": {"line": 70, "character": 1}}
    return {"edit": {"textDocument": {"uri": uri, "version": version}, "edits": [{"range": place, "newText": "x"}]}}


if WAY == "throws":
    raise RuntimeError("thrown on purpose")
late = None
for line in sys.stdin:
    message = json.loads(line)
    if late and message.get("event") == "mention":
        say(late)
    if message.get("event") == "setUp":
        if WAY == "never set up":
            continue
        say({"controls": "mentions"})
        uri = message["document"]["uri"]
        if WAY == "dies":
            sys.exit(3)
        if WAY == "out of bounds":
            for _ in range(3):
                say(outside(uri, message["document"]["version"]))
        if WAY == "old version":
            for _ in range(3):
                say(outside(uri, message["document"]["version"] - 1))
        if WAY == "floods":
            while True:
                print("{}", flush=True)
    elif "decide" in message and WAY == "late":
        # To be said when there is a mention: then this has been decided without it. The others are never answered.
        if message["what"] == "offer":
            late = {"decide": message["decide"], "allow": False}
