public import JSONText

/// One row of a completion list (LSP: CompletionItem).
public struct CompletionItem: Hashable, Sendable {
  public var label: String
  public var labelDetails: CompletionItemLabelDetails?
  public var kind: CompletionItemKind?
  public var detail: String?
  public var documentation: MarkupContent?
  public var preselect: Bool?
  public var sortText: String?
  public var filterText: String?
  public var insertText: String?
  public var insertTextFormat: InsertTextFormat?
  public var insertTextMode: InsertTextMode?
  public var textEdit: CompletionTextEdit?
  /// Where the list's defaults hold the range: the text alone.
  public var textEditText: String?
  public var additionalTextEdits: [TextEdit]?
  public var commitCharacters: [String]?
  public var command: Command?
  /// What `completionItem/resolve` gets back.
  public var data: JSONValue?

  public init(
    label: String, labelDetails: CompletionItemLabelDetails? = nil, kind: CompletionItemKind? = nil,
    detail: String? = nil, documentation: MarkupContent? = nil, preselect: Bool? = nil,
    sortText: String? = nil, filterText: String? = nil, insertText: String? = nil,
    insertTextFormat: InsertTextFormat? = nil, insertTextMode: InsertTextMode? = nil,
    textEdit: CompletionTextEdit? = nil, textEditText: String? = nil, additionalTextEdits: [TextEdit]? = nil,
    commitCharacters: [String]? = nil, command: Command? = nil, data: JSONValue? = nil
  ) {
    self.label = label
    self.labelDetails = labelDetails
    self.kind = kind
    self.detail = detail
    self.documentation = documentation
    self.preselect = preselect
    self.sortText = sortText
    self.filterText = filterText
    self.insertText = insertText
    self.insertTextFormat = insertTextFormat
    self.insertTextMode = insertTextMode
    self.textEdit = textEdit
    self.textEditText = textEditText
    self.additionalTextEdits = additionalTextEdits
    self.commitCharacters = commitCharacters
    self.command = command
    self.data = data
  }
}

extension CompletionItem: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var label: String?
    var labelDetails: CompletionItemLabelDetails?
    var kind: CompletionItemKind?
    var detail: String?
    var documentation: MarkupContent?
    var preselect: Bool?
    var sortText: String?
    var filterText: String?
    var insertText: String?
    var insertTextFormat: InsertTextFormat?
    var insertTextMode: InsertTextMode?
    var textEdit: CompletionTextEdit?
    var textEditText: String?
    var additionalTextEdits: [TextEdit]?
    var commitCharacters: [String]?
    var command: Command?
    var data: JSONValue?
    while let member = try reader.nextName() {
      switch member {
      case "label": label = try reader.read(String.self)
      case "labelDetails": labelDetails = try reader.read()
      case "kind": kind = try reader.read()
      case "detail": detail = try reader.read()
      case "documentation": documentation = try reader.read()
      case "preselect": preselect = try reader.read()
      case "sortText": sortText = try reader.read()
      case "filterText": filterText = try reader.read()
      case "insertText": insertText = try reader.read()
      case "insertTextFormat": insertTextFormat = try reader.read()
      case "insertTextMode": insertTextMode = try reader.read()
      case "textEdit": textEdit = try reader.read()
      case "textEditText": textEditText = try reader.read()
      case "additionalTextEdits": additionalTextEdits = try reader.read()
      case "commitCharacters": commitCharacters = try reader.read()
      case "command": command = try reader.read()
      case "data": data = try reader.read(JSONValue?.self)
      default: break
      }
    }
    self.label = try reader.require(label, "label", of: object)
    self.labelDetails = labelDetails
    self.kind = kind
    self.detail = detail
    self.documentation = documentation
    self.preselect = preselect
    self.sortText = sortText
    self.filterText = filterText
    self.insertText = insertText
    self.insertTextFormat = insertTextFormat
    self.insertTextMode = insertTextMode
    self.textEdit = textEdit
    self.textEditText = textEditText
    self.additionalTextEdits = additionalTextEdits
    self.commitCharacters = commitCharacters
    self.command = command
    self.data = data
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("label", label)
      $0.member("labelDetails", ifPresent: labelDetails)
      $0.member("kind", ifPresent: kind)
      $0.member("detail", ifPresent: detail)
      $0.member("documentation", ifPresent: documentation)
      $0.member("preselect", ifPresent: preselect)
      $0.member("sortText", ifPresent: sortText)
      $0.member("filterText", ifPresent: filterText)
      $0.member("insertText", ifPresent: insertText)
      $0.member("insertTextFormat", ifPresent: insertTextFormat)
      $0.member("insertTextMode", ifPresent: insertTextMode)
      $0.member("textEdit", ifPresent: textEdit)
      $0.member("textEditText", ifPresent: textEditText)
      $0.member("additionalTextEdits", ifPresent: additionalTextEdits)
      $0.member("commitCharacters", ifPresent: commitCharacters)
      $0.member("command", ifPresent: command)
      $0.member("data", ifPresent: data)
    }
  }
}

/// What stands beside a label, less prominent (LSP: CompletionItemLabelDetails).
public struct CompletionItemLabelDetails: Hashable, Sendable {
  /// Directly after the label.
  public var detail: String?
  /// After that, at the row's end.
  public var description: String?

  public init(detail: String? = nil, description: String? = nil) {
    self.detail = detail
    self.description = description
  }
}

extension CompletionItemLabelDetails: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    try reader.beginObject()
    var detail: String?
    var description: String?
    while let member = try reader.nextName() {
      switch member {
      case "detail": detail = try reader.read()
      case "description": description = try reader.read()
      default: break
      }
    }
    self.detail = detail
    self.description = description
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("detail", ifPresent: detail)
      $0.member("description", ifPresent: description)
    }
  }
}
