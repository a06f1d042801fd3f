"""The recipes of the pages *Sources* and *Large directories*, with a real slapd, PostgreSQL and nginx on this machine."""

import glob
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from conftest import parameters

PAGES = Path(__file__).resolve().parents[3] / "Sources" / "mentions-lsp" / "mentions-lsp.docc"


def blocks(page, language, about):
    """The code blocks of a page that hold a text."""
    text = (PAGES / page).read_text(encoding="utf-8")
    found = [block for block in re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL) if about in block]
    assert found, f"{page} has no {language} with {about}"
    return found


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


async def offered(start, root, tmp_path, source, key, count, is_kept=False):
    """The names that are offered for a key, once there are so many. A first list waits for the source.

    With `is_kept` the list is in the cache as well: it is written after the answer, and a server that ends does not wait for
    that."""
    peer = await start(env={"XDG_CACHE_HOME": str(tmp_path / "cache")})
    await peer.initialize(parameters("neovim-0.12.4", root, {
        "sources": {"staff": source}, "triggers": [{"character": "@", "sources": ["staff"]}]}))
    uri = (root / "notes.md").as_uri()
    peer.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "version": 1, "languageId": "markdown", "text": "Ask "}})
    # This client counts columns in UTF-8.
    column = 4
    for version, character in enumerate("@" + key, 2):
        place = {"line": 0, "character": column}
        peer.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version}, "contentChanges": [
            {"range": {"start": place, "end": place}, "text": character}]})
        column += len(character.encode())
    place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": column}}
    while True:
        answer = await peer.request("textDocument/completion", place)
        found = sorted(item["label"] for item in answer["items"])
        if len(found) == count and (not is_kept or list((tmp_path / "cache").rglob("*.catalog"))):
            assert await peer.finish() == 0
            return found


def found(command, root, tmp_path, source, key):
    """The names that `query` prints for a key, which may have what would end a mention in an editor."""
    settings = tmp_path / "config" / "mentions-lsp" / "config.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(json.dumps({"sources": {"staff": source}, "triggers": [{"character": "@", "sources": ["staff"]}]}))
    run = subprocess.run(
        [*command, "query", "--json", "--", key], cwd=root, capture_output=True, text=True, check=False,
        env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path / "config"), "XDG_CACHE_HOME": str(tmp_path / "cache")})
    assert (run.returncode, run.stderr) == (0 if run.stdout else 1, "")
    return [json.loads(line)["name"] for line in run.stdout.splitlines()]


# --- LDAP

LDIF = """\
dn: dc=example,dc=org
objectClass: dcObject
objectClass: organization
dc: example
o: Example

dn: ou=people,dc=example,dc=org
objectClass: organizationalUnit
ou: people
"""
STAFF = [("ada", "Ada Lovelace", "Lovelace"), ("aegir", "Ægir Jónsson", "Jónsson"), ("grace", "Grace (Amazing) Hopper", "Hopper")]


@pytest.fixture
def directory(tmp_path):
    """The port of a slapd that knows three people."""
    slapd = shutil.which("slapd", path=os.environ["PATH"] + ":/usr/sbin")
    slapadd = shutil.which("slapadd", path=os.environ["PATH"] + ":/usr/sbin")
    if not slapd or not slapadd or not shutil.which("ldapsearch"):
        pytest.skip("slapd and ldap-utils are not installed")
    data = tmp_path / "ldap"
    data.mkdir()
    config = tmp_path / "slapd.conf"
    schemas = "".join(f"include /etc/ldap/schema/{name}.schema\n" for name in ("core", "cosine", "inetorgperson"))
    config.write_text(
        f"{schemas}modulepath /usr/lib/ldap\nmoduleload back_mdb\npidfile {tmp_path}/slapd.pid\nargsfile {tmp_path}/slapd.args\n"
        f'database mdb\nsuffix "dc=example,dc=org"\ndirectory {data}\nindex cn,sn,uid sub,eq\n')
    people = tmp_path / "people.ldif"
    people.write_text(LDIF + "".join(
        f"\ndn: uid={uid},ou=people,dc=example,dc=org\nobjectClass: inetOrgPerson\nuid: {uid}\ncn: {name}\nsn: {last}\n"
        f"mail: {uid}@example.org\n" for uid, name, last in STAFF), encoding="utf-8")
    subprocess.run([slapadd, "-q", "-f", config, "-l", people], check=True, capture_output=True)
    port = free_port()
    process = subprocess.Popen([slapd, "-f", config, "-h", f"ldap://127.0.0.1:{port}", "-d", "0"], stderr=subprocess.DEVNULL)
    base = ["ldapsearch", "-x", "-LLL", "-H", f"ldap://127.0.0.1:{port}", "-s", "base", "-b", "dc=example,dc=org"]
    while subprocess.run(base, check=False, capture_output=True).returncode != 0:
        assert process.poll() is None, "slapd ended"
    yield port
    process.terminate()
    process.wait()


def recipe(port, about):
    source = json.loads(blocks("Sources.md", "json", about)[0])
    source["command"] = [word.replace("ldaps://ldap.example.org", f"ldap://127.0.0.1:{port}") for word in source["command"]]
    return source


async def test_a_dump_of_an_ldap_directory_is_a_list(start, root, tmp_path, directory):
    everybody = sorted(name for _, name, _ in STAFF)
    assert await offered(start, root, tmp_path, recipe(directory, "objectClass=inetOrgPerson"), "", 3) == everybody
    assert await offered(start, root, tmp_path, recipe(directory, "objectClass=inetOrgPerson"), "ægir", 1) == ["Ægir Jónsson"]


