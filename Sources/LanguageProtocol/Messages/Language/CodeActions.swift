import JSONText

/// `textDocument/codeAction`.
package struct CodeActionParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var range: Range
  package var context: CodeActionContext

  package init(textDocument: TextDocumentIdentifier, range: Range, context: CodeActionContext) {
    (self.textDocument, self.range, self.context) = (textDocument, range, context)
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("range", \.range),
    required("context", \.context))
}

/// What the client knows where it asks for actions (LSP: CodeActionContext).
package struct CodeActionContext: Structure {
  package var diagnostics: [Diagnostic]
  /// Only these kinds and what lies under them.
  package var only: [CodeActionKind]?
  /// 1 = asked for, 2 = by itself (``automatic``).
  package var triggerKind: Int?

  package static let automatic = 2

  package init(diagnostics: [Diagnostic] = [], only: [CodeActionKind]? = nil, triggerKind: Int? = nil) {
    (self.diagnostics, self.only, self.triggerKind) = (diagnostics, only, triggerKind)
  }

  package static let members = Members(
    Self.init, optional("diagnostics", \.diagnostics, default: []), optional("only", \.only),
    optional("triggerKind", \.triggerKind))
}

/// Something that can be done to a document (LSP: CodeAction).
package struct CodeAction: Structure {
  package var title: String
  package var kind: CodeActionKind?
  package var diagnostics: [Diagnostic]?
  package var isPreferred: Bool?
  package var edit: WorkspaceEdit?
  package var command: Command?
  package var data: JSONValue?

  package init(
    title: String, kind: CodeActionKind? = nil, diagnostics: [Diagnostic]? = nil, isPreferred: Bool? = nil,
    edit: WorkspaceEdit? = nil, command: Command? = nil, data: JSONValue? = nil
  ) {
    (self.title, self.kind, self.diagnostics, self.isPreferred) = (title, kind, diagnostics, isPreferred)
    (self.edit, self.command, self.data) = (edit, command, data)
  }

  package static let members = Members(
    Self.init, required("title", \.title), optional("kind", \.kind), optional("diagnostics", \.diagnostics),
    optional("isPreferred", \.isPreferred), optional("edit", \.edit), optional("command", \.command),
    optional("data", \.data))
}

/// A kind of action, dotted from general to special (LSP: CodeActionKind).
package struct CodeActionKind: Enumeration {
  package let rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }

  package static let empty = Self(rawValue: "")
  package static let quickFix = Self(rawValue: "quickfix")
  package static let source = Self(rawValue: "source")
}

/// What `textDocument/codeAction` answers (LSP: `Command | CodeAction`).
package enum CodeActionAnswer: JSONWritable {
  case action(CodeAction)
  case command(Command)

  package func write(to writer: inout JSONWriter) {
    switch self {
    case .action(let action): action.write(to: &writer)
    case .command(let command): command.write(to: &writer)
    }
  }
}

extension CodeActionContext {
  /// Whether the client wants actions of a kind or of one below it, or any.
  package func wants(_ kind: CodeActionKind) -> Bool {
    only?.contains {
      $0.rawValue.isEmpty || $0 == kind || kind.rawValue.hasPrefix($0.rawValue + ".")
        || $0.rawValue.hasPrefix(kind.rawValue + ".")
    } ?? true
  }
}
