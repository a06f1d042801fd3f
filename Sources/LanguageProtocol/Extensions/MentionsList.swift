import JSONText

/// `mentions/list`: the annotations of a document.
package typealias MentionsListParams = TextDocumentParams

/// What `mentions/list` answers.
package struct MentionsListResult: Structure {
  package var mentions: [MentionInfo]
  /// How to show the styles of the settings; nil: there are none.
  package var styles: [StyleInfo]?

  package init(mentions: [MentionInfo], styles: [StyleInfo]? = nil) {
    (self.mentions, self.styles) = (mentions, styles)
  }

  package static let members = Members(
    Self.init, required("mentions", \.mentions), optional("styles", \.styles))
}

/// An annotation as clients see it.
package struct MentionInfo: Structure {
  package var range: Range
  package var text: String
  package var state: MentionTextState
  /// Whether it is the one under the cursor that is shown differently.
  package var litUp: Bool
  package var entity: MentionEntity
  /// Names of the styles that it is shown in, by the settings; nil: none.
  package var styles: [String]?

  package init(
    range: Range, text: String, state: MentionTextState, litUp: Bool, entity: MentionEntity,
    styles: [String]? = nil
  ) {
    (self.range, self.text, self.state, self.litUp) = (range, text, state, litUp)
    (self.entity, self.styles) = (entity, styles)
  }

  package static let members = Members(
    Self.init, required("range", \.range), required("text", \.text), required("state", \.state),
    required("litUp", \.litUp), required("entity", \.entity), optional("styles", \.styles))
}

/// Whether an annotation's text is its full or its short form.
package struct MentionTextState: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let whole = Self(rawValue: "whole")
  package static let trimmed = Self(rawValue: "trimmed")
}

/// Whom an annotation stands for: all fields of the entity, its metadata and the name of its source included.
package struct MentionEntity: Hashable, Sendable {
  /// As sources name them: `id`, `name`, `source`, and those of the others that the entity has.
  package var fields: JSONObject

  package var id: String { text("id") ?? "" }
  package var name: String { text("name") ?? "" }
  package var uniqueID: String? { text("uniqueID") }
  /// The name of the source that it came from.
  package var source: String { text("source") ?? "" }

  package init(fields: JSONObject) { self.fields = fields }

  private func text(_ name: String) -> String? { fields[name]?.stringValue }
}

extension MentionEntity: JSONReadable, JSONWritable {
  package init(from reader: inout JSONReader) throws(JSONError) {
    let object = try reader.beginObject()
    fields = JSONObject()
    while let member = try reader.nextName() { fields[member.text] = try reader.readValue() }
    for name in ["id", "name", "source"] { _ = try reader.require(text(name), name, of: object) }
  }

  package func write(to writer: inout JSONWriter) { JSONValue.object(fields).write(to: &writer) }
}
