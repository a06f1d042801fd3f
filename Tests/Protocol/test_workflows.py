"""Checks that everything the workflows in .github name exists, and that the versions agree."""

import re
from pathlib import Path

import pytest
import yaml

TOP = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((TOP / ".github" / "workflows").glob("*.yml"))
#: Paths in the repository that the steps of a workflow create themselves.
MADE = (".build/", "dist/", "dist")


def jobs(text):
    return yaml.safe_load(text)["jobs"]


def steps(text):
    return [(name, job, step) for name, job in jobs(text).items() for step in job["steps"]]


def products(manifest):
    return set(re.findall(r'\.(?:library|executable)\(\s*name: "([^"]+)"', manifest))


def paths(script):
    """Words of a script that name files of the checkout: those with a slash, except options, URLs and variables."""
    words = re.findall(r"""[^\s"'();|&<>=]+""", re.sub(r"\$\{\{.*?\}\}", "$", script))
    return [word for word in words if "/" in word and not re.search(r"[$:\\*^!{]|^[-/]|^'", word)]


def faults(text, tree=TOP):
    """What a workflow refers to that does not exist, and other mistakes in it."""
    manifest = (tree / "Package.swift").read_text(encoding="utf-8")
    found, kept, uploaded = [], jobs(text), set()
    for name, job in kept.items():
        if not isinstance(job.get("timeout-minutes"), int):
            found.append(f"{name} has no time limit")
        for other in [job["needs"]] if isinstance(job.get("needs"), str) else job.get("needs", []):
            if other not in kept:
                found.append(f"{name} needs {other}, which is no job")
    for name, job, step in steps(text):
        if "uses" in step and not re.fullmatch(r"[\w.-]+/[\w.-]+@v\d+", step["uses"]):
            found.append(f"{name}: {step['uses']} is not pinned to a major version")
        if step.get("uses", "").startswith("actions/upload-artifact@"):
            uploaded.add(name)
        script = step.get("run", "")
        folder = tree / job.get("defaults", {}).get("run", {}).get("working-directory", ".")
        if not folder.is_dir():
            found.append(f"{name}: no folder {folder.relative_to(tree)}")
            continue
        for product in re.findall(r"--product\s+(\S+)", script):
            if product not in products(manifest):
                found.append(f"{name}: no product {product}")
        for script_name in re.findall(r"npm run (\S+)", script):
            if f'"{script_name}":' not in (folder / "package.json").read_text(encoding="utf-8"):
                found.append(f"{name}: no script {script_name}")
        for path in paths(script):
            if not path.startswith(MADE) and not (folder / path).exists():
                found.append(f"{name}: no file {path}")
    for name, job, step in steps(text):
        if step.get("uses", "").startswith("actions/download-artifact@"):
            found += [f"{name} does not wait for what {other} uploads" for other in uploaded - set(job.get("needs", []))]
    return found


def test_there_are_workflows_for_changes_and_for_releases():
    assert [place.name for place in WORKFLOWS] == ["ci.yml", "release.yml"]


@pytest.mark.parametrize("place", WORKFLOWS, ids=lambda place: place.name)
def test_what_a_workflow_names_exists(place):
    assert faults(place.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("before, after, fault", [
    ("--product mentions-lsp", "--product mentions-isp", "no product mentions-isp"),
    ("needs: [linux, macos, vscode]", "needs: [linux, vscode]", "does not wait for what macos uploads"),
    ("needs: [linux, macos, vscode]", "needs: [linux, macos, vscode, bsd]", "needs bsd, which is no job"),
    ("actions/checkout@v6", "actions/checkout@main", "not pinned"),
    ("npm run package", "npm run pack", "no script pack"),
    ("working-directory: editors/vscode", "working-directory: editors/code", "no folder editors/code"),
    (".github/CHANGELOG.md", ".github/CHANGES.md", "no file .github/CHANGES.md"),
    ("timeout-minutes: 15", "continue-on-error: true", "no time limit"),
])
def test_what_is_not_there_is_noticed(before, after, fault):
    text = (TOP / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    assert before in text
    assert any(fault in line for line in faults(text.replace(before, after)))


def test_a_test_command_that_is_not_there_is_noticed():
    text = (TOP / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert "Tests/run" in text and ".ci/run" in text
    assert any("no file Tests/walk" in line for line in faults(text.replace("Tests/run", "Tests/walk")))


def test_the_static_sdk_is_the_toolchains():
    linux = jobs((TOP / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))["linux"]
    version = re.fullmatch(r"swift:(\d+\.\d+(?:\.\d+)?)-\w+", linux["container"])[1]
    assert f"/swift-{version}-RELEASE_static-linux" in linux["env"]["SDK"]
    assert re.fullmatch(r"[0-9a-f]{64}", linux["env"]["SDK_CHECKSUM"])


def test_the_oldest_toolchain_is_the_manifests():
    """CI builds with the tools version that Package.swift requires, and README promises the same."""
    manifest = (TOP / "Package.swift").read_text(encoding="utf-8")
    version = re.match(r"// swift-tools-version: (\d+\.\d+)", manifest)[1]
    ci = jobs((TOP / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))
    assert ci["linux-oldest"]["container"].startswith(f"swift:{version}-")
    assert f"Swift {version} toolchain" in (TOP / "README.md").read_text(encoding="utf-8")


def test_one_version_everywhere():
    """The release workflow compares the tag with these."""
    swift = (TOP / "Sources/mentions-lsp/Version.swift").read_text(encoding="utf-8")
    version = re.search(r'text = "([^"]+)"', swift)[1]
    assert f'"version": "{version}"' in (TOP / "editors/vscode/package.json").read_text(encoding="utf-8")
    assert f'version = "{version}"' in (TOP / "editors/zed/extension.toml").read_text(encoding="utf-8")
