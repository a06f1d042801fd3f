import JSONText

/// A finding in a document (LSP: Diagnostic).
package struct Diagnostic: Structure {
  package var range: Range
  package var severity: DiagnosticSeverity?
  /// A number or a string.
  package var code: JSONValue?
  package var source: String?
  package var message: String
  /// What a code action for it gets back.
  package var data: JSONValue?

  package init(
    range: Range, severity: DiagnosticSeverity? = nil, code: JSONValue? = nil, source: String? = nil,
    message: String, data: JSONValue? = nil
  ) {
    (self.range, self.severity, self.code, self.source) = (range, severity, code, source)
    (self.message, self.data) = (message, data)
  }

  package static let members = Members(
    Self.init, required("range", \.range), optional("severity", \.severity), optional("code", \.code),
    optional("source", \.source), required("message", \.message), optional("data", \.data))
}

/// LSP: DiagnosticSeverity.
package struct DiagnosticSeverity: Enumeration {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let error = Self(rawValue: 1)
  package static let warning = Self(rawValue: 2)
  package static let information = Self(rawValue: 3)
  package static let hint = Self(rawValue: 4)
}

/// `textDocument/publishDiagnostics`.
package struct PublishDiagnosticsParams: Structure {
  package var uri: DocumentURI
  package var version: Int?
  package var diagnostics: [Diagnostic]

  package init(uri: DocumentURI, version: Int? = nil, diagnostics: [Diagnostic]) {
    (self.uri, self.version, self.diagnostics) = (uri, version, diagnostics)
  }

  package static let members = Members(
    Self.init, required("uri", \.uri), optional("version", \.version),
    required("diagnostics", \.diagnostics))
}

/// `textDocument/diagnostic`.
package typealias DocumentDiagnosticParams = TextDocumentParams

/// What `textDocument/diagnostic` answers (LSP: RelatedFullDocumentDiagnosticReport).
package struct DocumentDiagnosticReport: Structure {
  package var kind: String
  package var items: [Diagnostic]

  package static func full(items: [Diagnostic]) -> Self { Self(kind: "full", items: items) }
  package static let members = Members(Self.init, required("kind", \.kind), required("items", \.items))
}
