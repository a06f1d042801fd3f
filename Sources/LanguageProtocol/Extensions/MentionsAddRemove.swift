public import JSONText

/// `mentions/add`: annotate text that stands in the document already.
public struct MentionsAddParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier
  public var mentions: [MentionAddition]

  public init(textDocument: TextDocumentIdentifier, mentions: [MentionAddition]) {
    self.textDocument = textDocument
    self.mentions = mentions
  }
}

extension MentionsAddParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    var mentions: [MentionAddition]?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      case "mentions": mentions = try reader.read([MentionAddition].self)
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.mentions = try reader.require(mentions, "mentions", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("mentions", mentions)
    }
  }
}

/// One annotation to be added.
public struct MentionAddition: Hashable, Sendable {
  public var range: Range
  /// What stands in the range, as the client believes.
  public var text: String
  /// An entity with the fields that sources give too; `name` is required.
  public var entity: JSONValue

  public init(range: Range, text: String, entity: JSONValue) {
    self.range = range
    self.text = text
    self.entity = entity
  }
}

extension MentionAddition: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var range: Range?
    var text: String?
    var entity: JSONValue?
    while let member = try reader.nextName() {
      switch member {
      case "range": range = try reader.read(Range.self)
      case "text": text = try reader.read(String.self)
      case "entity": entity = try reader.read(JSONValue.self)
      default: break
      }
    }
    self.range = try reader.require(range, "range", of: object)
    self.text = try reader.require(text, "text", of: object)
    self.entity = try reader.require(entity, "entity", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("range", range)
      $0.member("text", text)
      $0.member("entity", entity)
    }
  }
}

/// What `mentions/add` answers.
public struct MentionsAddResult: Hashable, Sendable {
  public var added: Int
  public var refused: [MentionRefusal]

  public init(added: Int, refused: [MentionRefusal]) {
    self.added = added
    self.refused = refused
  }
}

extension MentionsAddResult: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var added: Int?
    var refused: [MentionRefusal]?
    while let member = try reader.nextName() {
      switch member {
      case "added": added = try reader.read(Int.self)
      case "refused": refused = try reader.read([MentionRefusal].self)
      default: break
      }
    }
    self.added = try reader.require(added, "added", of: object)
    self.refused = try reader.require(refused, "refused", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("added", added)
      $0.member("refused", refused)
    }
  }
}

/// Why an annotation was not added.
public struct MentionRefusal: Hashable, Sendable {
  /// Its place in `mentions`, from 0.
  public var index: Int
  public var reason: String

  public init(index: Int, reason: String) {
    self.index = index
    self.reason = reason
  }
}

extension MentionRefusal: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var index: Int?
    var reason: String?
    while let member = try reader.nextName() {
      switch member {
      case "index": index = try reader.read(Int.self)
      case "reason": reason = try reader.read(String.self)
      default: break
      }
    }
    self.index = try reader.require(index, "index", of: object)
    self.reason = try reader.require(reason, "reason", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("index", index)
      $0.member("reason", reason)
    }
  }
}

/// `mentions/remove`: turn annotations back into plain text.
public struct MentionsRemoveParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier
  /// nil: all of them.
  public var ranges: [Range]?

  public init(textDocument: TextDocumentIdentifier, ranges: [Range]? = nil) {
    self.textDocument = textDocument
    self.ranges = ranges
  }
}

extension MentionsRemoveParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    var ranges: [Range]?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      case "ranges": ranges = try reader.read()
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.ranges = ranges
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("ranges", ifPresent: ranges)
    }
  }
}

/// What `mentions/remove` answers.
public struct MentionsRemoveResult: Hashable, Sendable {
  public var removed: Int

  public init(removed: Int) {
    self.removed = removed
  }
}

extension MentionsRemoveResult: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var removed: Int?
    while let member = try reader.nextName() {
      switch member {
      case "removed": removed = try reader.read(Int.self)
      default: break
      }
    }
    self.removed = try reader.require(removed, "removed", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("removed", removed)
    }
  }
}
