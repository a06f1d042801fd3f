import JSONText

extension Method {
  package static let mentionsList = Method(rawValue: "mentions/list")
  package static let mentionsAdd = Method(rawValue: "mentions/add")
  package static let mentionsRemove = Method(rawValue: "mentions/remove")
  package static let mentionsDidCreate = Method(rawValue: "mentions/didCreate")
  package static let mentionsDidTrim = Method(rawValue: "mentions/didTrim")
  package static let mentionsDidDelete = Method(rawValue: "mentions/didDelete")
}

/// `mentions/list`: the annotations of a document.
package typealias MentionsListParams = TextDocumentParams

/// The result of `mentions/list`.
package struct MentionsListResult: Structure {
  package var mentions: [MentionInfo]
  /// The styles defined in the settings; nil if there are none.
  package var styles: [StyleInfo]?

  package init(mentions: [MentionInfo], styles: [StyleInfo]? = nil) {
    (self.mentions, self.styles) = (mentions, styles)
  }

  package static let members = Members(
    Self.init, required("mentions", \.mentions), optional("styles", \.styles))
}

/// An annotation in messages to clients.
package struct MentionInfo: Structure {
  package var range: Range
  package var text: String
  package var state: MentionTextState
  /// Whether the annotation is highlighted because it is under the cursor.
  package var litUp: Bool
  package var entity: MentionEntity
  /// The names of the annotation's styles, according to the settings; nil if it has none.
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

/// The entity of an annotation: all its fields, including its metadata and the name of its source.
package struct MentionEntity: Hashable, Sendable {
  /// The fields, with the same names as in sources: `id`, `name`, `source`, and any others that the entity has.
  package var fields: JSONObject

  package var id: String { text("id") ?? "" }
  package var name: String { text("name") ?? "" }
  /// The name of its source.
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

// MARK: - Adding and removing

/// `mentions/add`: annotates existing text of the document.
package struct MentionsAddParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var mentions: [MentionAddition]

  package init(textDocument: TextDocumentIdentifier, mentions: [MentionAddition]) {
    (self.textDocument, self.mentions) = (textDocument, mentions)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("mentions", \.mentions))
}

/// An annotation to add.
package struct MentionAddition: Structure {
  package var range: Range
  /// The text that the client expects in the range. If the range contains other text, the annotation is refused.
  package var text: String
  /// An entity with the same fields as in sources; `name` is required.
  package var entity: JSONValue

  package init(range: Range, text: String, entity: JSONValue) {
    (self.range, self.text, self.entity) = (range, text, entity)
  }

  package static let members = Members(
    Self.init, required("range", \.range), required("text", \.text), required("entity", \.entity))
}

/// The result of `mentions/add`.
package struct MentionsAddResult: Structure {
  package var added: Int
  package var refused: [MentionRefusal]

  package init(added: Int, refused: [MentionRefusal]) { (self.added, self.refused) = (added, refused) }
  package static let members = Members(Self.init, required("added", \.added), required("refused", \.refused))
}

/// The reason why an annotation or an attribute was not added.
package struct MentionRefusal: Structure {
  /// The index of the refused addition in `mentions` or `add` of the request, from 0.
  package var index: Int
  package var reason: String

  package init(index: Int, reason: String) { (self.index, self.reason) = (index, reason) }
  package static let members = Members(Self.init, required("index", \.index), required("reason", \.reason))
}

/// `mentions/remove`: turns annotations back into plain text.
package struct MentionsRemoveParams: Structure {
  package var textDocument: TextDocumentIdentifier
  /// The ranges whose annotations are removed; nil removes all annotations of the document.
  package var ranges: [Range]?

  package init(textDocument: TextDocumentIdentifier, ranges: [Range]? = nil) {
    (self.textDocument, self.ranges) = (textDocument, ranges)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), optional("ranges", \.ranges))
}

/// The result of `mentions/remove`.
package struct MentionsRemoveResult: Structure {
  package var removed: Int

  package init(removed: Int) { self.removed = removed }
  package static let members = Members(Self.init, required("removed", \.removed))
}

// MARK: - Notifications to the client

/// `mentions/didCreate`, `mentions/didTrim`, `mentions/didDelete`, to the client. `mention` is the annotation after the
/// change or, for `mentions/didDelete`, before the change.
package struct MentionsDidChangeMentionParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var version: Int?
  package var mention: MentionInfo

  package init(textDocument: TextDocumentIdentifier, version: Int? = nil, mention: MentionInfo) {
    (self.textDocument, self.version, self.mention) = (textDocument, version, mention)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), optional("version", \.version),
    required("mention", \.mention))
}
