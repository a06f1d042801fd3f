"""Strict checks of what a language server sends.

`message` checks one message of the server against lsprotocol's generated types, `from_client` one of a client. These are lenient on their own (unknown keys are
dropped, "5" becomes 5), so each message is structured, unstructured again and compared: any difference is a finding.
The `mentions/…` messages, which lsprotocol does not know, are checked against the shapes below.
`session` adds what no single message shows: one answer per request, and nothing that the client did not declare.
"""

import json

from lsprotocol import converters, types

_converter = converters.get_converter()


def _differences(sent, back, path=""):
    if isinstance(sent, dict) and isinstance(back, dict):
        for key in sent:
            if key in back:
                yield from _differences(sent[key], back[key], f"{path}.{key}")
            elif sent[key] is None:
                yield f"{path}.{key}: null in an optional property"
            else:
                yield f"{path}.{key}: no such property"
        for key in back:
            if key not in sent and back[key] is not None:
                yield f"{path}.{key}: missing (a reader takes it for {back[key]!r})"
    elif isinstance(sent, list) and isinstance(back, list | tuple) and len(sent) == len(back):
        for index, pair in enumerate(zip(sent, back)):
            yield from _differences(*pair, f"{path}[{index}]")
    elif sent != back or (type(sent) is not type(back) and {type(sent), type(back)} != {int, float}):
        yield f"{path}: {sent!r} is read as {back!r}"


def _typed(value, cls):
    try:
        back = _converter.structure(value, cls)
    except Exception as error:  # cattrs raises exception groups
        return _leaves(error)[:3]
    return list(_differences(value, json.loads(json.dumps(_converter.unstructure(back)))))


def _leaves(error):
    if hasattr(error, "exceptions"):
        return [leaf for inner in error.exceptions for leaf in _leaves(inner)]
    return [f"{type(error).__name__}: {error}"]


# --- our own messages -------------------------------------------------------------------------------------------------

_position = {"line": int, "character": int}
_range = {"start": _position, "end": _position}
_document = {"uri": str}
_edit = {"range": _range, "newText": str}
_anything = object()
_known = {"id": str, "uniqueID?": str, "name": str, "handle?": str, "aliases?": [str], "email?": str, "detail?": str,
          "kind?": str, "url?": str, "avatar?": str, "shortName?": str, "canTrim?": bool, "metadata?": _anything,
          "weight?": _anything, "gone?": bool, "source": str}

_style = {"name": str, "modifier?": str, "highlight?": str, "face?": str, "rounded?": bool, "decoration?": _anything}

_planned = {"edit": _anything, "version": int, "mentions": [
    {"before": _range, "after?": _range, "fate": {"moved", "trimmed", "plain", "removed"}}]}

