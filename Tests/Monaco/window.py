"""VS Code's core with the extension, as the tests use it."""

import json

#: People who are not in the built-in directory, with every kind of character that names contain.
PEOPLE = ["Jean-Luc O'Brien", "Zoë Müller-Łukasz", "张伟", "Анна Каренина", "José María d’Ávila", "👩‍🚀 Astro Naut", "Dr. A. B. Smith"]


class Window:
    def __init__(self, tab, files, servers, text="", settings=None, **more):
        self.tab, self.servers = tab, servers
        servers.release()
        tab.call("Page.navigate", url=files.address)
        tab.until("the page is there", lambda: tab.evaluate("typeof loaded"), lambda kind: kind == "object")
        options = {"servers": servers.address, "settings": {"demo": True, "server.path": "/server", **(settings or {})},
                   **{key: more.pop(key) for key in ("isTrusted", "folders", "editor") if key in more}}
        self.run(f"start({json.dumps(options)}).then(() => undefined)")
        tab.until("the server asks for the settings", lambda: self.run(
            "app.host.client.requested.includes('workspace/configuration')"))
        self.open(text, **more)
        # A request after the settings: once it is answered, they are in force.
        self.run("app.marked()")

    def open(self, text, **more):
        """Opens a document; the cursor is at its end, or a cursor at each |."""
        self.run(f"app.open({json.dumps({'text': text.replace('|', ''), **more})})")
        if "|" in text:
            self.cursors(*[place - number for number, place in enumerate(i for i, c in enumerate(text) if c == "|")])

    def run(self, expression):
        return self.tab.evaluate(expression)

    # Input

    def key(self, *names, **held):
        for name in names:
            self.tab.key(name, **held)

    def type(self, text):
        self.tab.type(text)

    def cursors(self, *offsets):
        self.run(f"""app.editor.setSelections({json.dumps(offsets)}.map((offset) => {{
            const place = app.editor.getModel().getPositionAt(offset);
            return new monaco.Selection(place.lineNumber, place.column, place.lineNumber, place.column);
        }})); app.settled()""")

    def select(self, start, end):
        self.run(f"""app.editor.setSelection(monaco.Selection.fromPositions(
            ...{json.dumps([start, end])}.map((each) => app.editor.getModel().getPositionAt(each)))); app.settled()""")

    def command(self, name, *args):
        """Runs a command of the extension, like the command palette."""
        return self.run(f"app.host.vscode.commands.executeCommand({json.dumps(name)}, ...{json.dumps(args)})")

    def core(self, name):
        """Runs a command of the core, like a key or a menu."""
        self.run(f"app.editor.trigger('test', {json.dumps(name)}, {{}})")

    def mention(self, key, name):
        """Types a key, waits until the name is offered first, and accepts it with Enter."""
        self.type(key)
        self.offers(name)
        self.key("Enter")
        self.tab.until(f"{name} is accepted", lambda: self.run("app.list"), lambda seen: seen is None)

    def click(self, offset):
        self.tab.click(*self.run(f"app.place({offset})"))

    # Output

    @property
    def list(self):
        return self.run("app.list")

    def offers(self, name):
        """Waits until the name is focused in the list, so that Enter would accept it."""
        return self.tab.until(f"{name} is offered", lambda: self.list, lambda seen: seen and seen["focused"] == name)

    def closes(self):
        self.tab.until("the list closes", lambda: self.list, lambda seen: seen is None)

    def becomes(self, marked):
        """Waits until the document is `marked`: «mentions», and a | at each cursor."""
        self.tab.until(f"the document is {marked!r}", lambda: self.run("app.marked()"), lambda seen: seen == marked)

    def entities(self):
        """The names of the mentioned entities, in document order."""
        listed = self.run("app.host.client.sendRequest('mentions/list', {textDocument: {uri: app.uri}})")
        return [each["entity"]["name"] for each in listed["mentions"]]

    def close(self):
        # The extension must not have logged any error, even one without a visible effect.
        logged = self.run("globalThis.app ? app.host.logged.filter((line) => line.startsWith('error')) : []")
        self.tab.call("Page.navigate", url="about:blank")
        assert logged == [], logged
