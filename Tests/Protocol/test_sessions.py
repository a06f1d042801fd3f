"""Every recorded session is replayed by the installed program, and all of its messages are validated, in both directions,
against lsprotocol and the rules of `strict`.

The sessions are those of real editors in Tests/Transcripts, and those that the scripts of the Swift tests play: with
MENTIONS_SESSIONS=FOLDER in the environment, `swift test` leaves a transcript of each there. What a feature answers is
asserted in Swift; here counts that its messages are the protocol's, whatever they say."""

import json
import os
import re
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

import strict

TOP = Path(__file__).resolve().parents[2]
EDITORS = sorted((TOP / "Tests" / "Transcripts").glob("*/*.jsonl"))
FOLDER = Path(os.environ.get("MENTIONS_SESSIONS") or TOP / ".build" / "sessions")

#: The sessions of each Swift file: `ReferencesTests-201-….jsonl` is played at its line 201.
SCRIPTS = defaultdict(list)
for path in sorted(FOLDER.glob("*.jsonl")):
    SCRIPTS[path.name.split("-")[0]].append(path)

#: Deviations of real clients that the server puts up with.
HABITS = [
    # Capabilities and members of their own, null for what is absent.
    r": no such property$",
    r": null in an optional property$",
    # vscode-languageclient sends the numbers of VS Code's API, which begin at 0.
    r"0 is not a valid InlineCompletionTriggerKind$",
]

#: What scripts say wrongly on purpose, or leave out because the server does not read it.
ON_PURPOSE = [
    r"mentions/attributes from the client: .* is not one of",
    r"textDocument/didOpen from the client: KeyError: 'textDocument'",
    r"unknown method (\$/whatever|workspace/didDance)$",
    r"KeyError: 'codeActionKind'$",
    # The user runs a command in a client that takes no versioned edits.
    r"workspace/applyEdit: an edit that is not versioned$",
]

#: A source of one workspace folder among several: a replay knows its people by its key, not by its name.
OF_A_FOLDER = re.compile(r'"loaded":\{"source":"[^"]+/')


def entries(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    read = [json.loads(line) for line in lines if line.strip() and not line.startswith("#")]
    return [entry for entry in read if entry["from"] in ("client", "server") and ("message" in entry or "raw" in entry)]


def is_refused(sent, answers):
    """Whether the server answered a client's request by an error."""
    return "method" in sent and "error" in answers.get(json.dumps(sent.get("id")), {})


def of_clients(read):
    """Findings about what the client said, apart from requests that the server refused."""
    answers = {json.dumps(entry["message"].get("id")): entry["message"] for entry in read
               if entry["from"] == "server" and "message" in entry and "method" not in entry["message"]}
    asked = {}
    for number, entry in enumerate(read):
        sent = entry.get("message")
        if not isinstance(sent, dict):
            continue
        if entry["from"] == "server":
            if "method" in sent and "id" in sent:
                asked[json.dumps(sent["id"])] = sent["method"]
        elif not is_refused(sent, answers):
            request = None if "method" in sent else asked.get(json.dumps(sent.get("id")))
            for finding in strict.from_client(sent, request):
                if not any(re.search(habit, finding) for habit in HABITS):
                    yield f"#{number} {sent.get('method', request)} from the client: {finding}"


def replayed(command, path, folder):
    """What `replay` says of a session; empty if the program does the same again. A new version is no difference."""
    version = subprocess.run([*command, "version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    text = path.read_text(encoding="utf-8")
    if OF_A_FOLDER.search(text):
        return ""
    copy = folder / path.name
    copy.write_text(re.sub(r'("serverInfo":\{"name":"mentions-lsp","version":)"[^"]*"', rf'\1"{version}"', text), encoding="utf-8")
    done = subprocess.run([*command, "replay", str(copy)], capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stdout + done.stderr


@pytest.mark.parametrize("path", [pytest.param(path, id=f"{path.parent.name}/{path.stem}") for path in EDITORS])
def test_a_session_of_a_real_editor(command, tmp_path, path):
    read = entries(path)
    assert [*strict.session(read), *of_clients(read)] == []
    assert replayed(command, path, tmp_path) == ""


@pytest.mark.skipif(not SCRIPTS, reason=f"no sessions in {FOLDER}: MENTIONS_SESSIONS={FOLDER} swift test")
@pytest.mark.parametrize("suite", SCRIPTS or ["none"])
def test_the_sessions_of_a_suite(command, tmp_path, suite):
    found = []
    for path in SCRIPTS[suite]:
        read = entries(path)
        findings = [finding for finding in (*strict.session(read), *of_clients(read))
                    if not any(re.search(purpose, finding) for purpose in ON_PURPOSE)]
        if differs := replayed(command, path, tmp_path):
            findings.append(differs)
        found += [f"{path.name}: {finding}" for finding in findings]
    assert found == []
