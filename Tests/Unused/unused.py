"""Which declarations of Sources nothing uses but tests: neither the product nor the tools that are built with it; and
which members are internal although only their own file uses them.

A declaration is in use if something in use refers to it: a function that only an unused function calls is unused, too.
In use are, to begin with, what a file refers to outside of any declaration, the entry points, and everything in the
tools. With a type, all of its members that satisfy a requirement of a protocol are in use, since they may be called
through the protocol."""

import collections
import re

import index_store as index

#: Folders whose uses count, beside Sources.
TOOLS = ("Tests/Bench/", "Tests/Simulation/", "Tests/Fuzz/")
#: The modules of the library products: their public declarations may be there for embedders, as an example shows.
LIBRARIES = {"JSONText", "TextModel", "TextEvents", "Entities", "Mentions", "ChooserWidgets", "MentionsServer",
             "ServerHost"}


def is_example(file):
    """Whether a file shows embedders how to use a library: `Tests/XTests/Examples`."""
    return file.startswith("Tests/") and "/Examples/" in file


class Declaration:
    def __init__(self, symbol, file, line, parent, text):
        self.symbol, self.file, self.line, self.parent = symbol, file, line, parent
        #: The line of the source; the compiler does not write the access into the index.
        self.text = text

    @property
    def name(self):
        """As the list of the API has it: `Module.Type.member(_:)`."""
        return ".".join(filter(None, [self.file.split("/")[1], self.parent, self.symbol.name]))

    @property
    def is_public(self):
        return " public " in f" {self.text}"

    @property
    def is_api(self):
        return self.is_public and self.file.split("/")[1] in LIBRARIES

    def __str__(self):
        return f"{self.file}:{self.line}: {index.KINDS[self.symbol.kind]} {self.name}"


class Uses:
    """The graph of declarations and of what they refer to."""

    def __init__(self, files):
        """- files: paths from the top of the checkout, each with the lines of the file and its occurrences."""
        self.declared = {}
        #: What a declaration refers to, by USR.
        self.refers = collections.defaultdict(set)
        #: What is in use whatever refers to it.
        self.roots = set()
        #: The property of a getter or setter, and the type of a member, which are in use with them.
        self.owner, self.parent = {}, {}
        #: The type of an extension.
        self.extended = {}
        #: Members that satisfy a requirement.
        self.witnesses = set()
        for file, lines, occurrences in files:
            for occurrence in occurrences:
                self._note(file, lines, occurrence)

    def _note(self, file, lines, occurrence):
        symbol, roles = occurrence.symbol, occurrence.roles
        for role, other in occurrence.relations:
            if role & index.ACCESSOR_OF:
                self.owner[symbol.usr] = other.usr
            if role & index.CHILD_OF:
                self.parent[symbol.usr] = other.usr
            if role & index.EXTENDED_BY:
                self.extended[other.usr] = symbol.usr
        if any(role & index.OVERRIDE_OF for role, _ in occurrence.relations):
            self.witnesses.add(symbol.usr)
        if roles & index.DEFINITION:
            if symbol.name == "main()" or not file.startswith("Sources/"):
                self.roots.add(symbol.usr)
            elif not roles & index.IMPLICIT and symbol.usr not in self.declared:
                parents = [other.name for role, other in occurrence.relations if role & index.CHILD_OF]
                self.declared[symbol.usr] = Declaration(
                    symbol, file, occurrence.line, parents[0] if parents else None, "".join(lines[occurrence.line - 1:][:1]))
        if roles & index.REFERENCE:
            users = [other.usr for role, other in occurrence.relations
                     if role & (index.CALLED_BY | index.CONTAINED_BY | index.BASE_OF)]
            for user in users:
                self.refers[user].add(symbol.usr)
            # A type that is extended is not in use for that.
            if not users and not any(role & index.EXTENDED_BY for role, _ in occurrence.relations):
                self.roots.add(symbol.usr)

    def is_visible(self, declaration):
        """Whether other packages see a declaration. Cases and requirements have the access of their type."""
        owner = self.declared.get(self.parent.get(declaration.symbol.usr))
        kind = index.KINDS.get(declaration.symbol.kind)
        return declaration.is_public or kind in (None, "case") or declaration.symbol.part in index.PARTS or (
            owner is not None and index.KINDS.get(owner.symbol.kind) == "protocol")

    def unused(self):
        """The declarations with a name that are not in use, by file and line."""
        children = collections.defaultdict(set)
        for accessor, owner in self.owner.items():
            children[owner].add(accessor)
        roots = set(self.roots)
        parents = {usr: self.extended.get(parent, parent) for usr, parent in self.parent.items()}
        for witness in self.witnesses:
            if parents.get(witness) in self.declared:
                children[parents[witness]].add(witness)
            else:  # of a type of another package
                roots.add(witness)
        used, waiting = set(roots), list(roots)
        while waiting:
            usr = waiting.pop()
            reached = self.refers[usr] | children[usr]
            reached |= {other for other in (self.owner.get(usr), parents.get(usr)) if other}
            for other in reached - used:
                used.add(other)
                waiting.append(other)
        found = [declaration for usr, declaration in self.declared.items()
                 if usr not in used and declaration.symbol.kind in index.KINDS
                 and declaration.symbol.part not in index.PARTS]
        return sorted(found, key=lambda declaration: (declaration.file, declaration.line))


