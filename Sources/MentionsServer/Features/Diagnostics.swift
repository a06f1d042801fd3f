import Entities
import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// `textDocument/diagnostic`.
extension Session {
  /// Waits until the people are known, unless the client supports refreshing diagnostics, which would correct an early
  /// answer.
  func pullDiagnostics(
    _ params: DocumentDiagnosticParams
  ) async throws(RPCError) -> DocumentDiagnosticReport {
    let key = params.textDocument.uri
    if !client.refreshesDiagnostics, documents[key]?.diagnostics.areWanted == true {
      try await peopleAreKnown(in: key)
    }
    if !client.pullsDiagnostics {
      // The client pulls diagnostics without having declared that it does, so pushed diagnostics would be shown twice.
      for key in openKeys { withdrawDiagnostics(of: key) }
      client.pullsDiagnostics = true
    }
    guard let document = documents[key] else { return .full(resultId: nil, items: []) }
    let diagnostics = readDiagnostics(of: key)
    if let pulled = document.diagnostics.pulled, pulled.diagnostics == diagnostics,
      pulled.resultID == params.previousResultId
    {
      return .unchanged(resultId: pulled.resultID)
    }
    // A reopened document has a new number, so its result IDs differ.
    document.diagnostics.reports += 1
    let resultID = "\(document.number).\(document.diagnostics.reports)"
    document.diagnostics.pulled = (resultID, diagnostics)
    return .full(resultId: resultID, items: diagnostics)
  }
}

/// Diagnostics that are pushed, and refresh requests for clients that pull.
extension Session {
  /// The number of milliseconds without edits after which findings are determined.
  private static let findingDelay = 300
  /// The maximum number of reported findings of a document.
  private static let mostFindings = 1000

  // MARK: Damage

  /// Reports the damaged mentions after they have changed. Clients that pull diagnostics do so after each edit anyway.
  func reportDamage(in key: DocumentURI, byEdit: Bool) {
    if client.pullsDiagnostics {
      if !byEdit { refreshDiagnostics() }
    } else if client.takesDiagnostics {
      publish(diagnostics(of: key), in: key)
    }
  }

  func withdrawDiagnostics(of key: DocumentURI) { publish([], in: key) }

  private func refreshDiagnostics() {
    guard client.refreshesDiagnostics else { return }
    ask(.diagnosticRefresh, JSONValue?.none)
  }

  private func publish(_ diagnostics: [Diagnostic], in key: DocumentURI) {
    // Diagnostics of a settings file take precedence, since each notification replaces the previous one.
    guard let document = documents[key], document.diagnostics.pushed != diagnostics,
      !settings.showsDiagnostics(in: key)
    else {
      return
    }
    document.diagnostics.pushed = diagnostics
    notify(
      .publishDiagnostics,
      PublishDiagnosticsParams(
        uri: document.uri, version: client.versionsDiagnostics ? document.version : nil,
        diagnostics: diagnostics))
  }

  // MARK: Scheduled findings

  /// Schedules findings after an edit. Clients that pull diagnostics do so after each edit anyway.
  func scheduleFindings(afterEditOf document: OpenDocument) {
    if !client.pullsDiagnostics { scheduleFindings(of: document) }
  }

  /// Schedules findings that may have changed without an edit.
  func scheduleFindings(in key: DocumentURI) {
    guard let document = documents[key], document.diagnostics.areWanted else { return }
    scheduleFindings(of: document)
  }

  /// Schedules all findings after a change of the known people or of the settings for findings.
  func rescheduleFindings() {
    for key in openKeys {
      guard let document = documents[key] else { continue }
      let isWanted = settings[key].diagnostics.findsAny
      let isOther = isWanted || document.diagnostics.areWanted
      document.diagnostics.areWanted = isWanted
      if isOther { scheduleFindings(of: document) }
    }
  }

  private func scheduleFindings(of document: OpenDocument) {
    let due = now.advanced(by: Self.findingDelay)
    if document.diagnostics.due == nil { perform(.wake(at: due)) }
    document.diagnostics.due = due
  }

