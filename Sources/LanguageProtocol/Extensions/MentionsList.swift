public import JSONText

/// `mentions/list`: the annotations of a document.
public struct MentionsListParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier

  public init(textDocument: TextDocumentIdentifier) {
    self.textDocument = textDocument
  }
}

extension MentionsListParams: JSONReadable, JSONWritable {
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

/// What `mentions/list` answers.
public struct MentionsListResult: Hashable, Sendable {
  public var mentions: [MentionInfo]

  public init(mentions: [MentionInfo]) {
    self.mentions = mentions
  }
}

extension MentionsListResult: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var mentions: [MentionInfo]?
    while let member = try reader.nextName() {
      switch member {
      case "mentions": mentions = try reader.read([MentionInfo].self)
      default: break
      }
    }
    self.mentions = try reader.require(mentions, "mentions", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("mentions", mentions)
    }
  }
}

/// An annotation as clients see it.
public struct MentionInfo: Hashable, Sendable {
  public var range: Range
  public var text: String
  public var state: MentionTextState
  /// Whether it is the one under the cursor that is shown differently.
  public var litUp: Bool
  public var entity: MentionEntity

  public init(range: Range, text: String, state: MentionTextState, litUp: Bool, entity: MentionEntity) {
    self.range = range
    self.text = text
    self.state = state
    self.litUp = litUp
    self.entity = entity
  }
}

extension MentionInfo: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var range: Range?
    var text: String?
    var state: MentionTextState?
    var litUp: Bool?
    var entity: MentionEntity?
    while let member = try reader.nextName() {
      switch member {
      case "range": range = try reader.read(Range.self)
      case "text": text = try reader.read(String.self)
      case "state": state = try reader.read(MentionTextState.self)
      case "litUp": litUp = try reader.read(Bool.self)
      case "entity": entity = try reader.read(MentionEntity.self)
      default: break
      }
    }
    self.range = try reader.require(range, "range", of: object)
    self.text = try reader.require(text, "text", of: object)
    self.state = try reader.require(state, "state", of: object)
    self.litUp = try reader.require(litUp, "litUp", of: object)
    self.entity = try reader.require(entity, "entity", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("range", range)
      $0.member("text", text)
      $0.member("state", state)
      $0.member("litUp", litUp)
      $0.member("entity", entity)
    }
  }
}

/// Whether an annotation's text is its full or its short form.
public struct MentionTextState: RawRepresentable, Hashable, Sendable, JSONReadable, JSONWritable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let whole = Self(rawValue: "whole")
  public static let trimmed = Self(rawValue: "trimmed")
}

/// Whom an annotation stands for: all fields of the entity, its metadata and the name of its source included.
public struct MentionEntity: Hashable, Sendable {
  /// As sources name them: `id`, `name`, `source`, and those of the others that the entity has.
  public var fields: JSONObject

  public var id: String { text("id") ?? "" }
  public var name: String { text("name") ?? "" }
  public var uniqueID: String? { text("uniqueID") }
  /// The name of the source that it came from.
  public var source: String { text("source") ?? "" }

  public init(fields: JSONObject) { self.fields = fields }

  private func text(_ name: String) -> String? { fields[name]?.stringValue }
}

extension MentionEntity: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    fields = JSONObject()
    while let member = try reader.nextName() { fields[member.text] = try reader.readValue() }
    for name in ["id", "name", "source"] { _ = try reader.require(text(name), name, of: object) }
  }

  public func write(to writer: inout JSONWriter) { JSONValue.object(fields).write(to: &writer) }
}