#: Method -> (parameters when the server sends it, result when it answers). "?" marks optional members, a list stands
#: for an array of its only element, a set for a choice of values.
_own = {
    "mentions/list": (None, {"mentions": [{"range": _range, "text": str, "state": {"whole", "trimmed"}, "litUp": bool,
                                           "entity": _known, "styles?": [str]}], "styles?": [_style]}),
    "mentions/add": (None, {"added": int, "refused": [{"index": int, "reason": str}]}),
    "mentions/remove": (None, {"removed": int}),
    "mentions/state": (None, {"state": {"ready", "stalled", "creating"}, "kind?": {"explicit", "implicit"},
                              "controlCharacter?": str, "keyString?": str, "range?": _range,
                              "chooser": {"visible": bool, "loading": bool, "count": int}}),
    "mentions/explain": (None, {"offered": bool, "rule": str, "reason": str}),
    "mentions/backspace": (None, {"action": {"none", "lightUp", "trim", "delete"}, "edit?": _edit,
                                  "position?": _position, "version": int}),
    "mentions/chooserItems": (None, {"generation": int, "total": int, "loading": bool,
                                     "items": [{"entity": _anything, "label": str, "detail?": str,
                                                "matches": [[int]], "handleMatches?": [[int]]}]}),
    "mentions/select": (None, {"edit": _edit, "additionalEdits": [_edit], "version": int}),
    "mentions/edit": (None, _planned),
    "mentions/attributes": (None, {"attributes": [{"range": _range, "name": str, "value?": _anything,
                                             "styles?": [str]}],
                                   "styles": [_style], "refused": [{"index": int, "reason": str}]}),
    "mentions/accessories": (None, {"accessories": [{"id": str, "at": _anything, "label": str, "tooltip?": str,
                                                     "command?": _anything, "place": {"after", "above"}}]}),
    "mentions/spelling": ({"textDocument": {"uri": str, "version": int}, "off": [_range]}, {"off": [_range]}),
    "mentions/transform": (None, _planned),
    "mentions/transforms": (None, {"transforms": [{"name": str, "title": str, "of": {"text", "mentions"}}]}),
    "mentions/retrieveEntities": ({"queryID": int, "keyString": str, "searchType": {"explicit", "implicit"},
                                   "invoked": bool, "controlCharacter?": str, "uri": str, "languageId": str}, None),
    "mentions/resolveEntity": ({"entity": _anything}, None),
    "mentions/chooser": ({"textDocument": _document, "event": {"willShow", "shown", "changed", "hidden"},
                          "range?": _range, "generation": int, "count": int, "loading": bool,
                          "borderMode": {"top", "bottom", "none"}, "background?": _anything}, None),
    "mentions/didChangeState": (_anything, None),
    "mentions/didCreate": (_anything, None),
    "mentions/didTrim": (_anything, None),
    "mentions/didDelete": (_anything, None),
    "mentions/didSelect": (_anything, None),
    "mentions/textEvent": ({"textDocument": _document,
                            "event": {"inserted", "deleted", "replaced", "selected", "moved", "marked", "committed", "undone"},
                            "range": _range, "text?": str, "before?": str,
                            "cause?": {"typing", "autocorrect", "inputMethod", "paste", "undo", "server"},
                            "certainty": {"certain", "likely", "guess"}}, None),
}

_at = {"textDocument": {"uri": str, "version?": int}, "position": _position}
_of_document = {"textDocument": {"uri": str, "version?": int}}

#: Method -> (parameters when a client sends it, its result when it answers).
_own_from_client = {
    "mentions/list": (_of_document, None),
    "mentions/add": ({**_of_document, "mentions": [{"range": _range, "text": str, "entity": _anything}]}, None),
    "mentions/remove": ({**_of_document, "ranges?": [_range]}, None),
    "mentions/state": (_of_document, None),
    "mentions/explain": (_at, None),
    "mentions/backspace": (_at, None),
    "mentions/didChangeSelection": ({**_of_document, "selections": [_range]}, None),
    "mentions/cancel": (_of_document, None),
    "mentions/chooserItems": ({**_of_document, "start": int, "count": int}, None),
    "mentions/select": ({**_of_document, "generation": int, "index": int}, None),
    "mentions/edit": ({**_of_document, "edits": [_edit], "keep?": {"mentions"}}, None),
    "mentions/transform": ({**_of_document, "range": _range, "name": str, "column?": int}, None),
    "mentions/transforms": ({"textDocument?": _document}, None),
    "mentions/attributes": ({**_of_document, "add?": [{"range": _range, "name": str, "value?": _anything,
                                                       "whenTypedAt?": {"grow", "keep"}, "whenChanged?": {"keep", "strip"}}],
                             "strip?": {"ranges?": [_range], "names?": [str]}}, None),
    "mentions/accessories": ({**_of_document, "add?": [{"id": str, "at": _anything, "label": str, "tooltip?": str,
                                                        "command?": _anything, "place": {"after", "above"}}],
                              "move?": [{"id": str, "at": _anything}], "remove?": [str]}, None),
    "mentions/spelling": (_of_document, None),
    "mentions/entities": ({"queryID": int, "entities?": [_anything], "dedupe?": bool, "isComplete?": bool}, None),
    "mentions/retrieveEntities": (None, {"entities": [_anything], "dedupe?": bool, "isComplete?": bool}),
    "mentions/resolveEntity": (None, {"entity": _anything}),
}