def violations(files, listed):
    """What has to be removed, or is wrong with the list of the API, each with the declaration's name.

    `listed` has names of declarations."""
    files = list(files)
    found = Uses(file for file in files if not is_example(file[0])).unused()
    without_example = {declaration.symbol.usr for declaration in Uses(files).unused()}
    faults, seen = [], set()
    for declaration in found:
        seen.add(declaration.name)
        if declaration.symbol.usr in without_example or declaration.is_public and not declaration.is_api:
            faults.append((declaration.name, f"{declaration}: only tests use it, if anything: remove it"
                           + (", or show in Tests/…/Examples what embedders do with it" if declaration.is_api else "")))
        elif declaration.is_api and declaration.name not in listed:
            faults.append((declaration.name, f"{declaration}: only an example uses it: add it to Tests/Unused/api.txt"))
    gone = [(name, f"api.txt: {name} is in use, or is gone: take it off the list") for name in sorted(listed - seen)]
    return faults + gone


def hidden(files):
    """What examples use although it is not public, as code of another package could not, by the example's line."""
    files = list(files)
    uses = Uses(files)
    faults = []
    for file, _, occurrences in files:
        for occurrence in occurrences if is_example(file) else ():
            declaration = uses.declared.get(occurrence.symbol.usr)
            if declaration and occurrence.roles & index.REFERENCE and not uses.is_visible(declaration):
                faults.append(f"{file}:{occurrence.line}: {declaration.name} is not public")
    return faults


#: A function, or a property that is computed or belongs to the type, without an access level of its own. The compiler
#: makes the initializer of a structure private with any of its stored properties.
_MEMBER = re.compile(r"\s*(?:@\w+(?:\(.*?\))? )*(?:(?:mutating|consuming|borrowing|static) )*(?:func |var .*\{|(?<=static )(?:let|var) )")


def exposed(files):
    """Members that only their own file uses, of types that others use too: they could be private.

    `files` has those of all tests, too, which may use what is internal."""
    users, places, witnesses, extended, parents = collections.defaultdict(set), {}, set(), {}, {}
    for file, lines, occurrences in files:
        for occurrence in occurrences:
            symbol = occurrence.symbol
            users[symbol.usr].add(file)
            for role, other in occurrence.relations:
                if role & index.EXTENDED_BY:
                    extended[other.usr] = symbol.usr
                if role & index.CHILD_OF:
                    parents[symbol.usr] = other
                if role & index.OVERRIDE_OF:
                    witnesses.add(symbol.usr)
            if occurrence.roles & index.DEFINITION and not occurrence.roles & index.IMPLICIT:
                above = lines[occurrence.line - 2] if occurrence.line > 1 else ""
                places.setdefault(symbol.usr, (file, occurrence.line, lines[occurrence.line - 1], above, symbol))
    found = []
    for usr, (file, line, text, above, symbol) in places.items():
        parent = parents.get(usr)
        if not file.startswith("Sources/") or parent is None or usr in witnesses or len(users[usr]) > 1:
            continue
        if symbol.part in index.PARTS or index.KINDS.get(symbol.kind) not in ("func", "var"):
            continue
        if index.KINDS.get(parent.kind) == "protocol" or len(users[extended.get(parent.usr, parent.usr)]) == 1:
            continue
        if "@usableFromInline" not in above and _MEMBER.match(text):
            found.append(f"{file}:{line}: {symbol.name} is used in this file only: make it private")
    return sorted(found)
