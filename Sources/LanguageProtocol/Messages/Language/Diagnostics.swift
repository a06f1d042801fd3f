public import JSONText

/// A finding in a document (LSP: Diagnostic).
public struct Diagnostic: Structure {
  public var range: Range
  public var severity: DiagnosticSeverity?
  /// A number or a string.
  public var code: JSONValue?
  public var source: String?
  public var message: String
  /// What a code action for it gets back.
  public var data: JSONValue?

  public init(
    range: Range, severity: DiagnosticSeverity? = nil, code: JSONValue? = nil, source: String? = nil,
    message: String, data: JSONValue? = nil
  ) {
    (self.range, self.severity, self.code, self.source) = (range, severity, code, source)
    (self.message, self.data) = (message, data)
  }

  public static let members = Members(
    Self.init, required("range", \.range), optional("severity", \.severity), optional("code", \.code),
    optional("source", \.source), required("message", \.message), optional("data", \.data))
}

/// LSP: DiagnosticSeverity.
public struct DiagnosticSeverity: Enumeration {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let error = Self(rawValue: 1)
  public static let warning = Self(rawValue: 2)
  public static let information = Self(rawValue: 3)
  public static let hint = Self(rawValue: 4)
}

/// `textDocument/publishDiagnostics`.
public struct PublishDiagnosticsParams: Structure {
  public var uri: DocumentURI
  public var version: Int?
  public var diagnostics: [Diagnostic]

  public init(uri: DocumentURI, version: Int? = nil, diagnostics: [Diagnostic]) {
    (self.uri, self.version, self.diagnostics) = (uri, version, diagnostics)
  }

  public static let members = Members(
    Self.init, required("uri", \.uri), optional("version", \.version),
    required("diagnostics", \.diagnostics))
}

/// `textDocument/diagnostic`.
public typealias DocumentDiagnosticParams = TextDocumentParams

/// What `textDocument/diagnostic` answers (LSP: RelatedFullDocumentDiagnosticReport).
public struct DocumentDiagnosticReport: Structure {
  public var kind: String
  public var items: [Diagnostic]

  public static func full(items: [Diagnostic]) -> Self { Self(kind: "full", items: items) }
  public static let members = Members(Self.init, required("kind", \.kind), required("items", \.items))
}