def _shape(value, wanted, path=""):
    if wanted is _anything:
        return
    if isinstance(wanted, dict):
        if not isinstance(value, dict):
            yield f"{path}: {value!r} is no object"
            return
        names = {name.rstrip("?"): (inner, name.endswith("?")) for name, inner in wanted.items()}
        for key, inner in value.items():
            if key not in names:
                yield f"{path}.{key}: no such property"
            else:
                yield from _shape(inner, names[key][0], f"{path}.{key}")
        yield from (f"{path}.{name}: missing" for name, (_, optional) in names.items()
                    if not optional and name not in value)
    elif isinstance(wanted, list):
        if not isinstance(value, list):
            yield f"{path}: {value!r} is no array"
            return
        for index, inner in enumerate(value):
            yield from _shape(inner, wanted[0], f"{path}[{index}]")
    elif isinstance(wanted, set):
        if value not in wanted:
            yield f"{path}: {value!r} is not one of {sorted(wanted)}"
    elif type(value) is not wanted:
        yield f"{path}: {value!r} is no {wanted.__name__}"


# --- one message ------------------------------------------------------------------------------------------------------


def message(sent, request=None):
    """Findings about one message from the server; `request` is the method that a response answers."""
    if not isinstance(sent, dict) or sent.get("jsonrpc") != "2.0":
        return ["not a JSON-RPC 2.0 message"]
    if "method" in sent:
        method = sent["method"]
        if method in _own:
            extra = set(sent) - {"jsonrpc", "id", "method", "params"}
            shape = _own[method][0]
            if shape is None:
                return [f"{method} is not the server's to send"]
            found = [f"{key}: no such property" for key in extra] + list(_shape(sent.get("params"), shape, "params"))
            if method == "mentions/chooser" and not found and "range" not in sent["params"]:
                # A hidden chooser has no range.
                found += [] if sent["params"]["event"] == "hidden" else ["params.range: missing"]
            return found
        known = types.METHOD_TO_TYPES.get(method)
        return _typed(sent, known[0]) if known else [f"unknown method {method}"]
    if extra := set(sent) - {"jsonrpc", "id", "result", "error"}:
        return [f"{key}: no such property" for key in sorted(extra)]
    if ("result" in sent) == ("error" in sent):
        return ["a reply holds either a result or an error"]
    if "error" in sent:
        return list(_shape(sent["error"], {"code": int, "message": str, "data?": _anything}, "error"))
    if request in _own:
        return list(_shape(sent["result"], _own[request][1], "result"))
    if request == "textDocument/codeAction" and isinstance(sent["result"], list):
        # lsprotocol mistakes an action with a command for the command itself.
        return [f"result[{number}]{finding}" for number, action in enumerate(sent["result"]) for finding in
                _typed(action, types.Command if isinstance(action.get("command"), str) else types.CodeAction)]
    known = types.METHOD_TO_TYPES.get(request)
    found = _typed(sent, known[1]) if known and known[1] else []
    return found or list(_beyond_types(sent["result"], request))


def from_client(sent, request=None):
    """Findings about one message from a client; `request` is the server's method that a response answers."""
    if not isinstance(sent, dict) or sent.get("jsonrpc") != "2.0":
        return ["not a JSON-RPC 2.0 message"]
    method = sent.get("method", request)
    if "error" in sent or method is None:
        return []
    if method in _own_from_client:
        part, key = (0, "params") if "method" in sent else (1, "result")
        return list(_shape(sent.get(key), _own_from_client[method][part] or _anything, key))
    known = types.METHOD_TO_TYPES.get(method)
    if not known:
        return [f"unknown method {method}"]
    wanted = known[0] if "method" in sent else known[1]
    return _typed(sent, wanted) if wanted else []


def _beyond_types(result, request):
    """Restrictions of the specification that lsprotocol does not enforce."""
    if request == "textDocument/completion" and result:
        for item in result if isinstance(result, list) else result["items"]:
            if item.get("kind", 1) not in range(1, 26):
                yield f"there is no completion item kind {item['kind']}"


# --- a whole session --------------------------------------------------------------------------------------------------


def has(capabilities, path):
    for part in path.split("."):
        if not isinstance(capabilities, dict) or part not in capabilities:
            return None
        capabilities = capabilities[part]
    return capabilities


