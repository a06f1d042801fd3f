import JSONText

extension Method {
  package static let mentionsState = Method(rawValue: "mentions/state")
  package static let mentionsExplain = Method(rawValue: "mentions/explain")
  /// Also a notification to the client.
  package static let mentionsSpelling = Method(rawValue: "mentions/spelling")
  package static let mentionsDidChangeSelection = Method(rawValue: "mentions/didChangeSelection")
  package static let mentionsDidChangeState = Method(rawValue: "mentions/didChangeState")
  package static let mentionsTextEvent = Method(rawValue: "mentions/textEvent")
}

/// `mentions/state`: the state of a document's state machines.
package typealias MentionsStateParams = TextDocumentParams

/// The result of `mentions/state`; the optional fields are present while a mention is being created.
package struct MentionsStateResult: Structure {
  package var state: MentionsMachineState
  package var kind: MentionSearchType?
  package var controlCharacter: String?
  package var keyString: String?
  package var range: Range?
  package var chooser: ChooserState

  package init(
    state: MentionsMachineState, kind: MentionSearchType? = nil, controlCharacter: String? = nil,
    keyString: String? = nil, range: Range? = nil, chooser: ChooserState
  ) {
    (self.state, self.kind, self.controlCharacter) = (state, kind, controlCharacter)
    (self.keyString, self.range, self.chooser) = (keyString, range, chooser)
  }

  package static let members = Members(
    Self.init, required("state", \.state), optional("kind", \.kind),
    optional("controlCharacter", \.controlCharacter), optional("keyString", \.keyString),
    optional("range", \.range), required("chooser", \.chooser))
}

/// The state of start detection.
package struct MentionsMachineState: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let ready = Self(rawValue: "ready")
  package static let stalled = Self(rawValue: "stalled")
  package static let creating = Self(rawValue: "creating")
}

/// How a mention was started: `explicit`, with a trigger, or `implicit`, by typing.
package struct MentionSearchType: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let explicit = Self(rawValue: "explicit")
}

/// The state of the chooser.
package struct ChooserState: Structure {
  package var visible: Bool
  package var loading: Bool
  package var count: Int

  package init(visible: Bool, loading: Bool, count: Int) {
    (self.visible, self.loading, self.count) = (visible, loading, count)
  }

  package static let members = Members(
    Self.init, required("visible", \.visible), required("loading", \.loading), required("count", \.count))
}

/// `mentions/explain`: why a mention is or is not offered at a position.
package typealias MentionsExplainParams = TextDocumentPositionParams

/// The result of `mentions/explain`.
package struct MentionsExplainResult: Structure {
  package var offered: Bool
  /// The rule's name.
  package var rule: String
  /// A sentence to display.
  package var reason: String

  package init(offered: Bool, rule: String, reason: String) {
    (self.offered, self.rule, self.reason) = (offered, rule, reason)
  }

  package static let members = Members(
    Self.init, required("offered", \.offered), required("rule", \.rule), required("reason", \.reason))
}

/// `mentions/didChangeSelection`, to the server.
package struct MentionsDidChangeSelectionParams: Structure {
  package var textDocument: TextDocumentIdentifier
  /// The first is the primary one.
  package var selections: [Range]

  package init(textDocument: TextDocumentIdentifier, selections: [Range]) {
    (self.textDocument, self.selections) = (textDocument, selections)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("selections", \.selections))
}

// MARK: - Spelling

/// `mentions/spelling`: the ranges where spell checking must stay off.
package typealias MentionsSpellingParams = TextDocumentParams

/// The result of `mentions/spelling`.
package struct MentionsSpellingResult: Structure {
  /// Mentions, and the text typed to create one; in document order, disjoint.
  package var off: [Range]

  package init(off: [Range]) { self.off = off }
  package static let members = Members(Self.init, required("off", \.off))
}

/// `mentions/spelling`, to the client: the ranges have changed, beyond moving with the text.
package struct MentionsSpellingChangeParams: Structure {
  package var textDocument: VersionedTextDocumentIdentifier
  package var off: [Range]

  package init(textDocument: VersionedTextDocumentIdentifier, off: [Range]) {
    (self.textDocument, self.off) = (textDocument, off)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("off", \.off))
}

// MARK: - Notifications to the client

/// `mentions/didChangeState`, to the client.
package struct MentionsDidChangeStateParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var state: MentionsCreationState
  /// The previous state.
  package var previous: MentionsCreationState?
  package var kind: MentionSearchType?
  package var controlCharacter: String?

  package init(
    textDocument: TextDocumentIdentifier, state: MentionsCreationState,
    previous: MentionsCreationState? = nil, kind: MentionSearchType? = nil, controlCharacter: String? = nil
  ) {
    (self.textDocument, self.state, self.previous, self.kind) = (textDocument, state, previous, kind)
    self.controlCharacter = controlCharacter
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("state", \.state),
    optional("previous", \.previous), optional("kind", \.kind),
    optional("controlCharacter", \.controlCharacter))
}

/// Whether a mention is being created.
package struct MentionsCreationState: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let quiescent = Self(rawValue: "quiescent")
  package static let creating = Self(rawValue: "creating")
}

/// `mentions/textEvent`, to the client: one action of the user.
package struct MentionsTextEventParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var event: TextEventName
  /// The range in the document just before the event. The events of one change are in document
  /// order, each relative to the document after the previous one, like content changes: replacing
  /// the range with `text` yields the document after the event. For `selected` and `moved` it is
  /// the selection, for `committed` the range of the final text.
  package var range: Range
  /// The new text; nil: none.
  package var text: String?
  /// The old text; nil: none.
  package var before: String?
  /// nil: unknown.
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

/// The certainty of event and cause: `certain`, `likely` or `guess`.
package struct TextEventCertainty: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}
