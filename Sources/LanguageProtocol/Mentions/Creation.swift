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

/// `mentions/state`: what the machines of a document do.
package typealias MentionsStateParams = TextDocumentParams

/// What `mentions/state` answers; the later fields while a mention is being created.
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

/// How a mention was begun: `explicit`, by a control character, or `implicit`, by typing on.
package struct MentionSearchType: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let explicit = Self(rawValue: "explicit")
}

/// What the chooser shows.
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

/// `mentions/explain`: why a mention is or is not offered at a place.
package typealias MentionsExplainParams = TextDocumentPositionParams

/// What `mentions/explain` answers.
package struct MentionsExplainResult: Structure {
  package var offered: Bool
  /// The rule's name.
  package var rule: String
  /// In a sentence for people.
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

/// `mentions/spelling`: where spell checking must stay off.
package typealias MentionsSpellingParams = TextDocumentParams

/// What `mentions/spelling` answers.
package struct MentionsSpellingResult: Structure {
  /// Mentions, and what is typed to make one; in the order of the text, disjoint.
  package var off: [Range]

  package init(off: [Range]) { self.off = off }
  package static let members = Members(Self.init, required("off", \.off))
}

/// `mentions/spelling`, to the client: the answer is another one now, by more than moving along with the text.
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
  /// The state before.
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
