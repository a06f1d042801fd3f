import JSONText
import LanguageProtocol
import TextModel

/// The diagnostics that are shown in settings files.
struct SettingsDiagnostics {
  private var published: [DocumentURI: [Diagnostic]] = [:]

  /// Whether a file has any at present.
  func areShown(in uri: DocumentURI) -> Bool { published[uri] != nil }

  /// The diagnostics of the files that have others now.
  mutating func changes(
    to problems: [SettingsProblem], in paths: [String], _ encoding: PositionEncoding
  ) -> [(uri: DocumentURI, diagnostics: [Diagnostic])] {
    let problems = Dictionary(grouping: problems) { $0.origin.path ?? "" }
    var changes: [(uri: DocumentURI, diagnostics: [Diagnostic])] = []
    for path in paths {
      let here = (problems[path] ?? []).map { SettingsTranslation.diagnostic($0, encoding) }
      let uri = DocumentURI(filePath: path)
      guard here != published[uri] ?? [] else { continue }
      published[uri] = here.isEmpty ? nil : here
      changes.append((uri, here))
    }
    return changes
  }
}
