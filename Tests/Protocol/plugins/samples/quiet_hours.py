"""People who must not be mentioned after 18:00: they do not become mentions then, and who is mentioned stays.

    "plugins": {"quiet": {"command": ["python3", "quiet_hours.py", "--from", "18:00", "Ada Lovelace"]}}

`--now` gives the time instead of the clock.
"""

import argparse
import time

from plugin import heard, say

parser = argparse.ArgumentParser()
parser.add_argument("--from", dest="start", default="18:00")
parser.add_argument("--now", default=None)
parser.add_argument("people", nargs="+")
options = parser.parse_args()

for message in heard():
    if message.get("event") == "setUp":
        say({"controls": "mentions"})
    elif "decide" in message:
        now = options.now or time.strftime("%H:%M")
        rests = now >= options.start and message.get("entity", {}).get("name") in options.people
        say({"decide": message["decide"], "allow": not rests,
             **({"reason": f"not after {options.start}"} if rests else {})})
