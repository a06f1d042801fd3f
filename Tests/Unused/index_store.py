"""Reads the index that the compiler writes beside a debug build, through libIndexStore of the toolchain."""

import ctypes
import shutil
from pathlib import Path

# Roles of an occurrence, and of a declaration that it is related to.
DEFINITION, REFERENCE, CALL, IMPLICIT = 1 << 1, 1 << 2, 1 << 5, 1 << 8
CHILD_OF, BASE_OF, OVERRIDE_OF, CALLED_BY, EXTENDED_BY, ACCESSOR_OF, CONTAINED_BY = (
    1 << 9, 1 << 10, 1 << 11, 1 << 13, 1 << 14, 1 << 15, 1 << 16)
# Kinds of declarations that have a name of their own.
KINDS = {5: "enum", 6: "struct", 7: "class", 8: "protocol", 11: "typealias", 12: "func", 13: "var", 15: "case",
         16: "func", 17: "func", 18: "func", 19: "var", 20: "var", 21: "var", 22: "init"}
EXTENSION = 9
#: Getters, setters and observers, which are used with their property; type parameters and associated types, which are
#: used where they are declared.
PARTS = {3, 4, *range(1000, 1004), 1012, 1013, *range(1014, 1019)}
_RECORD = 2


class _Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


class Symbol:
    """A declaration. Its USR identifies it in all files."""

    def __init__(self, usr, name, kind, part):
        self.usr, self.name, self.kind, self.part = usr, name, kind, part


class Occurrence:
    """A place at which a file names a declaration, with the declarations that it is related to and their roles."""

    def __init__(self, symbol, roles, line, relations):
        self.symbol, self.roles, self.line, self.relations = symbol, roles, line, relations


def library():
    """The path of libIndexStore; None where the toolchain has none."""
    compiler = shutil.which("swiftc")
    folder = compiler and Path(compiler).resolve().parent.parent / "lib"
    return next((folder / name for name in ("libIndexStore.so", "libIndexStore.dylib")
                 if folder and (folder / name).exists()), None)


class IndexStore:
    def __init__(self, path):
        self._library = ctypes.CDLL(str(library()))
        pointer, number = ctypes.c_void_p, ctypes.c_uint64
        self._callback = ctypes.CFUNCTYPE(ctypes.c_bool, pointer, pointer)
        self._text_callback = ctypes.CFUNCTYPE(ctypes.c_bool, pointer, _Text)
        for name, result, *arguments in [
                ("store_create", pointer, ctypes.c_char_p, pointer),
                ("store_units_apply_f", ctypes.c_bool, pointer, ctypes.c_uint, pointer, self._text_callback),
                ("unit_reader_create", pointer, pointer, ctypes.c_char_p, pointer),
                ("unit_reader_dispose", None, pointer),
                ("unit_reader_get_main_file", _Text, pointer),
                ("unit_reader_dependencies_apply_f", ctypes.c_bool, pointer, pointer, self._callback),
                ("unit_dependency_get_kind", ctypes.c_int, pointer),
                ("unit_dependency_get_name", _Text, pointer), ("unit_dependency_get_filepath", _Text, pointer),
                ("record_reader_create", pointer, pointer, ctypes.c_char_p, pointer),
                ("record_reader_dispose", None, pointer),
                ("record_reader_occurrences_apply_f", ctypes.c_bool, pointer, pointer, self._callback),
                ("occurrence_get_symbol", pointer, pointer), ("occurrence_get_roles", number, pointer),
                ("occurrence_get_line_col", None, pointer, pointer, pointer),
                ("occurrence_relations_apply_f", ctypes.c_bool, pointer, pointer, self._callback),
                ("symbol_relation_get_roles", number, pointer), ("symbol_relation_get_symbol", pointer, pointer),
                ("symbol_get_usr", _Text, pointer), ("symbol_get_name", _Text, pointer),
                ("symbol_get_kind", ctypes.c_int, pointer), ("symbol_get_subkind", ctypes.c_int, pointer)]:
            function = getattr(self._library, "indexstore_" + name)
            function.restype, function.argtypes = result, arguments
            setattr(self, "_" + name, function)
        self._store = self._store_create(str(path).encode(), None)
        if not self._store:
            raise FileNotFoundError(path)

    def records(self):
        """The name of the record of each source file, by the file's path. Files that are gone may still have one."""
        names, records = [], {}
        take_name = self._text_callback(lambda _, name: names.append(str(name)) or True)
        self._store_units_apply_f(self._store, 1, None, take_name)
        for name in names:
            unit = self._unit_reader_create(self._store, name.encode(), None)
            if unit:
                main = str(self._unit_reader_get_main_file(unit))
                take = self._callback(lambda _, dependency: self._note_record(dependency, main, records))
                self._unit_reader_dependencies_apply_f(unit, None, take)
                self._unit_reader_dispose(unit)
        return records

    def _note_record(self, dependency, main, records):
        if (self._unit_dependency_get_kind(dependency) == _RECORD
                and str(self._unit_dependency_get_filepath(dependency)) == main):
            records[main] = str(self._unit_dependency_get_name(dependency))
        return True

    def occurrences(self, record):
        """All places of a record, in the order of the file."""
        found, symbols, relations = [], {}, []
        line = ctypes.c_uint()

        def symbol(place):
            if place not in symbols:
                symbols[place] = Symbol(
                    str(self._symbol_get_usr(place)), str(self._symbol_get_name(place)), self._symbol_get_kind(place),
                    self._symbol_get_subkind(place))
            return symbols[place]

        def relate(_, relation):
            relations.append((self._symbol_relation_get_roles(relation),
                              symbol(self._symbol_relation_get_symbol(relation))))
            return True
        take_relation = self._callback(relate)

        def take(_, place):
            relations.clear()
            self._occurrence_relations_apply_f(place, None, take_relation)
            self._occurrence_get_line_col(place, ctypes.byref(line), None)
            found.append(Occurrence(symbol(self._occurrence_get_symbol(place)), self._occurrence_get_roles(place),
                                    line.value, list(relations)))
            return True
        reader = self._record_reader_create(self._store, record.encode(), None)
        self._record_reader_occurrences_apply_f(reader, None, self._callback(take))
        self._record_reader_dispose(reader)
        return found
