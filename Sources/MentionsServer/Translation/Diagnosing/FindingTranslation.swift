import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// What was found in a document as diagnostics.
struct FindingTranslation {
  let positions: PositionTranslation
  let text: IndexedText
  /// As the client writes it.
  let uri: DocumentURI
  let severities: [MentionFinding.Kind: DiagnosticSettings.Severity]
  let client: ClientFeatures

  /// More candidates than this are not told one by one.
  private static let mostRelated = 8

  func diagnostic(_ finding: MentionFinding) -> Diagnostic {
    let range = positions.range(finding.range, in: text)
    return Diagnostic(
      range: range, severity: severities[finding.kind]?.translated, code: .string(finding.code),
      source: "mentions", message: finding.message, tags: tags(of: finding.kind),
      relatedInformation: relatedInformation(of: finding, at: range))
  }

  /// Whoever has left, or is called otherwise, should not be written any more.
  private func tags(of kind: MentionFinding.Kind) -> [DiagnosticTag]? {
    guard client.tagsDiagnostics else { return nil }
    switch kind {
    case .left, .stale: return [.deprecated]
    case .unknown, .ambiguous, .notAllowed: return nil
    }
  }

  /// Who may be meant, one by one.
  private func relatedInformation(
    of finding: MentionFinding, at range: LanguageProtocol.Range
  ) -> [DiagnosticRelatedInformation]? {
    guard client.relatesDiagnostics, finding.kind == .ambiguous else { return nil }
    return finding.entities.prefix(Self.mostRelated).map {
      DiagnosticRelatedInformation(
        location: Location(uri: uri, range: range), message: MentionFinding.described($0))
    }
  }
}

extension DiagnosticSettings.Severity {
  /// Nil where it is off.
  var translated: DiagnosticSeverity? {
    switch self {
    case .off: nil
    case .hint: .hint
    case .information: .information
    case .warning: .warning
    case .error: .error
    }
  }
}
