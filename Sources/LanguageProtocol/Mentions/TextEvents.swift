import JSONText

extension Method {
  package static let mentionsTextEvent = Method(rawValue: "mentions/textEvent")
}

/// `mentions/textEvent`, to the client: one action of the user.
package struct MentionsTextEventParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var event: TextEventName
  /// The range in the document as it was just before the event. The events of one change are in document order, and
  /// each range refers to the document after the previous event, as in `textDocument/didChange`; replacing the range
  /// with `text` yields the document after the event. For `selected` and `moved` the range is the selection, for
  /// `committed` the range of the final text.
  package var range: Range
  /// The new text; nil if there is none.
  package var text: String?
  /// The old text; nil if there is none.
  package var before: String?
  /// The cause of the event; nil if unknown.
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

/// The kind of an event: `inserted`, `deleted`, `replaced`, `selected`, `moved`, `marked`, `committed` or `undone`.
package struct TextEventName: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The cause of an event: `typing`, `autocorrect`, `inputMethod`, `paste`, `undo` or `server`.
package struct TextEventCause: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

/// The certainty of the kind and the cause of an event: `certain`, `likely` or `guess`.
package struct TextEventCertainty: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}
