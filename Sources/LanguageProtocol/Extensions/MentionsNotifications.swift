public import JSONText

/// `mentions/didChangeState`, to the client.
public struct MentionsDidChangeStateParams: Hashable, Sendable {
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
    self.textDocument = textDocument
    self.state = state
    self.previous = previous
    self.kind = kind
    self.controlCharacter = controlCharacter
  }
}

extension MentionsDidChangeStateParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    var state: MentionsCreationState?
    var previous: MentionsCreationState?
    var kind: MentionSearchType?
    var controlCharacter: String?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      case "state": state = try reader.read(MentionsCreationState.self)
      case "previous": previous = try reader.read()
      case "kind": kind = try reader.read()
      case "controlCharacter": controlCharacter = try reader.read()
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.state = try reader.require(state, "state", of: object)
    self.previous = previous
    self.kind = kind
    self.controlCharacter = controlCharacter
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("state", state)
      $0.member("previous", ifPresent: previous)
      $0.member("kind", ifPresent: kind)
      $0.member("controlCharacter", ifPresent: controlCharacter)
    }
  }
}

/// Whether a mention is being created.
public struct MentionsCreationState: RawRepresentable, Hashable, Sendable, JSONReadable, JSONWritable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let quiescent = Self(rawValue: "quiescent")
  public static let creating = Self(rawValue: "creating")
}

/// `mentions/didCreate`, `mentions/didTrim`, `mentions/didDelete`, to the client: one annotation, and what became of it.
public struct MentionsDidChangeMentionParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier
  public var version: Int?
  public var mention: MentionInfo

  public init(textDocument: TextDocumentIdentifier, version: Int? = nil, mention: MentionInfo) {
    self.textDocument = textDocument
    self.version = version
    self.mention = mention
  }
}

extension MentionsDidChangeMentionParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    var version: Int?
    var mention: MentionInfo?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      case "version": version = try reader.read()
      case "mention": mention = try reader.read(MentionInfo.self)
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.version = version
    self.mention = try reader.require(mention, "mention", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("version", ifPresent: version)
      $0.member("mention", mention)
    }
  }
}

/// `mentions/didSelect`, to the client.
public struct MentionsDidSelectParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier
  public var entity: MentionEntity
  /// The row, from 0.
  public var index: Int

  public init(textDocument: TextDocumentIdentifier, entity: MentionEntity, index: Int) {
    self.textDocument = textDocument
    self.entity = entity
    self.index = index
  }
}

extension MentionsDidSelectParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    var entity: MentionEntity?
    var index: Int?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      case "entity": entity = try reader.read(MentionEntity.self)
      case "index": index = try reader.read(Int.self)
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.entity = try reader.require(entity, "entity", of: object)
    self.index = try reader.require(index, "index", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("entity", entity)
      $0.member("index", index)
    }
  }
}

/// `mentions/chooser`, to the client: what becomes of the chooser.
public struct MentionsChooserParams: Hashable, Sendable {
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
    self.textDocument = textDocument
    self.event = event
    self.range = range
    self.generation = generation
    self.count = count
    self.loading = loading
    self.borderMode = borderMode
    self.background = background
  }
}

extension MentionsChooserParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    var event: ChooserEvent?
    var range: Range?
    var generation: Int?
    var count: Int?
    var loading: Bool?
    var borderMode: ChooserBorderMode?
    var background: String?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      case "event": event = try reader.read(ChooserEvent.self)
      case "range": range = try reader.read()
      case "generation": generation = try reader.read(Int.self)
      case "count": count = try reader.read(Int.self)
      case "loading": loading = try reader.read(Bool.self)
      case "borderMode": borderMode = try reader.read(ChooserBorderMode.self)
      case "background": background = try reader.read()
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.event = try reader.require(event, "event", of: object)
    self.range = range
    self.generation = try reader.require(generation, "generation", of: object)
    self.count = try reader.require(count, "count", of: object)
    self.loading = try reader.require(loading, "loading", of: object)
    self.borderMode = try reader.require(borderMode, "borderMode", of: object)
    self.background = background
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("event", event)
      $0.member("range", ifPresent: range)
      $0.member("generation", generation)
      $0.member("count", count)
      $0.member("loading", loading)
      $0.member("borderMode", borderMode)
      $0.member("background", ifPresent: background)
    }
  }
}

/// What becomes of the chooser.
public struct ChooserEvent: RawRepresentable, Hashable, Sendable, JSONReadable, JSONWritable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let willShow = Self(rawValue: "willShow")
  public static let shown = Self(rawValue: "shown")
  public static let changed = Self(rawValue: "changed")
  public static let hidden = Self(rawValue: "hidden")
}

/// On which side of the chooser there is a border.
public struct ChooserBorderMode: RawRepresentable, Hashable, Sendable, JSONReadable, JSONWritable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let top = Self(rawValue: "top")
  public static let bottom = Self(rawValue: "bottom")
  public static let none = Self(rawValue: "none")
}
