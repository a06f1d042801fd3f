public import JSONText

/// `textDocument/codeAction`.
public struct CodeActionParams: Structure {
  public var textDocument: TextDocumentIdentifier
  public var range: Range
  public var context: CodeActionContext

  public init(textDocument: TextDocumentIdentifier, range: Range, context: CodeActionContext) {
    (self.textDocument, self.range, self.context) = (textDocument, range, context)
  }

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), required("range", \.range),
    required("context", \.context))
}

/// What the client knows where it asks for actions (LSP: CodeActionContext).
public struct CodeActionContext: Structure {
  public var diagnostics: [Diagnostic]
  /// Only these kinds and what lies under them.
  public var only: [CodeActionKind]?
  /// 1 = asked for, 2 = by itself.
  public var triggerKind: Int?

  public init(diagnostics: [Diagnostic] = [], only: [CodeActionKind]? = nil, triggerKind: Int? = nil) {
    (self.diagnostics, self.only, self.triggerKind) = (diagnostics, only, triggerKind)
  }

  public static let members = Members(
    Self.init, optional("diagnostics", \.diagnostics, default: []), optional("only", \.only),
    optional("triggerKind", \.triggerKind))
}

/// Something that can be done to a document (LSP: CodeAction).
public struct CodeAction: Structure {
  public var title: String
  public var kind: CodeActionKind?
  public var diagnostics: [Diagnostic]?
  public var isPreferred: Bool?
  public var edit: WorkspaceEdit?
  public var command: Command?
  public var data: JSONValue?

  public init(
    title: String, kind: CodeActionKind? = nil, diagnostics: [Diagnostic]? = nil, isPreferred: Bool? = nil,
    edit: WorkspaceEdit? = nil, command: Command? = nil, data: JSONValue? = nil
  ) {
    (self.title, self.kind, self.diagnostics, self.isPreferred) = (title, kind, diagnostics, isPreferred)
    (self.edit, self.command, self.data) = (edit, command, data)
  }

  public static let members = Members(
    Self.init, required("title", \.title), optional("kind", \.kind), optional("diagnostics", \.diagnostics),
    optional("isPreferred", \.isPreferred), optional("edit", \.edit), optional("command", \.command),
    optional("data", \.data))
}

/// A kind of action, dotted from general to special (LSP: CodeActionKind).
public struct CodeActionKind: Enumeration {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let empty = Self(rawValue: "")
  public static let quickFix = Self(rawValue: "quickfix")
  public static let source = Self(rawValue: "source")
}
