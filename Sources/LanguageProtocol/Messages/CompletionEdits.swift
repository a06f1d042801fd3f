public import JSONText

/// What accepting an item does (LSP: CompletionItem.textEdit).
public enum CompletionTextEdit: Hashable, Sendable {
  case edit(TextEdit)
  case insertReplace(InsertReplaceEdit)
}

extension CompletionTextEdit: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var range: Range?
    var insert: Range?
    var replace: Range?
    var newText: String?
    while let name = try reader.nextName() {
      switch name {
      case "range": range = try reader.read()
      case "insert": insert = try reader.read()
      case "replace": replace = try reader.read()
      case "newText": newText = try reader.read(String.self)
      default: break
      }
    }
    let text = try reader.require(newText, "newText", of: object)
    if let insert, let replace {
      self = .insertReplace(InsertReplaceEdit(newText: text, insert: insert, replace: replace))
    } else {
      self = .edit(TextEdit(range: try reader.require(range, "range", of: object), newText: text))
    }
  }

  public func write(to writer: inout JSONWriter) {
    switch self {
    case .edit(let edit): edit.write(to: &writer)
    case .insertReplace(let edit): edit.write(to: &writer)
    }
  }
}

/// The range that all items of a list share (LSP: CompletionList.itemDefaults.editRange).
public enum CompletionEditRange: Hashable, Sendable {
  case range(Range)
  case insertReplace(insert: Range, replace: Range)
}

extension CompletionEditRange: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var start: Position?
    var end: Position?
    var insert: Range?
    var replace: Range?
    while let name = try reader.nextName() {
      switch name {
      case "start": start = try reader.read()
      case "end": end = try reader.read()
      case "insert": insert = try reader.read()
      case "replace": replace = try reader.read()
      default: break
      }
    }
    if let insert, let replace {
      self = .insertReplace(insert: insert, replace: replace)
    } else {
      self = .range(
        Range(
          start: try reader.require(start, "start", of: object),
          end: try reader.require(end, "end", of: object)))
    }
  }

  public func write(to writer: inout JSONWriter) {
    switch self {
    case .range(let range): range.write(to: &writer)
    case .insertReplace(let insert, let replace):
      writer.object {
        $0.member("insert", insert)
        $0.member("replace", replace)
      }
    }
  }
}