async def test_an_ldap_directory_is_asked_for_each_key(start, root, tmp_path, directory, command):
    source = recipe(directory, "{key:ldap}")
    assert await offered(start, root, tmp_path, source, "jón", 1) == ["Ægir Jónsson"]
    for key, names in [("ada", ["Ada Lovelace"]), ("grace (", ["Grace (Amazing) Hopper"]), ("*", []), ("ada)(uid=*", []),
                       ("a\\2a", [])]:
        assert found(command, root, tmp_path, source, key) == names


# --- A file behind a web server


@pytest.fixture
def files(tmp_path):
    """The address of an nginx, its folder, and what it was asked: a status and an encoding for each request."""
    nginx = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
    if not nginx:
        pytest.skip("nginx is not installed")
    folder = tmp_path / "nginx"
    (folder / "www").mkdir(parents=True)
    # The directories that are compiled in belong to somebody else.
    paths = "".join(f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    port = free_port()
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/errors; events {{}}\n"
        f"http {{ {paths} log_format short '$status $sent_http_content_encoding'; access_log {folder}/asked short;\n"
        f"gzip on; gzip_types *; gzip_min_length 1; server {{ listen 127.0.0.1:{port}; root {folder}/www; }} }}\n")
    process = subprocess.Popen([nginx, "-p", folder, "-c", config], stderr=subprocess.DEVNULL)
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        assert process.poll() is None, "nginx ended"
    yield f"http://127.0.0.1:{port}", folder / "www", lambda: (folder / "asked").read_text().split("\n")[:-1]
    process.terminate()
    process.wait()


async def test_a_file_behind_a_web_server_is_sent_again_only_where_it_changed(start, root, tmp_path, files):
    address, folder, asked = files
    people = folder / "people.jsonl"

    def write(names):
        people.write_text("".join(json.dumps({"name": name}) + "\n" for name in names), encoding="utf-8")

    def age():
        """What is kept is a day old."""
        for notes in (tmp_path / "cache").rglob("*"):
            if notes.is_file() and b'"fetched":' in notes.read_bytes():
                notes.write_bytes(re.sub(rb'"fetched":\d+', b'"fetched":1', notes.read_bytes()))

    source = json.loads(blocks("LargeDirectories.md", "json", "people.jsonl")[0])
    source["url"] = source["url"].replace("https://people.example.org", address)
    write(name for _, name, _ in STAFF)
    assert len(await offered(start, root, tmp_path, source, "", 3, is_kept=True)) == 3
    assert asked() == ["200 gzip"]
    # It is young enough.
    assert len(await offered(start, root, tmp_path, source, "", 3)) == 3
    assert asked() == ["200 gzip"]
    age()
    assert len(await offered(start, root, tmp_path, source, "", 3)) == 3
    # The answer does not wait for the server, so a session may end before the request.
    for _ in range(20):
        if len(asked()) == 2:
            break
        assert len(await offered(start, root, tmp_path, source, "", 3)) == 3
    assert asked() == ["200 gzip", "304 -"]
    write(["Barbara Liskov"])
    age()
    assert await offered(start, root, tmp_path, source, "", 1) == ["Barbara Liskov"]
    assert asked() == ["200 gzip", "304 -", "200 gzip"]


# --- PostgreSQL


@pytest.fixture(scope="module")
def database():
    """How to reach a PostgreSQL that knows three people and a thousand others."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin")) + [os.path.dirname(shutil.which("initdb") or "/none/initdb")]
    programs = found[0]
    psycopg = pytest.importorskip("psycopg", reason="psycopg is not installed")
    if not os.path.exists(f"{programs}/initdb"):
        pytest.skip("PostgreSQL is not installed")
    # It refuses to run as root.
    user = {"user": "postgres"} if os.geteuid() == 0 else {}
    with tempfile.TemporaryDirectory(prefix="mentions-pg-") as folder:
        if user:
            shutil.chown(folder, "postgres")
        port = free_port()

        def run(*words):
            subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/", **user)

        run(f"{programs}/initdb", "-D", f"{folder}/data", "-A", "trust", "-U", "ada", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        run(f"{programs}/pg_ctl", "-D", f"{folder}/data", "-w", "-l", f"{folder}/log", "-o", f"-p {port} -k {folder} -h 127.0.0.1 -F", "start")
        place = f"host=127.0.0.1 port={port} user=ada dbname=postgres"
        try:
            with psycopg.connect(place, autocommit=True) as connection:
                connection.execute("create table people (handle text primary key, name text, email text, weight int)")
                staff = [(handle, name, f"{handle}@example.org", 9) for handle, name, _ in STAFF]
                staff += [(f"adam{number}", f"Adam Smith {number}", None, 1) for number in range(1000)]
                with connection.cursor() as cursor:
                    cursor.executemany("insert into people values (%s, %s, %s, %s)", staff)
                connection.execute(blocks("LargeDirectories.md", "sql", "create table best")[0])
            yield place
        finally:
            run(f"{programs}/pg_ctl", "-D", f"{folder}/data", "-m", "immediate", "stop")


async def test_a_database_is_asked_for_each_key(start, root, tmp_path, database, command):
    program = tmp_path / "people.py"
    program.write_text(blocks("LargeDirectories.md", "python", "psycopg")[0], encoding="utf-8")
    source = json.loads(blocks("LargeDirectories.md", "json", "people.py")[0])
    source["command"] = [sys.executable, str(program), database]
    assert "Ada Lovelace" in await offered(start, root, tmp_path, source, "a", 50)
    assert "Adam Smith 77" in await offered(start, root, tmp_path, source, "adam smith 77", 11)
    for key, names in [("lov", ["Ada Lovelace"]), ("grace (amazing", ["Grace (Amazing) Hopper"]), ("' or 1=1 --", []), ("%", [])]:
        assert found(command, root, tmp_path, source, key) == names
