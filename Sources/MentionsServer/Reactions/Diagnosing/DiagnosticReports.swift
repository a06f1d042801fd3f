import JSONText
import LanguageProtocol
import Mentions
import TextModel

/// What a client is told by itself of damaged mentions and of what was found in a document.
extension Session {
  /// How long nobody must edit before the text is read, in milliseconds.
  private static let findingDelay = 300
  /// More findings of one document are not told.
  private static let mostFindings = 1000

  // MARK: Damage

  /// Tells the client that the damaged mentions are others now. Whoever asks for them asks anyway after an edit.
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
    ask(.diagnosticRefresh, JSONValue?.none) { _, _ in }
  }

  private func publish(_ diagnostics: [Diagnostic], in key: DocumentURI) {
    // What is wrong with a settings file matters more, and each message replaces the one before.
    guard let document = documents[key], document.diagnostics != diagnostics,
      !settingsDiagnostics.areShown(in: key)
    else {
      return
    }
    document.diagnostics = diagnostics
    notify(
      .publishDiagnostics,
      PublishDiagnosticsParams(
        uri: document.uri, version: client.versionsDiagnostics ? document.version : nil,
        diagnostics: diagnostics))
  }

  // MARK: Findings, as an event of time

  /// The text was edited. Costs a look at one flag where nothing is looked for; whoever pulls asks anyway.
  func noteEdited(_ document: OpenDocument) {
    guard document.mentions.isScanning, !client.pullsDiagnostics else { return }
    scheduleFindings(of: document)
  }

  /// What is found may be something else although nobody edited.
  func findingsMayDiffer(in key: DocumentURI) {
    guard let document = documents[key], document.mentions.isScanning else { return }
    scheduleFindings(of: document)
  }

  /// Other people are known now, or something else is looked for.
  func findAnew() {
    for key in openKeys {
      guard let document = documents[key] else { continue }
      let isWanted = settings[key].diagnostics.findsAny
      let isOther = isWanted || document.mentions.isScanning
      document.mentions.setScanning(isWanted)
      document.mentions.forgetScan()
      if isOther { scheduleFindings(of: document) }
    }
  }

  private func scheduleFindings(of document: OpenDocument) {
    let due = now.advanced(by: Self.findingDelay)
    if document.findingsDue == nil { perform(.wake(at: due)) }
    document.findingsDue = due
  }

  func tickFindings() {
    // Whoever is told to pull again pulls all that is open.
    var isPulledAnew = false
    for key in openKeys {
      guard let document = documents[key], let due = document.findingsDue else { continue }
      guard due <= now else {
        perform(.wake(at: due))
        continue
      }
      document.findingsDue = nil
      if client.pullsDiagnostics {
        // One that has not asked yet will.
        if !isPulledAnew, let pulled = document.pulled {
          isPulledAnew = pulled.diagnostics != readDiagnostics(of: key)
        }
      } else if client.takesDiagnostics {
        publish(readDiagnostics(of: key), in: key)
      }
    }
    if isPulledAnew { refreshDiagnostics() }
  }

  // MARK: All diagnostics

  /// Those of the text as it is: what was edited is read first.
  func readDiagnostics(of key: DocumentURI) -> [Diagnostic] {
    readMentions(of: key)
    return diagnostics(of: key)
  }

  /// As far as the text has been read.
  func diagnostics(of key: DocumentURI) -> [Diagnostic] {
    guard let document = documents[key] else { return [] }
    let damage = damageDiagnostics(document)
    guard document.mentions.isScanning else { return damage }
    let translation = findingTranslation(document)
    return damage + findings(in: document).prefix(Self.mostFindings).map(translation.diagnostic)
  }

  func damageDiagnostics(_ document: OpenDocument) -> [Diagnostic] {
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
