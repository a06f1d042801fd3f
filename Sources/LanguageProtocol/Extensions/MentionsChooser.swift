public import JSONText

/// `mentions/chooserItems`: rows of the chooser, for clients that draw their own.
public struct MentionsChooserItemsParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier
  public var start: Int
  public var count: Int

  public init(textDocument: TextDocumentIdentifier, start: Int, count: Int) {
    self.textDocument = textDocument
    self.start = start
    self.count = count
  }
}

extension MentionsChooserItemsParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    var start: Int?
    var count: Int?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      case "start": start = try reader.read(Int.self)
      case "count": count = try reader.read(Int.self)
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.start = try reader.require(start, "start", of: object)
    self.count = try reader.require(count, "count", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("start", start)
      $0.member("count", count)
    }
  }
}

/// What `mentions/chooserItems` answers.
public struct MentionsChooserItemsResult: Hashable, Sendable {
  public var generation: Int
  public var items: [ChooserItem]
  public var total: Int
  public var loading: Bool

  public init(generation: Int, items: [ChooserItem], total: Int, loading: Bool) {
    self.generation = generation
    self.items = items
    self.total = total
    self.loading = loading
  }
}

extension MentionsChooserItemsResult: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var generation: Int?
    var items: [ChooserItem]?
    var total: Int?
    var loading: Bool?
    while let member = try reader.nextName() {
      switch member {
      case "generation": generation = try reader.read(Int.self)
      case "items": items = try reader.read([ChooserItem].self)
      case "total": total = try reader.read(Int.self)
      case "loading": loading = try reader.read(Bool.self)
      default: break
      }
    }
    self.generation = try reader.require(generation, "generation", of: object)
    self.items = try reader.require(items, "items", of: object)
    self.total = try reader.require(total, "total", of: object)
    self.loading = try reader.require(loading, "loading", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("generation", generation)
      $0.member("items", items)
      $0.member("total", total)
      $0.member("loading", loading)
    }
  }
}

/// A row of the chooser.
public struct ChooserItem: Hashable, Sendable {
  public var entity: JSONValue
  public var label: String
  public var detail: String?
  /// What of the label matched, as pairs of start and end: UTF-8 offsets, whatever the position encoding.
  public var matches: [[Int]]

  public init(entity: JSONValue, label: String, detail: String? = nil, matches: [[Int]]) {
    self.entity = entity
    self.label = label
    self.detail = detail
    self.matches = matches
  }
}

extension ChooserItem: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var entity: JSONValue?
    var label: String?
    var detail: String?
    var matches: [[Int]]?
    while let member = try reader.nextName() {
      switch member {
      case "entity": entity = try reader.read(JSONValue.self)
      case "label": label = try reader.read(String.self)
      case "detail": detail = try reader.read()
      case "matches": matches = try reader.read([[Int]].self)
      default: break
      }
    }
    self.entity = try reader.require(entity, "entity", of: object)
    self.label = try reader.require(label, "label", of: object)
    self.detail = detail
    self.matches = try reader.require(matches, "matches", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("entity", entity)
      $0.member("label", label)
      $0.member("detail", ifPresent: detail)
      $0.member("matches", matches)
    }
  }
}

/// `mentions/select`: the user chose a row.
public struct MentionsSelectParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier
  public var generation: Int
  public var index: Int

  public init(textDocument: TextDocumentIdentifier, generation: Int, index: Int) {
    self.textDocument = textDocument
    self.generation = generation
    self.index = index
  }
}

extension MentionsSelectParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    var generation: Int?
    var index: Int?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      case "generation": generation = try reader.read(Int.self)
      case "index": index = try reader.read(Int.self)
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.generation = try reader.require(generation, "generation", of: object)
    self.index = try reader.require(index, "index", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("generation", generation)
      $0.member("index", index)
    }
  }
}

/// What `mentions/select` answers; the client applies it, and the annotation follows from the change.
public struct MentionsSelectResult: Hashable, Sendable {
  public var edit: TextEdit
  public var additionalEdits: [TextEdit]
  public var version: Int

  public init(edit: TextEdit, additionalEdits: [TextEdit], version: Int) {
    self.edit = edit
    self.additionalEdits = additionalEdits
    self.version = version
  }
}

extension MentionsSelectResult: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var edit: TextEdit?
    var additionalEdits: [TextEdit]?
    var version: Int?
    while let member = try reader.nextName() {
      switch member {
      case "edit": edit = try reader.read(TextEdit.self)
      case "additionalEdits": additionalEdits = try reader.read([TextEdit].self)
      case "version": version = try reader.read(Int.self)
      default: break
      }
    }
    self.edit = try reader.require(edit, "edit", of: object)
    self.additionalEdits = try reader.require(additionalEdits, "additionalEdits", of: object)
    self.version = try reader.require(version, "version", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("edit", edit)
      $0.member("additionalEdits", additionalEdits)
      $0.member("version", version)
    }
  }
}

/// `mentions/cancel`, to the server: the user closed the chooser.
public struct MentionsCancelParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier

  public init(textDocument: TextDocumentIdentifier) {
    self.textDocument = textDocument
  }
}

extension MentionsCancelParams: JSONReadable, JSONWritable {
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
