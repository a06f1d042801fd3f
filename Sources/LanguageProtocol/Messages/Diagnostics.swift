public import JSONText

/// A finding in a document (LSP: Diagnostic).
public struct Diagnostic: Structure {
  public var range: Range
  public var severity: DiagnosticSeverity?
  /// A number or a string.
  public var code: JSONValue?
  public var codeDescription: CodeDescription?
  public var source: String?
  public var message: String
  public var tags: [DiagnosticTag]?
  public var relatedInformation: [DiagnosticRelatedInformation]?
  /// What a code action for it gets back.
  public var data: JSONValue?

  public init(
    range: Range, severity: DiagnosticSeverity? = nil, code: JSONValue? = nil,
    codeDescription: CodeDescription? = nil, source: String? = nil, message: String,
    tags: [DiagnosticTag]? = nil, relatedInformation: [DiagnosticRelatedInformation]? = nil,
    data: JSONValue? = nil
  ) {
    (self.range, self.severity, self.code, self.codeDescription) = (range, severity, code, codeDescription)
    (self.source, self.message, self.tags) = (source, message, tags)
    (self.relatedInformation, self.data) = (relatedInformation, data)
  }

  public static let members = Members(
    Self.init, required("range", \.range), optional("severity", \.severity), optional("code", \.code),
    optional("codeDescription", \.codeDescription), optional("source", \.source),
    required("message", \.message), optional("tags", \.tags),
    optional("relatedInformation", \.relatedInformation), optional("data", \.data))
}

/// LSP: CodeDescription.
public struct CodeDescription: Structure {
  public var href: String

  public static let members = Members(Self.init, required("href", \.href))
}

/// LSP: DiagnosticRelatedInformation.
public struct DiagnosticRelatedInformation: Structure {
  public var location: Location
  public var message: String

  public static let members = Members(
    Self.init, required("location", \.location), required("message", \.message))
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

/// LSP: DiagnosticTag.
public struct DiagnosticTag: Enumeration {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let unnecessary = Self(rawValue: 1)
  public static let deprecated = Self(rawValue: 2)
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
public struct DocumentDiagnosticParams: Structure {
  public var textDocument: TextDocumentIdentifier
  public var identifier: String?
  public var previousResultId: String?

  public init(
    textDocument: TextDocumentIdentifier, identifier: String? = nil, previousResultId: String? = nil
  ) {
    (self.textDocument, self.identifier) = (textDocument, identifier)
    self.previousResultId = previousResultId
  }

  public static let members = Members(
    Self.init, required("textDocument", \.textDocument), optional("identifier", \.identifier),
    optional("previousResultId", \.previousResultId))
}