  func tickFindings() {
    // One refresh is enough, because clients then pull the diagnostics of all open documents.
    var isPulledAnew = false
    for key in openKeys {
      guard let document = documents[key], let due = document.diagnostics.due else { continue }
      guard due <= now else {
        perform(.wake(at: due))
        continue
      }
      document.diagnostics.due = nil
      if client.pullsDiagnostics {
        // If the client has not pulled the diagnostics of a document yet, it will do so anyway.
        if !isPulledAnew, let pulled = document.diagnostics.pulled {
          isPulledAnew = pulled.diagnostics != readDiagnostics(of: key)
        }
      } else if client.takesDiagnostics {
        publish(readDiagnostics(of: key), in: key)
      }
    }
    if isPulledAnew { refreshDiagnostics() }
  }

  // MARK: All diagnostics

  /// Diagnostics of the current text, after reading its edited parts.
  private func readDiagnostics(of key: DocumentURI) -> [Diagnostic] {
    readEdits()
    return diagnostics(of: key)
  }

  /// Diagnostics of the text read so far.
  private func diagnostics(of key: DocumentURI) -> [Diagnostic] {
    guard let document = documents[key] else { return [] }
    let damage = damageDiagnostics(document)
    guard document.diagnostics.areWanted else { return damage }
    let translation = findingTranslation(document)
    return damage + findings(in: document).prefix(Self.mostFindings).map(translation.diagnostic)
  }

  private func damageDiagnostics(_ document: OpenDocument) -> [Diagnostic] {
    guard let severity = settings[document.uri].diagnostics.damaged.translated else { return [] }
    let translation = damageTranslation(document)
    return document.mentions.damagedMentions.map { translation.hint($0, severity) }
  }

  func damageTranslation(_ document: OpenDocument) -> DamageTranslation {
    DamageTranslation(
      positions: positions, mentions: document.mentions, uri: document.uri, version: document.version)
  }

  func findingTranslation(_ document: OpenDocument) -> FindingTranslation {
    FindingTranslation(
      positions: positions, text: document.mentions.text, uri: document.uri,
      severities: settings[document.uri].diagnostics.severities, client: client)
  }
}

/// The diagnostics of a document that the client has received.
struct DocumentDiagnostics {
  /// Whether findings of the text are reported.
  var areWanted = false
  /// The last diagnostics that were pushed.
  fileprivate var pushed: [Diagnostic] = []
  /// Diagnostics of the last pull, and their result id.
  fileprivate var pulled: (resultID: String, diagnostics: [Diagnostic])?
  /// The number of times that a pull returned changed diagnostics.
  fileprivate var reports = 0
  /// The time at which findings are due to be reported.
  fileprivate var due: Instant?
}

// MARK: - Findings

/// Findings about the mentions of a document.
extension Session {
  /// Findings in the text read so far.
  ///
  /// - Parameter range: the range that the findings must touch; nil for all findings.
  func findings(in document: OpenDocument, touching range: TextRange? = nil) -> [MentionFinding] {
    let settings = settings[document.uri]
    let everybody = known(in: [SourceList.all], of: settings)
    return document.mentions.findings(
      rules(for: document), touching: range, current: { everybody?.current($0) },
      isListed: { everybody != nil && settings.holdsSource(of: $0) })
  }

  private func rules(for document: OpenDocument) -> MentionRules {
    settings[document.uri].diagnostics.rules(at: settings.pathInFolder(of: document.uri))
  }

  /// Returns a function from a trigger (its index in the policy; nil for mentions without one) to the entities that may
  /// be mentioned with it. They are looked up on first use.
  func known(for document: OpenDocument) -> (_ trigger: Int?) -> MentionReader.Known? {
    let settings = settings[document.uri]
    let triggers = document.mentions.policy.triggers
    var known: [Int?: MentionReader.Known?] = [:]
    return { [self] trigger in
      if let found = known[trigger] { return found }
      let names = trigger.map { triggers[$0].sources } ?? [SourceList.all]
      let found = self.known(in: names, of: settings)
      known[trigger] = .some(found)
      return found
    }
  }

