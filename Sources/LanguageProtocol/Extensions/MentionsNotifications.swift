import JSONText

/// `mentions/didChangeState`, to the client.
public struct MentionsDidChangeStateParams: Structure {
  public var textDocument: TextDocumentIdentifier
  public var state: MentionsCreationState
  /// The state before.
  public var previous: MentionsCreationState?
  public var kind: MentionSearchType?
  public var controlCharacter: String?

  public init(
    textDocument: TextDocumentIdentifier, state: MentionsCreationState,
    previous: MentionsCreationState? = nil, kind: MentionSearchType? = nil, controlCharacter: String? = nil
  ) {
    (self.textDocument, self.state, self.previous, self.kind) = (textDocument, state, previous, kind)
    self.controlCharacter = controlCharacter
  }

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("state", \.state),
    optional("previous", \.previous), optional("kind", \.kind),
    optional("controlCharacter", \.controlCharacter))
}

/// Whether a mention is being created.
public struct MentionsCreationState: Enumeration {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let quiescent = Self(rawValue: "quiescent")
  public static let creating = Self(rawValue: "creating")
}

/// `mentions/didCreate`, `mentions/didTrim`, `mentions/didDelete`, to the client: one annotation, and what became of it.
public struct MentionsDidChangeMentionParams: Structure {
  public var textDocument: TextDocumentIdentifier
  public var version: Int?
  public var mention: MentionInfo

  public init(textDocument: TextDocumentIdentifier, version: Int? = nil, mention: MentionInfo) {
    (self.textDocument, self.version, self.mention) = (textDocument, version, mention)
  }

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), optional("version", \.version),
    required("mention", \.mention))
}

/// `mentions/didSelect`, to the client.
public struct MentionsDidSelectParams: Structure {
  public var textDocument: TextDocumentIdentifier
  public var entity: MentionEntity
  /// The row, from 0.
  public var index: Int

  public init(textDocument: TextDocumentIdentifier, entity: MentionEntity, index: Int) {
    (self.textDocument, self.entity, self.index) = (textDocument, entity, index)
  }

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("entity", \.entity),
    required("index", \.index))
}

/// `mentions/chooser`, to the client: what becomes of the chooser.
public struct MentionsChooserParams: Structure {
  public var textDocument: TextDocumentIdentifier
  public var event: ChooserEvent
  public var range: Range?
  public var generation: Int
  public var count: Int
  public var loading: Bool
  public var borderMode: ChooserBorderMode
  public var background: String?

  public init(
    textDocument: TextDocumentIdentifier, event: ChooserEvent, range: Range? = nil, generation: Int,
    count: Int, loading: Bool, borderMode: ChooserBorderMode, background: String? = nil
  ) {
    (self.textDocument, self.event, self.range, self.generation) = (textDocument, event, range, generation)
    (self.count, self.loading, self.borderMode, self.background) = (count, loading, borderMode, background)
  }

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("event", \.event),
    optional("range", \.range), required("generation", \.generation), required("count", \.count),
    required("loading", \.loading), required("borderMode", \.borderMode),
    optional("background", \.background))
}

/// What becomes of the chooser.
public struct ChooserEvent: Enumeration {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let willShow = Self(rawValue: "willShow")
  public static let shown = Self(rawValue: "shown")
  public static let changed = Self(rawValue: "changed")
  public static let hidden = Self(rawValue: "hidden")
}

/// On which side of the chooser there is a border.
public struct ChooserBorderMode: Enumeration {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let top = Self(rawValue: "top")
  public static let bottom = Self(rawValue: "bottom")
  public static let none = Self(rawValue: "none")
}
