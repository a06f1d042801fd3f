public import JSONText

/// One row of a completion list (LSP: CompletionItem).
public struct CompletionItem: Structure {
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
    textEdit: CompletionTextEdit? = nil, textEditText: String? = nil,
    additionalTextEdits: [TextEdit]? = nil, commitCharacters: [String]? = nil, command: Command? = nil,
    data: JSONValue? = nil
  ) {
    (self.label, self.labelDetails, self.kind, self.detail) = (label, labelDetails, kind, detail)
    (self.documentation, self.preselect, self.sortText) = (documentation, preselect, sortText)
    (self.filterText, self.insertText, self.insertTextFormat) = (filterText, insertText, insertTextFormat)
    (self.insertTextMode, self.textEdit, self.textEditText) = (insertTextMode, textEdit, textEditText)
    (self.additionalTextEdits, self.commitCharacters) = (additionalTextEdits, commitCharacters)
    (self.command, self.data) = (command, data)
  }

  public static let members = Members(
    Self.init, required("label", \.label), optional("labelDetails", \.labelDetails),
    optional("kind", \.kind), optional("detail", \.detail), optional("documentation", \.documentation),
    optional("preselect", \.preselect), optional("sortText", \.sortText),
    optional("filterText", \.filterText), optional("insertText", \.insertText),
    optional("insertTextFormat", \.insertTextFormat), optional("insertTextMode", \.insertTextMode),
    optional("textEdit", \.textEdit), optional("textEditText", \.textEditText),
    optional("additionalTextEdits", \.additionalTextEdits),
    optional("commitCharacters", \.commitCharacters), optional("command", \.command),
    optional("data", \.data))
}

extension CompletionItem {
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
public struct CompletionItemLabelDetails: Structure {
  /// Directly after the label.
  public var detail: String?
  /// After that, at the row's end.
  public var description: String?

  public init(detail: String? = nil, description: String? = nil) {
    (self.detail, self.description) = (detail, description)
  }

  public static let members = Members(
    Self.init, optional("detail", \.detail), optional("description", \.description))
}

extension CompletionItemLabelDetails {
  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("detail", ifPresent: detail)
      $0.member("description", ifPresent: description)
    }
  }
}
