public import JSONText

/// `mentions/state`: what the machines of a document do.
public struct MentionsStateParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier

  public init(textDocument: TextDocumentIdentifier) {
    self.textDocument = textDocument
  }
}

extension MentionsStateParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
    }
  }
}

/// What `mentions/state` answers; the later fields while a mention is being created.
public struct MentionsStateResult: Hashable, Sendable {
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
    self.state = state
    self.kind = kind
    self.controlCharacter = controlCharacter
    self.keyString = keyString
    self.range = range
    self.chooser = chooser
  }
}

extension MentionsStateResult: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var state: MentionsMachineState?
    var kind: MentionSearchType?
    var controlCharacter: String?
    var keyString: String?
    var range: Range?
    var chooser: ChooserState?
    while let member = try reader.nextName() {
      switch member {
      case "state": state = try reader.read(MentionsMachineState.self)
      case "kind": kind = try reader.read()
      case "controlCharacter": controlCharacter = try reader.read()
      case "keyString": keyString = try reader.read()
      case "range": range = try reader.read()
      case "chooser": chooser = try reader.read(ChooserState.self)
      default: break
      }
    }
    self.state = try reader.require(state, "state", of: object)
    self.kind = kind
    self.controlCharacter = controlCharacter
    self.keyString = keyString
    self.range = range
    self.chooser = try reader.require(chooser, "chooser", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("state", state)
      $0.member("kind", ifPresent: kind)
      $0.member("controlCharacter", ifPresent: controlCharacter)
      $0.member("keyString", ifPresent: keyString)
      $0.member("range", ifPresent: range)
      $0.member("chooser", chooser)
    }
  }
}

/// The state of start detection.
public struct MentionsMachineState: RawRepresentable, Hashable, Sendable, JSONReadable, JSONWritable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let ready = Self(rawValue: "ready")
  public static let stalled = Self(rawValue: "stalled")
  public static let creating = Self(rawValue: "creating")
}

/// How a mention was begun: by a control character or by typing on.
public struct MentionSearchType: RawRepresentable, Hashable, Sendable, JSONReadable, JSONWritable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let explicit = Self(rawValue: "explicit")
  public static let implicit = Self(rawValue: "implicit")
}

/// What the chooser shows.
public struct ChooserState: Hashable, Sendable {
  public var visible: Bool
  public var loading: Bool
  public var count: Int

  public init(visible: Bool, loading: Bool, count: Int) {
    self.visible = visible
    self.loading = loading
    self.count = count
  }
}

extension ChooserState: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var visible: Bool?
    var loading: Bool?
    var count: Int?
    while let member = try reader.nextName() {
      switch member {
      case "visible": visible = try reader.read(Bool.self)
      case "loading": loading = try reader.read(Bool.self)
      case "count": count = try reader.read(Int.self)
      default: break
      }
    }
    self.visible = try reader.require(visible, "visible", of: object)
    self.loading = try reader.require(loading, "loading", of: object)
    self.count = try reader.require(count, "count", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("visible", visible)
      $0.member("loading", loading)
      $0.member("count", count)
    }
  }
}

/// `mentions/explain`: why a mention is or is not offered at a place.
public struct MentionsExplainParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier
  public var position: Position

  public init(textDocument: TextDocumentIdentifier, position: Position) {
    self.textDocument = textDocument
    self.position = position
  }
}

extension MentionsExplainParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    var position: Position?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      case "position": position = try reader.read(Position.self)
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.position = try reader.require(position, "position", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("position", position)
    }
  }
}

/// What `mentions/explain` answers.
public struct MentionsExplainResult: Hashable, Sendable {
  public var offered: Bool
  /// The rule's name.
  public var rule: String
  /// In a sentence for people.
  public var reason: String

  public init(offered: Bool, rule: String, reason: String) {
    self.offered = offered
    self.rule = rule
    self.reason = reason
  }
}

extension MentionsExplainResult: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var offered: Bool?
    var rule: String?
    var reason: String?
    while let member = try reader.nextName() {
      switch member {
      case "offered": offered = try reader.read(Bool.self)
      case "rule": rule = try reader.read(String.self)
      case "reason": reason = try reader.read(String.self)
      default: break
      }
    }
    self.offered = try reader.require(offered, "offered", of: object)
    self.rule = try reader.require(rule, "rule", of: object)
    self.reason = try reader.require(reason, "reason", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("offered", offered)
      $0.member("rule", rule)
      $0.member("reason", reason)
    }
  }
}
