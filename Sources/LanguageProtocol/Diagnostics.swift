import JSONText

extension Method {
  package static let publishDiagnostics = Method(rawValue: "textDocument/publishDiagnostics")
  package static let diagnostic = Method(rawValue: "textDocument/diagnostic")
  package static let diagnosticRefresh = Method(rawValue: "workspace/diagnostic/refresh")
}

/// A finding in a document (LSP: Diagnostic).
package struct Diagnostic: Structure {
  package var range: Range
  package var severity: DiagnosticSeverity?
  /// The code of the finding, a number or a string.
  package var code: JSONValue?
  package var source: String?
  package var message: String
  package var tags: [DiagnosticTag]?
  package var relatedInformation: [DiagnosticRelatedInformation]?
  /// Data of the server, which the client returns in requests for code actions.
  package var data: JSONValue?

  package init(
    range: Range, severity: DiagnosticSeverity? = nil, code: JSONValue? = nil, source: String? = nil,
    message: String, tags: [DiagnosticTag]? = nil,
    relatedInformation: [DiagnosticRelatedInformation]? = nil, data: JSONValue? = nil
  ) {
    (self.range, self.severity, self.code, self.source) = (range, severity, code, source)
    (self.message, self.tags, self.relatedInformation) = (message, tags, relatedInformation)
    self.data = data
  }

  package static let members = Members(
    Self.init, required("range", \.range), optional("severity", \.severity), optional("code", \.code),
    optional("source", \.source), required("message", \.message), optional("tags", \.tags),
    optional("relatedInformation", \.relatedInformation), optional("data", \.data))
}

/// LSP: DiagnosticTag.
package struct DiagnosticTag: Enumeration {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Clients show the text struck through.
  package static let deprecated = Self(rawValue: 2)
}

/// Additional information about a finding (LSP: DiagnosticRelatedInformation).
package struct DiagnosticRelatedInformation: Structure {
  package var location: Location
  package var message: String

  package init(location: Location, message: String) { (self.location, self.message) = (location, message) }

  package static let members = Members(
    Self.init, required("location", \.location), required("message", \.message))
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

/// LSP: DiagnosticOptions.
package struct DiagnosticOptions: Structure {
  package var identifier: String?
  package var interFileDependencies: Bool
  package var workspaceDiagnostics: Bool

  package init(identifier: String? = nil, interFileDependencies: Bool, workspaceDiagnostics: Bool) {
    (self.identifier, self.interFileDependencies) = (identifier, interFileDependencies)
    self.workspaceDiagnostics = workspaceDiagnostics
  }

  package static let members = Members(
    Self.init, optional("identifier", \.identifier),
    required("interFileDependencies", \.interFileDependencies),
    required("workspaceDiagnostics", \.workspaceDiagnostics))
}

/// `textDocument/diagnostic`.
package struct DocumentDiagnosticParams: Structure {
  package var textDocument: TextDocumentIdentifier
  package var identifier: String?
  /// The ``DocumentDiagnosticReport/resultId`` of the client's latest result.
  package var previousResultId: String?

  package init(textDocument: TextDocumentIdentifier, previousResultId: String? = nil) {
    (self.textDocument, self.previousResultId) = (textDocument, previousResultId)
  }

  private init(textDocument: TextDocumentIdentifier, identifier: String?, previousResultId: String?) {
    self.init(textDocument: textDocument, previousResultId: previousResultId)
    self.identifier = identifier
  }

  package static let members = Members(
    Self.init, required("textDocument", \.textDocument), optional("identifier", \.identifier),
    optional("previousResultId", \.previousResultId))
}

/// The result of `textDocument/diagnostic` (LSP: RelatedFullDocumentDiagnosticReport,
/// RelatedUnchangedDocumentDiagnosticReport).
package struct DocumentDiagnosticReport: Structure {
  package var kind: String
  package var resultId: String?
  /// The diagnostics; nil if they are unchanged.
  package var items: [Diagnostic]?

  package static func full(resultId: String?, items: [Diagnostic]) -> Self {
    Self(kind: "full", resultId: resultId, items: items)
  }

  package static func unchanged(resultId: String) -> Self {
    Self(kind: "unchanged", resultId: resultId, items: nil)
  }

  package static let members = Members(
    Self.init, required("kind", \.kind), optional("resultId", \.resultId), optional("items", \.items))
}
