import JSONText

extension Method {
  package static let mentionsState = Method(rawValue: "mentions/state")
  package static let mentionsExplain = Method(rawValue: "mentions/explain")
  package static let mentionsDidChangeSelection = Method(rawValue: "mentions/didChangeSelection")
  package static let mentionsDidChangeState = Method(rawValue: "mentions/didChangeState")
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

/// The state of the state machine that detects the start of a mention.
package struct MentionsMachineState: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let ready = Self(rawValue: "ready")
  package static let stalled = Self(rawValue: "stalled")
  package static let creating = Self(rawValue: "creating")
}

/// How a mention was started: `explicit`, with a trigger, or `implicit`, by typing without a trigger.
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
  /// The name of the rule that determines whether a mention is offered.
  package var rule: String
  /// The reason, as a sentence to display to the user.
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
  /// The selections, the primary one first.
  package var selections: [Range]

  package init(textDocument: TextDocumentIdentifier, selections: [Range]) {
    (self.textDocument, self.selections) = (textDocument, selections)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("selections", \.selections))
}

// MARK: - Notifications to the client

/// `mentions/didChangeState`, to the client: the creation of a mention has started or ended.
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