#: Messages from the server, each with the client capability that it requires.
_needs = {
    "workspace/applyEdit": "workspace.applyEdit",
    "workspace/configuration": "workspace.configuration",
    "workspace/workspaceFolders": "workspace.workspaceFolders",
    "workspace/semanticTokens/refresh": "workspace.semanticTokens.refreshSupport",
    "workspace/inlayHint/refresh": "workspace.inlayHint.refreshSupport",
    "workspace/codeLens/refresh": "workspace.codeLens.refreshSupport",
    "workspace/diagnostic/refresh": "workspace.diagnostics.refreshSupport",
    "window/workDoneProgress/create": "window.workDoneProgress",
    "window/showDocument": "window.showDocument.support",
}

#: Methods that may be registered, with the capability whose `dynamicRegistration` must be set.
_registrations = {
    "workspace/didChangeWatchedFiles": "workspace.didChangeWatchedFiles",
    "workspace/didChangeConfiguration": "workspace.didChangeConfiguration",
}


def session(entries, open_at_end=frozenset()):
    """Findings about a recorded session: entries of {"from": "client" | "server", "message": …} in the order in which
    the server received and sent them. `open_at_end`: ids of requests that may remain unanswered."""
    waiting, own_waiting, tokens, partial, capabilities = {}, set(), set(), {}, {}
    initialized = False
    for number, entry in enumerate(entries):
        sent = entry.get("message")
        if sent is None:
            if entry.get("from") == "server" and not entry.get("raw", "").startswith("<"):
                yield f"#{number}: not a message: {entry}"
            continue
        if entry["from"] == "client":
            if isinstance(sent, dict) and "method" in sent:
                if "id" in sent:
                    waiting[json.dumps(sent["id"])] = sent["method"]
                params = sent.get("params")
                if isinstance(params, dict):
                    tokens |= {json.dumps(params[key]) for key in ("workDoneToken", "partialResultToken") if key in params}
                    if "partialResultToken" in params:
                        partial[json.dumps(params["partialResultToken"])] = sent["method"]
                    if sent["method"] == "initialize":
                        capabilities = params.get("capabilities", {})
            elif isinstance(sent, dict):
                own_waiting.discard(json.dumps(sent.get("id")))
            continue
        method = sent.get("method")
        if method is None:
            request = waiting.pop(json.dumps(sent.get("id")), None)
            if request is None and sent.get("id") is not None:
                yield f"#{number}: an answer to no open request: {json.dumps(sent)[:200]}"
            found = message(sent, request)
            if request == "initialize":
                initialized = True
        else:
            request = method
            found = message(sent)
            if "id" in sent:
                if json.dumps(sent["id"]) in own_waiting:
                    yield f"#{number}: the id {sent['id']!r} is in use"
                own_waiting.add(json.dumps(sent["id"]))
            if not initialized and method not in ("window/showMessage", "window/logMessage", "telemetry/event",
                                                  "window/showMessageRequest", "$/progress"):
                found = [*found, "sent before initialize was answered"]
            found = [*found, *_permission(sent, capabilities, tokens)]
            if method == "$/progress" and (answered := partial.get(json.dumps(sent["params"]["token"]))):
                # A piece of an answer has the answer's shape.
                found += message({"jsonrpc": "2.0", "id": 0, "result": sent["params"]["value"]}, answered)
        for finding in found:
            yield f"#{number} {'' if method else 'reply to '}{request}: {finding}"
    for identifier, method in waiting.items():
        if identifier not in open_at_end:
            yield f"no answer to {method}, id {identifier}"


def _permission(sent, capabilities, tokens):
    method, params = sent["method"], sent.get("params") or {}
    if method in _needs and not has(capabilities, _needs[method]):
        yield f"the client did not declare {_needs[method]}"
    if method == "window/workDoneProgress/create":
        tokens.add(json.dumps(params.get("token")))
    if method == "$/progress" and json.dumps(params.get("token")) not in tokens:
        yield f"progress for a token that nobody made: {params.get('token')!r}"
    if method == "client/registerCapability":
        for registration in params.get("registrations", []):
            wanted = _registrations.get(registration["method"], registration["method"].replace("/", "."))
            if not has(capabilities, wanted + ".dynamicRegistration"):
                yield f"{registration['method']} registered without dynamicRegistration"
    if method == "textDocument/publishDiagnostics":
        if "version" in params and not has(capabilities, "textDocument.publishDiagnostics.versionSupport"):
            yield "a version without versionSupport"
    if method == "workspace/applyEdit" and "documentChanges" not in params.get("edit", {}):
        yield "an edit that is not versioned"
