"""VS Code's core with the extension in it, as a test uses it."""

import json

#: People who are not in the built-in directory: names with everything that names have.
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
        # A request behind the settings: they hold when it is answered.
        self.run("app.marked()")

    def open(self, text, **more):
        """Opens a document; the cursor is at its end, or at each |."""
        self.run(f"app.open({json.dumps({'text': text.replace('|', ''), **more})})")
        if "|" in text:
            self.cursors(*[place - number for number, place in enumerate(i for i, c in enumerate(text) if c == "|")])

    def run(self, expression):
        return self.tab.evaluate(expression)

    # Hands

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
        """A command of the extension's, as the palette runs it."""
        return self.run(f"app.host.vscode.commands.executeCommand({json.dumps(name)}, ...{json.dumps(args)})")

    def core(self, name):
        """A command of the core's own, as a key or a menu runs it."""
        self.run(f"app.editor.trigger('test', {json.dumps(name)}, {{}})")

    def mention(self, key, name):
        """Types a key, waits for somebody in the list, and takes them with Enter."""
        self.type(key)
        self.offers(name)
        self.key("Enter")
        self.tab.until(f"{name} is accepted", lambda: self.run("app.list"), lambda seen: seen is None)

    def click(self, offset):
        self.tab.click(*self.run(f"app.place({offset})"))

    # Eyes

    @property
    def list(self):
        return self.run("app.list")

    def offers(self, name):
        """Waits until somebody is the first in the list, and would be taken by Enter."""
        return self.tab.until(f"{name} is offered", lambda: self.list, lambda seen: seen and seen["focused"] == name)

    def closes(self):
        self.tab.until("the list closes", lambda: self.list, lambda seen: seen is None)

    def becomes(self, marked):
        """Waits until the document is this: «mentions», and a | where each cursor is."""
        self.tab.until(f"the document is {marked!r}", lambda: self.run("app.marked()"), lambda seen: seen == marked)

    def entities(self):
        """Names and sources of whom the document mentions, in order."""
        listed = self.run("app.host.client.sendRequest('mentions/list', {textDocument: {uri: app.uri}})")
        return [each["entity"]["name"] for each in listed["mentions"]]

    def close(self):
        # Whatever went wrong unseen: nothing of the extension's may fail in the page.
        logged = self.run("globalThis.app ? app.host.logged.filter((line) => line.startsWith('error')) : []")
        self.tab.call("Page.navigate", url="about:blank")
        assert logged == [], logged
