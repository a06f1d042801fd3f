public import JSONText

/// `mentions/add`: annotate text that stands in the document already.
public struct MentionsAddParams: Structure {
  public var textDocument: TextDocumentIdentifier
  public var mentions: [MentionAddition]

  public init(textDocument: TextDocumentIdentifier, mentions: [MentionAddition]) {
    (self.textDocument, self.mentions) = (textDocument, mentions)
  }

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("mentions", \.mentions))
}

/// One annotation to be added.
public struct MentionAddition: Structure {
  public var range: Range
  /// What stands in the range, as the client believes.
  public var text: String
  /// An entity with the fields that sources give too; `name` is required.
  public var entity: JSONValue

  public init(range: Range, text: String, entity: JSONValue) {
    (self.range, self.text, self.entity) = (range, text, entity)
  }

  public static let members = Members(
    Self.init, required("range", \.range), required("text", \.text), required("entity", \.entity))
}

/// What `mentions/add` answers.
public struct MentionsAddResult: Structure {
  public var added: Int
  public var refused: [MentionRefusal]

  public init(added: Int, refused: [MentionRefusal]) { (self.added, self.refused) = (added, refused) }
  public static let members = Members(Self.init, required("added", \.added), required("refused", \.refused))
}

/// Why an annotation was not added.
public struct MentionRefusal: Structure {
  /// Its place in `mentions`, from 0.
  public var index: Int
  public var reason: String

  public init(index: Int, reason: String) { (self.index, self.reason) = (index, reason) }
  public static let members = Members(Self.init, required("index", \.index), required("reason", \.reason))
}

/// `mentions/remove`: turn annotations back into plain text.
public struct MentionsRemoveParams: Structure {
  public var textDocument: TextDocumentIdentifier
  /// nil: all of them.
  public var ranges: [Range]?

  public init(textDocument: TextDocumentIdentifier, ranges: [Range]? = nil) {
    (self.textDocument, self.ranges) = (textDocument, ranges)
  }

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), optional("ranges", \.ranges))
}

/// What `mentions/remove` answers.
public struct MentionsRemoveResult: Structure {
  public var removed: Int

  public init(removed: Int) { self.removed = removed }
  public static let members = Members(Self.init, required("removed", \.removed))
}
