import JSONText

/// One row of a completion list (LSP: CompletionItem).
package struct CompletionItem: Structure {
  package var label: String
  package var labelDetails: CompletionItemLabelDetails?
  package var kind: CompletionItemKind?
  package var tags: [CompletionItemTag]?
  package var detail: String?
  package var documentation: MarkupContent?
  /// LSP deprecates it for ``tags``, which older clients do not know.
  package var deprecated: Bool?
  package var preselect: Bool?
  package var sortText: String?
  package var filterText: String?
  package var insertText: String?
  package var insertTextFormat: Int?
  package var insertTextMode: Int?
  /// LSP knows an InsertReplaceEdit as well; both of its ranges would be the same here.
  package var textEdit: TextEdit?
  /// Where the list's defaults hold the range: the text alone; nil means the label.
  package var textEditText: String?
  package var additionalTextEdits: [TextEdit]?
  package var commitCharacters: [String]?
  package var command: Command?
  /// What `completionItem/resolve` gets back.
  package var data: JSONValue?

  package static let members = Members(
    Self.init, required("label", \.label), optional("labelDetails", \.labelDetails),
    optional("kind", \.kind), optional("tags", \.tags), optional("detail", \.detail),
    optional("documentation", \.documentation), optional("deprecated", \.deprecated),
    optional("preselect", \.preselect), optional("sortText", \.sortText),
    optional("filterText", \.filterText), optional("insertText", \.insertText),
    optional("insertTextFormat", \.insertTextFormat), optional("insertTextMode", \.insertTextMode),
    optional("textEdit", \.textEdit), optional("textEditText", \.textEditText),
    optional("additionalTextEdits", \.additionalTextEdits),
    optional("commitCharacters", \.commitCharacters), optional("command", \.command),
    optional("data", \.data))
}

// Written for each of hundreds of items.
extension CompletionItem {
  package init(label: String) { self.init(label: label, labelDetails: nil) }

  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("label", label)
      $0.member("labelDetails", ifPresent: labelDetails)
      $0.member("kind", ifPresent: kind)
      $0.member("tags", ifPresent: tags)
      $0.member("detail", ifPresent: detail)
      $0.member("documentation", ifPresent: documentation)
      $0.member("deprecated", ifPresent: deprecated)
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

/// What is shown beside a label, less prominent (LSP: CompletionItemLabelDetails).
package struct CompletionItemLabelDetails: Structure {
  /// Directly after the label.
  package var detail: String?
  /// After that, at the row's end.
  package var description: String?

  package init(detail: String? = nil, description: String? = nil) {
    (self.detail, self.description) = (detail, description)
  }

  package static let members = Members(
    Self.init, optional("detail", \.detail), optional("description", \.description))
}

// Written with each item.
extension CompletionItemLabelDetails {
  package func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("detail", ifPresent: detail)
      $0.member("description", ifPresent: description)
    }
  }
}

/// The symbol before an item (LSP: CompletionItemKind).
package struct CompletionItemKind: Enumeration {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let text = Self(rawValue: 1)
  package static let reference = Self(rawValue: 18)
}

/// LSP: CompletionItemTag.
package struct CompletionItemTag: Enumeration {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Shown struck through.
  package static let deprecated = Self(rawValue: 1)
}
