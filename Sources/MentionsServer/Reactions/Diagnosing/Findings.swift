import Entities
import LanguageProtocol
import Mentions
import TextModel

/// What is worth telling of the mentions of a document.
extension Session {
  /// Longer documents are not read through, in bytes.
  private static let longestRead = 8 << 20

  /// Reads what has been edited. Nothing as long as sources are being read: their end is an event of its own.
  func readMentions(of key: DocumentURI) {
    guard let document = documents[key], document.mentions.isScanning,
      document.mentions.text.buffer.count <= Self.longestRead
    else { return }
    let known = known(for: document)
    let rules = rules(for: document)
    document.mentions.scan(keeping: { rules.finding(of: $0, written: "") != nil }, known: known)
  }

  /// As far as the text has been read.
  ///
  /// - Parameter range: only what touches it; nil: everywhere.
  func findings(in document: OpenDocument, touching range: TextRange? = nil) -> [MentionFinding] {
    let settings = settings[document.uri]
    let everybody = known(in: [SettingsReferences.all], of: settings)
    return document.mentions.findings(
      rules(for: document), touching: range, current: { everybody?.current($0) },
      isListed: { everybody != nil && settings.holdsSource(of: $0) })
  }

  private func rules(for document: OpenDocument) -> MentionRules {
    settings[document.uri].diagnostics.rules(at: settings.pathInFolder(of: document.uri))
  }

  /// Who can be meant, by trigger (its place in the policy); nil: without a trigger. Each is looked up when it is asked
  /// for first.
  func known(for document: OpenDocument) -> (_ trigger: Int?) -> MentionScanner.Known? {
    let settings = settings[document.uri]
    let triggers = document.mentions.policy.triggers
    var known: [Int?: MentionScanner.Known?] = [:]
    return { [self] trigger in
      if let found = known[trigger] { return found }
      let names = trigger.map { triggers[$0].sources } ?? [SettingsReferences.all]
      let found = self.known(in: names, of: settings)
      known[trigger] = .some(found)
      return found
    }
  }

  private func known(in names: [String], of settings: ServerSettings) -> MentionScanner.Known? {
    guard let (catalog, isComplete) = catalog(behind: names, of: settings) else { return nil }
    return MentionScanner.Known(catalog, isComplete: isComplete) { [self] field in
      fieldIndexes.index(field, of: catalog)
    }
  }
}
