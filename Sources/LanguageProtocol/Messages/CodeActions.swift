public import JSONText

/// `textDocument/codeAction`.
public struct CodeActionParams: Hashable, Sendable {
  public var textDocument: TextDocumentIdentifier
  public var range: Range
  public var context: CodeActionContext

  public init(textDocument: TextDocumentIdentifier, range: Range, context: CodeActionContext) {
    self.textDocument = textDocument
    self.range = range
    self.context = context
  }
}

extension CodeActionParams: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var textDocument: TextDocumentIdentifier?
    var range: Range?
    var context: CodeActionContext?
    while let member = try reader.nextName() {
      switch member {
      case "textDocument": textDocument = try reader.read(TextDocumentIdentifier.self)
      case "range": range = try reader.read(Range.self)
      case "context": context = try reader.read(CodeActionContext.self)
      default: break
      }
    }
    self.textDocument = try reader.require(textDocument, "textDocument", of: object)
    self.range = try reader.require(range, "range", of: object)
    self.context = try reader.require(context, "context", of: object)
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("textDocument", textDocument)
      $0.member("range", range)
      $0.member("context", context)
    }
  }
}

/// What the client knows where it asks for actions (LSP: CodeActionContext).
public struct CodeActionContext: Hashable, Sendable {
  public var diagnostics: [Diagnostic]
  /// Only these kinds and what lies under them.
  public var only: [CodeActionKind]?
  /// 1 = asked for, 2 = by itself.
  public var triggerKind: Int?

  public init(diagnostics: [Diagnostic] = [], only: [CodeActionKind]? = nil, triggerKind: Int? = nil) {
    self.diagnostics = diagnostics
    self.only = only
    self.triggerKind = triggerKind
  }
}

extension CodeActionContext: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    try reader.beginObject()
    var diagnostics: [Diagnostic] = []
    var only: [CodeActionKind]?
    var triggerKind: Int?
    while let member = try reader.nextName() {
      switch member {
      case "diagnostics": diagnostics = try reader.read([Diagnostic]?.self) ?? []
      case "only": only = try reader.read()
      case "triggerKind": triggerKind = try reader.read()
      default: break
      }
    }
    self.diagnostics = diagnostics
    self.only = only
    self.triggerKind = triggerKind
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("diagnostics", diagnostics)
      $0.member("only", ifPresent: only)
      $0.member("triggerKind", ifPresent: triggerKind)
    }
  }
}

/// Something that can be done to a document (LSP: CodeAction).
public struct CodeAction: Hashable, Sendable {
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
    self.title = title
    self.kind = kind
    self.diagnostics = diagnostics
    self.isPreferred = isPreferred
    self.edit = edit
    self.command = command
    self.data = data
  }
}

extension CodeAction: JSONReadable, JSONWritable {
  public init(from reader: inout JSONReader) throws(JSONFault) {
    let object = try reader.beginObject()
    var title: String?
    var kind: CodeActionKind?
    var diagnostics: [Diagnostic]?
    var isPreferred: Bool?
    var edit: WorkspaceEdit?
    var command: Command?
    var data: JSONValue?
    while let member = try reader.nextName() {
      switch member {
      case "title": title = try reader.read(String.self)
      case "kind": kind = try reader.read()
      case "diagnostics": diagnostics = try reader.read()
      case "isPreferred": isPreferred = try reader.read()
      case "edit": edit = try reader.read()
      case "command": command = try reader.read()
      case "data": data = try reader.read(JSONValue?.self)
      default: break
      }
    }
    self.title = try reader.require(title, "title", of: object)
    self.kind = kind
    self.diagnostics = diagnostics
    self.isPreferred = isPreferred
    self.edit = edit
    self.command = command
    self.data = data
  }

  public func write(to writer: inout JSONWriter) {
    writer.object {
      $0.member("title", title)
      $0.member("kind", ifPresent: kind)
      $0.member("diagnostics", ifPresent: diagnostics)
      $0.member("isPreferred", ifPresent: isPreferred)
      $0.member("edit", ifPresent: edit)
      $0.member("command", ifPresent: command)
      $0.member("data", ifPresent: data)
    }
  }
}

/// A kind of action, dotted from general to special (LSP: CodeActionKind).
public struct CodeActionKind: RawRepresentable, Hashable, Sendable, JSONReadable, JSONWritable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static let empty = Self(rawValue: "")
  public static let quickFix = Self(rawValue: "quickfix")
  public static let refactor = Self(rawValue: "refactor")
  public static let refactorRewrite = Self(rawValue: "refactor.rewrite")
  public static let source = Self(rawValue: "source")
}
