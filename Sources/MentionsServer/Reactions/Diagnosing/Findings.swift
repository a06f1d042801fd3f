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
    document.mentions.scan(keeping: { rules.finding(of: $0, written: "") != nil }, known: { known[$0] })
  }

  /// As far as the text has been read.
  ///
  /// - Parameter range: only what touches it; nil: everywhere.
  func findings(in document: OpenDocument, touching range: TextRange? = nil) -> [MentionFinding] {
    let everybody = known(in: [SettingsReferences.all], of: settings[document.uri])
    return document.mentions.findings(rules(for: document), touching: range) { everybody?.current($0) }
  }

  private func rules(for document: OpenDocument) -> MentionRules {
    settings[document.uri].diagnostics.rules(at: settings.pathInFolder(of: document.uri))
  }

  /// Who can be meant, by trigger (its place in the policy); nil: without a trigger.
  func known(for document: OpenDocument) -> [Int?: MentionScanner.Known] {
    let settings = settings[document.uri]
    var known: [Int?: MentionScanner.Known] = [:]
    for (index, trigger) in document.mentions.policy.triggers.enumerated() {
      known[index] = self.known(in: trigger.sources, of: settings)
    }
    known[Int?.none] = self.known(in: [SettingsReferences.all], of: settings)
    return known
  }

  private func known(in names: [String], of settings: ServerSettings) -> MentionScanner.Known? {
    guard let (catalog, isComplete) = catalog(behind: names, of: settings) else { return nil }
    return MentionScanner.Known(catalog, isComplete: isComplete) { [self] field in
      fieldIndexes.index(field, of: catalog)
    }
  }
}
