public import JSONText

/// `mentions/list`: the annotations of a document.
public typealias MentionsListParams = TextDocumentParams

/// What `mentions/list` answers.
public struct MentionsListResult: Structure {
  public var mentions: [MentionInfo]

  public init(mentions: [MentionInfo]) { self.mentions = mentions }
  public static let members = Members(Self.init, required("mentions", \.mentions))
}

/// An annotation as clients see it.
public struct MentionInfo: Structure {
  public var range: Range
  public var text: String
  public var state: MentionTextState
  /// Whether it is the one under the cursor that is shown differently.
  public var litUp: Bool
  public var entity: MentionEntity

  public init(range: Range, text: String, state: MentionTextState, litUp: Bool, entity: MentionEntity) {
    (self.range, self.text, self.state, self.litUp) = (range, text, state, litUp)
    self.entity = entity
  }

  public static let members = Members(
    Self.init, required("range", \.range), required("text", \.text), required("state", \.state),
    required("litUp", \.litUp), required("entity", \.entity))
}

/// Whether an annotation's text is its full or its short form.
public struct MentionTextState: Enumeration {
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
