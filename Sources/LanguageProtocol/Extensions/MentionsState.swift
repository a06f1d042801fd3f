import JSONText

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

/// How a mention was begun: by a control character or by typing on.
package struct MentionSearchType: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let explicit = Self(rawValue: "explicit")
  package static let implicit = Self(rawValue: "implicit")
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
