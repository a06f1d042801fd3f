import JSONText

/// `mentions/state`: what the machines of a document do.
public typealias MentionsStateParams = TextDocumentParams

/// What `mentions/state` answers; the later fields while a mention is being created.
public struct MentionsStateResult: Structure {
  public var state: MentionsMachineState
  public var kind: MentionSearchType?
  public var controlCharacter: String?
  public var keyString: String?
  public var range: Range?
  public var chooser: ChooserState

  public init(
    state: MentionsMachineState, kind: MentionSearchType? = nil, controlCharacter: String? = nil,
    keyString: String? = nil, range: Range? = nil, chooser: ChooserState
  ) {
    (self.state, self.kind, self.controlCharacter) = (state, kind, controlCharacter)
    (self.keyString, self.range, self.chooser) = (keyString, range, chooser)
  }

  public static let members = Members(
    Self.init, required("state", \.state), optional("kind", \.kind),
    optional("controlCharacter", \.controlCharacter), optional("keyString", \.keyString),
    optional("range", \.range), required("chooser", \.chooser))
}

/// The state of start detection.
public struct MentionsMachineState: Enumeration {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let ready = Self(rawValue: "ready")
  public static let stalled = Self(rawValue: "stalled")
  public static let creating = Self(rawValue: "creating")
}

/// How a mention was begun: by a control character or by typing on.
public struct MentionSearchType: Enumeration {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let explicit = Self(rawValue: "explicit")
  public static let implicit = Self(rawValue: "implicit")
}

/// What the chooser shows.
public struct ChooserState: Structure {
  public var visible: Bool
  public var loading: Bool
  public var count: Int

  public init(visible: Bool, loading: Bool, count: Int) {
    (self.visible, self.loading, self.count) = (visible, loading, count)
  }

  public static let members = Members(
    Self.init, required("visible", \.visible), required("loading", \.loading), required("count", \.count))
}

/// `mentions/explain`: why a mention is or is not offered at a place.
public typealias MentionsExplainParams = TextDocumentPositionParams

/// What `mentions/explain` answers.
public struct MentionsExplainResult: Structure {
  public var offered: Bool
  /// The rule's name.
  public var rule: String
  /// In a sentence for people.
  public var reason: String

  public init(offered: Bool, rule: String, reason: String) {
    (self.offered, self.rule, self.reason) = (offered, rule, reason)
  }

  public static let members = Members(
    Self.init, required("offered", \.offered), required("rule", \.rule), required("reason", \.reason))
}

/// `mentions/didChangeSelection`, to the server.
public struct MentionsDidChangeSelectionParams: Structure {
  public var textDocument: TextDocumentIdentifier
  /// The first is the primary one.
  public var selections: [Range]

  public init(textDocument: TextDocumentIdentifier, selections: [Range]) {
    (self.textDocument, self.selections) = (textDocument, selections)
  }

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("selections", \.selections))
}
