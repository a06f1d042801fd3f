import JSONText

/// `mentions/textEvent`, to the client: one thing that the user did.
package struct MentionsTextEventParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var event: TextEventName
  /// In the document just before the event. The events of one change come from the top of the document to its end, each
  /// relative to the document that the one before left, like content changes: replacing the range by `text` makes the
  /// document after the event. `selected` and `moved` have the selection, `committed` the text that is final now.
  package var range: Range
  /// What is there now; nil: nothing.
  package var text: String?
  /// What was there; nil: nothing.
  package var before: String?
  /// nil: nothing tells.
  package var cause: TextEventCause?
  package var certainty: TextEventCertainty

  package init(
    textDocument: TextDocumentIdentifier, event: TextEventName, range: Range, text: String? = nil,
    before: String? = nil, cause: TextEventCause? = nil, certainty: TextEventCertainty
  ) {
    (self.textDocument, self.event, self.range) = (textDocument, event, range)
    (self.text, self.before, self.cause, self.certainty) = (text, before, cause, certainty)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("event", \.event),
    required("range", \.range), optional("text", \.text), optional("before", \.before),
    optional("cause", \.cause), required("certainty", \.certainty))
}

/// What happened: `inserted`, `deleted`, `replaced`, `selected`, `moved`, `marked`, `committed` or `undone`.
package struct TextEventName: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// What brought it about: `typing`, `autocorrect`, `inputMethod`, `paste`, `undo` or `server`.
package struct TextEventCause: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// How sure event and cause are: `certain`, `likely` or `guess`.
package struct TextEventCertainty: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}