  private func known(in names: [String], of settings: ServerSettings) -> MentionReader.Known? {
    guard let (catalog, isComplete) = catalog(behind: names, of: settings) else { return nil }
    return MentionReader.Known(catalog, isComplete: isComplete) { [self] field in
      people.index(field, of: catalog)
    }
  }
}

/// Converts findings to diagnostics.
struct FindingTranslation {
  let positions: PositionTranslation
  let text: IndexedText
  /// The URI as the client writes it.
  let uri: DocumentURI
  let severities: [MentionFinding.Kind: DiagnosticSettings.Severity]
  let client: ClientFeatures

  /// The maximum number of candidates listed as related information.
  private static let mostRelated = 8

  func diagnostic(_ finding: MentionFinding) -> Diagnostic {
    let range = positions.range(finding.range, in: text)
    return Diagnostic(
      range: range, severity: severities[finding.kind]?.translated, code: .string(finding.code),
      source: "mentions", message: finding.message, tags: tags(of: finding.kind),
      relatedInformation: relatedInformation(of: finding, at: range))
  }

  /// Tags mentions of people who have left, and of entities with a new name or handle, as deprecated.
  private func tags(of kind: MentionFinding.Kind) -> [DiagnosticTag]? {
    guard client.tagsDiagnostics else { return nil }
    switch kind {
    case .left, .stale: return [.deprecated]
    case .unknown, .ambiguous, .notAllowed: return nil
    }
  }

  /// The candidates of an ambiguous mention, each as related information at the mention itself.
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
  /// The severity in LSP; nil if the diagnostic is disabled.
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

// MARK: - Damaged mentions

/// Converts damaged mentions to diagnostics and quick fixes.
struct DamageTranslation {
  let positions: PositionTranslation
  let mentions: MentionsDocument
  /// The URI as the client writes it.
  let uri: DocumentURI
  let version: Int
  private var text: IndexedText { mentions.text }

  /// The hint for a damaged mention, with positions in the current text.
  func hint(_ mention: DamagedMention, _ severity: DiagnosticSeverity) -> Diagnostic {
    Diagnostic(
      range: positions.range(mention.remains, in: text), severity: severity, code: "damaged-mention",
      source: "mentions",
      message: "This was a mention of \(Self.shown(mention.annotation.entity.name)); it is plain text now.")
  }

  func title(_ fix: MentionFix, _ mention: DamagedMention) -> String {
    switch fix {
    case .restore:
      "Restore the mention “\(Self.shown(String(decoding: mention.annotation.text, as: UTF8.self)))”"
    case .trim:
      "Trim to “\(Self.shown(String(decoding: mention.annotation.shortForm ?? [], as: UTF8.self)))”"
    case .delete: "Delete the rest of the mention"
    }
  }

  /// The text of a mention on one line, sanitized because it may come from the document.
  private static func shown(_ text: String) -> String { ShownText.clipped(ShownText.line(text)) }

  func command(_ fix: MentionFix, _ mention: DamagedMention) -> Command {
    let place = MentionsFixParams(
      textDocument: OptionalVersionedTextDocumentIdentifier(uri: uri, version: version),
      position: positions.position(of: mention.remains.start, in: text))
    return Command(
      title: title(fix, mention), command: CommandName(fix), arguments: [RPCPayload(place).tree])
  }

  /// All edits as one change of the document, bound to its version if the client supports versions.
  func workspaceEdit(_ edits: [TextReplacement], isVersioned: Bool) -> WorkspaceEdit {
    let edits = edits.map { positions.edit($0, in: text) }
    if isVersioned {
      let version = OptionalVersionedTextDocumentIdentifier(uri: uri, version: version)
      return WorkspaceEdit(documentChanges: [TextDocumentEdit(textDocument: version, edits: edits)])
    }
    return WorkspaceEdit(changes: [.init(uri: uri, edits: edits)])
  }
}

extension CommandName {
  init(_ fix: MentionFix) {
    self =
      switch fix {
      case .restore: .restore
      case .trim: .trim
      case .delete: .delete
      }
  }
}
